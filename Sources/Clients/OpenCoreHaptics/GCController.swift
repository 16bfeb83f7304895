internal import Haptics

/// A gamepad with haptics. Only this part of Apple's class exists: use SDL or evdev for buttons and sticks.
///
/// Apple: `GCController` of GameController.
public final class GCController: Sendable, Hashable {
  private let record: DeviceRecord

  init(_ record: DeviceRecord) { self.record = record }

  /// Returns the connected gamepads that can play. Waits for the daemon for half a second at most; without one, there
  /// are none.
  public class func controllers() -> [GCController] {
    let records = try? HapticService.generators.client.blocking.devices(timeout: .milliseconds(500))
    return (records ?? []).filter { $0.kind == .gamepad && $0.isUsable }.map(GCController.init)
  }

  /// The first connected gamepad; nil if there is none.
  public class var current: GCController? { controllers().first }

  /// The kernel's name of the gamepad.
  public var vendorName: String? { record.name }

  /// The haptics of the gamepad.
  public var haptics: GCDeviceHaptics? { GCDeviceHaptics(record) }

  /// Compares the devices; a gamepad that is connected again is another device.
  public static func == (left: GCController, right: GCController) -> Bool { left.record.id == right.record.id }
  /// Hashes the device.
  public func hash(into hasher: inout Hasher) { hasher.combine(record.id) }
}
