/// The felt strength of a haptic, from 0 (nothing) to 1 (the strongest that the actuator should produce). The scale is
/// perceptual, not of acceleration: half the intensity feels half as strong.
///
/// Values outside the range are clamped; not-a-number becomes 0.
public struct Intensity: Hashable, Comparable, Sendable {
  public let rawValue: Double

  public init(_ value: Double) { rawValue = value.clampedToUnit }

  public static let none = Intensity(0)
  public static let full = Intensity(1)

  public static func < (left: Intensity, right: Intensity) -> Bool { left.rawValue < right.rawValue }
  /// Returns the product, so that a strength in percent scales the intensities of a pattern.
  public static func * (left: Intensity, right: Intensity) -> Intensity { Intensity(left.rawValue * right.rawValue) }
}

/// The character of a haptic, from 0 (dull, round, low) to 1 (sharp, crisp, high).
///
/// Values outside the range are clamped; not-a-number becomes 0.
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
  /// The value clamped to 0...1. Not-a-number, which must not reach a motor, fails the comparison and becomes 0.
  var clampedToUnit: Double { self > 0 ? min(self, 1) : 0 }
}
