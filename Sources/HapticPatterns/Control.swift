/// What can be turned while a pattern plays: Core Haptics' dynamic parameters.
///
/// The raw values are those of the protocol.
public enum Control: UInt8, CaseIterable, Hashable, Sendable {
  case intensity = 1
  case sharpness, attack, decay, release
  case audioVolume, audioBrightness, audioPan, audioPitch, audioAttack, audioDecay, audioRelease

  /// Whether its value multiplies what the event says; all others add to it.
  public var isFactor: Bool { self == .intensity || self == .audioVolume }

  /// The value that changes nothing.
  public var neutral: Double { isFactor ? 1 : 0 }

  /// 0...1 for factors, so that they can only weaken; -1...1 for what adds.
  public var range: ClosedRange<Double> { isFactor ? 0...1 : -1...1 }

  /// Whether it concerns what is felt; the others are kept for whoever plays the sound.
  public var isHaptic: Bool { rawValue <= Control.release.rawValue }

  /// `value` within the range; what is not a number becomes neutral.
  public func clamped(_ value: Double) -> Double {
    value.isNaN ? neutral : min(max(value, range.lowerBound), range.upperBound)
  }
}

/// A control that takes a value at a moment and keeps it until told otherwise.
public struct DynamicParameter: Hashable, Sendable {
  public let control: Control
  /// Within the control's range.
  public let value: Double
  /// From the start of the pattern, or from the moment it is sent for: from zero to `Event.latest`.
  public let time: Duration

  /// Values and times outside their ranges are clamped.
  public init(_ control: Control, _ value: Double, at time: Duration = .zero) {
    self.control = control
    self.value = control.clamped(value)
    self.time = time.withinPattern
  }
}

/// A control that follows straight lines from point to point, and keeps the last value.
///
/// Before its first point the control has that point's value. Any number of points is taken; one is a step, and two at
/// the same time are a jump.
public struct ParameterCurve: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    /// From the start of the curve, not of the pattern: from zero to `Event.latest`.
    public let time: Duration
    public let value: Double

    public init(at time: Duration, _ value: Double) {
      self.time = time.withinPattern
      self.value = value
    }
  }

  public let control: Control
  /// When the curve starts, from the start of the pattern: from zero to `Event.latest`.
  public let time: Duration
  /// In order of time, values within the control's range.
  public let points: [Point]

  /// Points may come in any order; those of the same time keep theirs.
  public init(_ control: Control, at time: Duration = .zero, _ points: [Point]) {
    self.control = control
    self.time = time.withinPattern
    let points = points.inOrder(of: \.time)
    let isWithinRange = points.allSatisfy { control.range.contains($0.value) }
    self.points = isWithinRange ? points : points.map { Point(at: $0.time, control.clamped($0.value)) }
  }

  /// When the curve comes to rest, from the start of the pattern.
  public var end: Duration { time + (points.last?.time ?? .zero) }
}
