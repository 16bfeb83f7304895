public import HapticPatterns

/// The weakest strengths that an actuator makes felt. A rendition raises weaker events to about them.
public struct WeakestFelt: Sendable {
  let tap: Double
  let vibration: Double

  public init(on model: MotorModel) {
    tap = min(TapController(model).least / Tap.feltShare, 1)
    vibration = model.perception.strength(ofAmplitude: AmplitudeRange(model).weakestHold)
  }

  /// Returns the strength, 0...1, that an event of this kind has on the actuator if `strength` is intended; 0 for 0.
  public func raised(_ strength: Double, of kind: Event.Kind) -> Double {
    guard strength > 0 else { return 0 }
    return max(strength, kind == .transient ? tap : vibration)
  }
}
