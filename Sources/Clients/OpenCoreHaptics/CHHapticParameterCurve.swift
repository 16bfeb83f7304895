public import Foundation

/// A dynamic parameter that follows straight lines from point to point; the last value remains.
///
/// Apple: `CHHapticParameterCurve`.
public final class CHHapticParameterCurve: NSObject {
  /// The parameter.
  public let parameterID: CHHapticDynamicParameter.ID
  /// The points, in any order and number; a curve without points has no effect.
  public let controlPoints: [ControlPoint]
  /// The start in seconds from the start of the pattern; replaced by the time of
  /// `CHHapticPatternPlayer.scheduleParameterCurve(_:atTime:)`.
  public var relativeTime: TimeInterval

  /// Creates a curve.
  public init(
    parameterID: CHHapticDynamicParameter.ID, controlPoints: [ControlPoint], relativeTime: TimeInterval
  ) {
    self.parameterID = parameterID
    self.controlPoints = controlPoints
    self.relativeTime = relativeTime
  }

  /// A point of a curve. Apple: `CHHapticParameterCurve.ControlPoint`.
  public final class ControlPoint: NSObject {
    /// The time in seconds from the start of the curve, not of the pattern.
    public var relativeTime: TimeInterval
    /// The value; clamped to the parameter's range when used.
    public var value: Float

    /// Creates a point.
    public init(relativeTime: TimeInterval, value: Float) {
      self.relativeTime = relativeTime
      self.value = value
    }
  }
}
