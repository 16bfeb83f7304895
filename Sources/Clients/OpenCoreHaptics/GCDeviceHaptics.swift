internal import Haptics

/// The haptics of a gamepad. Apple: `GCDeviceHaptics` of GameController.
public final class GCDeviceHaptics: Sendable {
  private let record: DeviceRecord

  init(_ record: DeviceRecord) { self.record = record }

  /// The localities: `default`, `all` and `handles`, which are the same, and `leftHandle` and `rightHandle` for a
  /// gamepad with two motors. Linux has no interface for motors in triggers.
  public var supportedLocalities: Set<GCHapticsLocality> {
    let whole: Set<GCHapticsLocality> = [.default, .all, .handles]
    return record.motor.motors > 1 ? whole.union([.leftHandle, .rightHandle]) : whole
  }

  /// Creates an engine for a part of the gamepad; nil for a locality that it does not support.
  ///
  /// The daemon moves dull events to the strong motor of the left handle and sharp ones to the weak motor of the right
  /// handle. An engine for one handle gives all its events the sharpness of that motor, 0 or 1; with dynamic sharpness
  /// they reach the other one.
  public func createEngine(withLocality locality: GCHapticsLocality) -> CHHapticEngine? {
    guard supportedLocalities.contains(locality) else { return nil }
    let sharpness: Sharpness? =
      switch locality {
      case .leftHandle: 0
      case .rightHandle: 1
      default: nil
      }
    return try? CHHapticEngine(device: record.id, sharpness: sharpness)
  }
}

/// A part of a gamepad. Apple: `GCHapticsLocality` of GameController.
public struct GCHapticsLocality: CHHapticIdentifier {
  /// The name.
  public let rawValue: String
  /// Creates a locality; gamepads support only the static members.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The usual locality of the gamepad.
  public static let `default` = GCHapticsLocality(rawValue: "Default")
  /// The whole gamepad.
  public static let all = GCHapticsLocality(rawValue: "All")
  /// Both handles.
  public static let handles = GCHapticsLocality(rawValue: "Handles")
  /// The left handle, with the strong motor.
  public static let leftHandle = GCHapticsLocality(rawValue: "LeftHandle")
  /// The right handle, with the weak motor.
  public static let rightHandle = GCHapticsLocality(rawValue: "RightHandle")
  /// Both triggers; not supported.
  public static let triggers = GCHapticsLocality(rawValue: "Triggers")
  /// The left trigger; not supported.
  public static let leftTrigger = GCHapticsLocality(rawValue: "LeftTrigger")
  /// The right trigger; not supported.
  public static let rightTrigger = GCHapticsLocality(rawValue: "RightTrigger")
}
