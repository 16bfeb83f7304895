internal import HapticPatterns

// Who gives way to whom where several feedbacks meet on one motor.
//
// Ranks: alarm > ringtone > accessibility > notification > touch = keyboard > media.
//
// | while this plays | this is                                                     |
// |------------------|-------------------------------------------------------------|
// | alarm            | ringtone: held. accessibility: mixed. all else: held, and   |
// |                  | refused where it would begin                                |
// | ringtone         | accessibility: mixed. all else below: held, and refused     |
// |                  | where it would begin                                        |
// | accessibility    | media: ducked. all else below: mixed                        |
// | notification     | media: ducked. touch, keyboard: mixed                       |
// | touch, keyboard  | media: mixed                                                |
//
// What is of the same rank or above is mixed. Held is silent while its time goes on: when what outranks it ends, it is
// felt again, where it would be by then. A call or an alarm that comes is never refused, only held beneath an alarm.

/// What becomes of a feedback while one of a higher priority plays on the same motor.
enum Treatment: Equatable {
  /// The motor follows whichever is stronger.
  case mixed
  /// It is felt weaker.
  case ducked
  /// It is not felt, and goes on.
  case held
}

enum Precedence {
  /// Who gives way to whom.
  static func rank(_ category: Category) -> Int {
    switch category {
    case .alarm: 6
    case .ringtone: 5
    case .accessibility: 4
    case .notification: 3
    case .touch, .keyboard: 2
    case .media: 1
    }
  }

  /// What becomes of a feedback that plays.
  static func treatment(of category: Category, under other: Category) -> Treatment {
    guard rank(other) > rank(category) else { return .mixed }
    switch (other, category) {
    case (_, .accessibility): return .mixed
    case (.alarm, _), (.ringtone, _): return .held
    case (.accessibility, .media), (.notification, .media): return .ducked
    default: return .mixed
    }
  }

  /// Whether a feedback that would begin is refused instead of held: one that is over before it would be felt again.
  static func refuses(_ category: Category, under other: Category) -> Bool {
    treatment(of: category, under: other) == .held && category != .ringtone
  }
}
