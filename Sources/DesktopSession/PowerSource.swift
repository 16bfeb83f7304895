internal import HapticSystem
internal import MessageBus

/// Who may know whether power is to be saved, the best first.
enum PowerSource: Equatable {
  /// power-profiles-daemon 0.20 and later, tuned-ppd.
  case profiles
  /// The same under the name it had before.
  case oldProfiles
  case battery

  static let all: [PowerSource] = [.profiles, .oldProfiles, .battery]

  var name: String {
    switch self {
    case .profiles: "org.freedesktop.UPower.PowerProfiles"
    case .oldProfiles: "net.hadess.PowerProfiles"
    case .battery: "org.freedesktop.UPower"
    }
  }

  /// What watches it as long as it lives; nil where the connection broke.
  func watch(_ peer: BusPeer, _ onChange: @escaping (_ isSaving: Bool) -> Void) -> AnyObject? {
    switch self {
    case .profiles, .oldProfiles:
      try? BusProperties(of: path, name, at: peer) { onChange($0["ActiveProfile"] == .string("power-saver")) }
    case .battery:
      try? BatteryWatch(peer, onChange)
    }
  }

  /// The name with slashes.
  private var path: String { "/" + name.split(separator: ".").joined(separator: "/") }
}

/// UPower's word on batteries, which is asked only while the machine runs on one: it tells each percent of change.
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

  /// UPower's levels: 1 none, 2 discharging, 3 low, 4 critical, 5 action.
  private static let low: UInt32 = 3
}
