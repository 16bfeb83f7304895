package import HapticPatterns

// Defines the effect of playbacks on each other if several are on one motor.
//
// Priorities: alarm > ringtone > accessibility > notification > touch = keyboard > media.
//
// | while this plays | others are                                                  |
// |------------------|-------------------------------------------------------------|
// | alarm            | ringtone: held. accessibility: mixed. all others: held, and |
// |                  | refused if they are new                                     |
// | ringtone         | accessibility: mixed. all lower ones: held, and refused if  |
// |                  | they are new                                                |
// | accessibility    | media: ducked. all lower ones but media: mixed              |
// | notification     | media: ducked. touch, keyboard: mixed                       |
// | touch, keyboard  | media: mixed                                                |
//
// Playbacks of the same or a higher priority are mixed. A held playback is silent while its time continues: it is felt
// again, at its position at that time, when the playbacks of higher priority end. A new ringtone or alarm is never
// refused; a ringtone is held during an alarm.

/// The effect of a playback of higher priority on another one on the same motor. The raw values are those of the protocol.
enum Treatment: UInt8 {
  /// Each motor follows the stronger playback.
  case mixed = 1
  /// The playback is felt weaker.
  case ducked
  /// The playback is not felt, and its time continues.
  case held
}

package enum Precedence {
  /// The priority of a category as a number; higher numbers come first.
  package static func rank(_ category: Category) -> Int {
    switch category {
    case .alarm: 6
    case .ringtone: 5
    case .accessibility: 4
    case .notification: 3
    case .touch, .keyboard: 2
    case .media: 1
    }
  }

  /// The treatment of a playback while one of the category `other` plays.
  static func treatment(of category: Category, under other: Category) -> Treatment {
    guard rank(other) > rank(category) else { return .mixed }
    switch (other, category) {
    case (_, .accessibility): return .mixed
    case (.alarm, _), (.ringtone, _): return .held
    case (.accessibility, .media), (.notification, .media): return .ducked
    default: return .mixed
    }
  }

  /// Whether a new playback is refused instead of held, because it would be over before it is felt again.
  static func refuses(_ category: Category, under other: Category) -> Bool {
    treatment(of: category, under: other) == .held && category != .ringtone
  }
}
