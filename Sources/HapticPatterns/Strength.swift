/// How strong a haptic feels, 0 (nothing) ... 1 (the strongest the actuator should do). A scale of experience, not of
/// acceleration: half the intensity is meant to feel half as strong.
///
/// Values outside the range are clamped; not a number is 0.
public struct Intensity: Hashable, Comparable, Sendable {
  public let rawValue: Double

  public init(_ value: Double) { rawValue = value.clampedToUnit }

  public static let none = Intensity(0)
  public static let full = Intensity(1)

  public static func < (left: Intensity, right: Intensity) -> Bool { left.rawValue < right.rawValue }
  /// The product of both, so that a strength in percent scales what a pattern asks for.
  public static func * (left: Intensity, right: Intensity) -> Intensity { Intensity(left.rawValue * right.rawValue) }
}

/// The character of a haptic, 0 (dull, round, low) ... 1 (sharp, crisp, high).
///
/// Values outside the range are clamped; not a number is 0.
public struct Sharpness: Hashable, Comparable, Sendable {
  public let rawValue: Double

  public init(_ value: Double) { rawValue = value.clampedToUnit }

  public static func < (left: Sharpness, right: Sharpness) -> Bool { left.rawValue < right.rawValue }
}

extension Intensity: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

extension Sharpness: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

extension Double {
  /// Within 0...1. The comparison is false for what is not a number, which must not reach a motor.
  var clampedToUnit: Double { self > 0 ? min(self, 1) : 0 }
}
