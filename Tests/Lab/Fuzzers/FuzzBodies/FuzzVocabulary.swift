import HapticPatterns

/// Two vocabularies with the same names and different patterns, of every category and of extreme lengths.
enum FuzzVocabulary {
  static let all = [vocabulary(scale: 1), vocabulary(scale: 7)]

  static let names: [ShortName] = [
    "tap", "tap", "key", "message", "call", "alarm", "effect", "effect", "turn", "nothing", "endless", "many",
    "unknown",
    "message.of-a-kind",
  ]

  private static func vocabulary(scale: Int) -> Vocabulary {
    let tap = Event(.transient, intensity: 0.9, sharpness: 0.5)
    return Vocabulary([
      Feedback("tap", .touch, Pattern([tap])),
      Feedback("key", .keyboard, Pattern([tap])),
      Feedback("message", .notification, buzz(.milliseconds(70 * scale))),
      Feedback("call", .ringtone, buzz(.milliseconds(700 * scale))),
      Feedback("alarm", .alarm, buzz(.seconds(scale))),
      Feedback("effect", .media, buzz(.seconds(scale))),
      Feedback("turn", .accessibility, buzz(.milliseconds(50 * scale))),
      Feedback("nothing", .touch, Pattern([])),
      Feedback("endless", .media, buzz(Event.endless)),
      Feedback(
        "many", .media,
        Pattern((0..<20).map { Event(.transient, at: .milliseconds($0 * scale * 9), intensity: 1, sharpness: 1) })),
    ])
  }

  private static func buzz(_ length: Duration) -> Pattern {
    Pattern([Event(.continuous(duration: length), intensity: 0.8, sharpness: 0.3)])
  }
}
