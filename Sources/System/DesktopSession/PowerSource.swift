internal import HapticSystem
internal import MessageBus

/// Services that report power saving, in order of preference.
enum PowerSource: String, CaseIterable {
  /// power-profiles-daemon 0.20 and later, and tuned-ppd.
  case profiles = "org.freedesktop.UPower.PowerProfiles"
  /// The former bus name of the same service.
  case oldProfiles = "net.hadess.PowerProfiles"
  case battery = "org.freedesktop.UPower"

  /// Starts to watch the service.
  ///
  /// - Returns: an object that watches as long as it exists, or nil if the connection is lost.
  func watch(_ peer: BusPeer, _ onChange: @escaping (_ isSaving: Bool) -> Void) -> AnyObject? {
    switch self {
    case .profiles, .oldProfiles:
      try? BusProperties(of: path, rawValue, at: peer) { onChange($0["ActiveProfile"] == .string("power-saver")) }
    case .battery:
      try? BatteryWatch(peer, onChange)
    }
  }

  /// The object path: the name with slashes.
  private var path: String { "/" + rawValue.split(separator: ".").joined(separator: "/") }
}

/// Watches the battery through UPower, only while the machine runs on it, because UPower reports each percent of
/// change.
private final class BatteryWatch {
  private let peer: BusPeer
  private let onChange: (_ isSaving: Bool) -> Void
  private var machine: BusProperties?
  private var battery: BusProperties?

  init(_ peer: BusPeer, _ onChange: @escaping (_ isSaving: Bool) -> Void) throws(Errno) {
    self.peer = peer
    self.onChange = onChange
    machine = try BusProperties(of: "/org/freedesktop/UPower", "org.freedesktop.UPower", at: peer) { [unowned self] in
      note(isOnBattery: $0["OnBattery"] == .bool(true))
    }
  }

  private func note(isOnBattery: Bool) {
    if !isOnBattery {
      battery = nil
      return onChange(false)
    }
    if battery != nil { return }
    battery = try? BusProperties(
      of: "/org/freedesktop/UPower/devices/DisplayDevice", "org.freedesktop.UPower.Device", at: peer
    ) { [unowned self] in onChange(($0["WarningLevel"]?.asUInt32 ?? 0) >= Self.low) }
  }

  /// The warning level `low` of UPower: 1 none, 2 discharging, 3 low, 4 critical, 5 action.
  private static let low: UInt32 = 3
}
