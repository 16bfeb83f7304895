internal import Haptics

/// One thing that a motor cannot do as a pattern wants it.
struct MotorFinding: Equatable {
  enum Kind: String, CaseIterable {
    /// An event that is over before the motor is felt.
    case short
    /// A pulse that is not felt.
    case lost
    /// A pulse that is felt as one with what is before it.
    case merged
    /// A pulse that is felt late.
    case delayed
    /// Two strengths that feel the same.
    case alike
  }

  let kind: Kind
  /// The position of the event in the pattern; nil for what no event begins, such as a swell of a curve.
  let event: Int?
  let moment: Duration
  /// What is wrong.
  let message: String
  /// What to do.
  let remedy: String
}
