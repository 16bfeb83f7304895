/// The abilities of the haptic hardware. Apple: `CHHapticDeviceCapability`.
///
/// Ranges and defaults are the same on each device: hapticd renders every value on every motor. A motor without levels
/// plays intensities as pulses, a pair of motors plays sharpness by the choice of the motor, and a slow motor starts
/// earlier. A device that is disconnected, fails or may not be opened supports nothing.
public protocol CHHapticDeviceCapability {
  /// Whether a device is connected that can play.
  var supportsHaptics: Bool { get }

  /// Whether patterns can play audio; always false with hapticd.
  var supportsAudio: Bool { get }

  /// Returns the range of an event's parameter.
  ///
  /// - Throws: `notSupported` without a device, `invalidEventType` and `invalidParameterType` for an unknown type or
  ///   parameter, and for a parameter that does not apply to the type.
  func attributes(
    forEventParameter parameter: CHHapticEvent.ParameterID, eventType type: CHHapticEvent.EventType
  ) throws -> any CHHapticParameterAttributes

  /// Returns the range of a dynamic parameter.
  ///
  /// - Throws: `notSupported` without a device, `invalidParameterType` for an unknown parameter.
  func attributes(forDynamicParameter parameter: CHHapticDynamicParameter.ID) throws -> any CHHapticParameterAttributes
}

/// The range of a parameter. Apple: `CHHapticParameterAttributes`.
public protocol CHHapticParameterAttributes {
  /// The least value.
  var minValue: Float { get }
  /// The largest value.
  var maxValue: Float { get }
  /// The value of an event or a pattern that does not give one.
  var defaultValue: Float { get }
}
