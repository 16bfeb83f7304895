internal import Haptics

/// A part of a pattern that a motor cannot play as intended.
struct MotorFinding: Equatable {
  enum Kind: String, CaseIterable {
    /// An event that ends before the motor is felt.
    case short
    /// A pulse that is not felt.
    case lost
    /// A pulse that is felt as one with the previous one.
    case merged
    /// A pulse that is felt late.
    case delayed
    /// Two strengths that feel the same.
    case alike
  }

  let kind: Kind
  /// The index of the event in the pattern; nil if no event begins by then, as for a rise of a curve.
  let event: Int?
  let moment: Duration
  /// The problem.
  let message: String
  /// The action that avoids it.
  let remedy: String
}
