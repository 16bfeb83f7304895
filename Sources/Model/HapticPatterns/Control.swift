/// A quantity that changes a whole pattern while it plays: a dynamic parameter of Core Haptics.
///
/// The raw values are those of the protocol.
public enum Control: UInt8, CaseIterable, Hashable, Sendable {
  case intensity = 1
  case sharpness, attack, decay, release
  case audioVolume, audioBrightness, audioPan, audioPitch, audioAttack, audioDecay, audioRelease

  /// Whether the value multiplies that of the event; other controls add to it.
  public var isFactor: Bool { self == .intensity || self == .audioVolume }

  /// The value without effect.
  public var neutral: Double { isFactor ? 1 : 0 }

  /// 0...1 for factors, which can only weaken; -1...1 for controls that add.
  public var range: ClosedRange<Double> { isFactor ? 0...1 : -1...1 }

  /// Whether the control affects the haptics; the others are kept for programs that play the audio.
  public var isHaptic: Bool { rawValue <= Control.release.rawValue }

  /// Returns `value` clamped to the range; not-a-number becomes neutral.
  public func clamped(_ value: Double) -> Double {
    value.isNaN ? neutral : min(max(value, range.lowerBound), range.upperBound)
  }
}

/// A value of a control from a given time on, until the next parameter or curve of the control.
public struct DynamicParameter: Hashable, Sendable {
  public let control: Control
  /// The value, within the control's range.
  public let value: Double
  /// The time from the start of the pattern, or from the time at which it is sent; in the range from zero to
  /// `Event.latest`.
  public let time: Duration

  /// Creates a parameter. Values and times outside their ranges are clamped.
  public init(_ control: Control, _ value: Double, at time: Duration = .zero) {
    self.control = control
    self.value = control.clamped(value)
    self.time = time.withinPattern
  }
}

/// Straight lines of a control from point to point; the last value remains.
///
/// Before the first point, its value applies. Any number of points is valid: one point is a step, and two points at the
/// same time are a jump.
public struct ParameterCurve: Hashable, Sendable {
  /// A point of a curve.
  public struct Point: Hashable, Sendable {
    /// The time from the start of the curve, not of the pattern; in the range from zero to `Event.latest`.
    public let time: Duration
    public let value: Double

    public init(at time: Duration, _ value: Double) {
      self.time = time.withinPattern
      self.value = value
    }
  }

  public let control: Control
  /// The start of the curve, from the start of the pattern; in the range from zero to `Event.latest`.
  public let time: Duration
  /// The points in order of time, with values in the control's range.
  public let points: [Point]

  /// Creates a curve. Points may be in any order; those with the same time keep their order. Values are clamped to the
  /// control's range.
  public init(_ control: Control, at time: Duration = .zero, _ points: [Point]) {
    self.control = control
    self.time = time.withinPattern
    let points = points.inOrder(of: \.time)
    let isWithinRange = points.allSatisfy { control.range.contains($0.value) }
    self.points = isWithinRange ? points : points.map { Point(at: $0.time, control.clamped($0.value)) }
  }

  /// The time of the last point, from the start of the pattern.
  public var end: Duration { time + (points.last?.time ?? .zero) }
}
