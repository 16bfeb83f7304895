import HapticPatterns

extension Vocabulary {
  /// Nine feedbacks of all kinds for rendering. Their meaning is irrelevant; they stay the same when a theme changes,
  /// so that drives can be compared by value.
  static let standard = Vocabulary([
    Feedback("impact.light", .touch, .tap(0.55, sharpness: 0.4)),
    Feedback("impact.medium", .touch, .tap(0.75, sharpness: 0.35)),
    Feedback("impact.heavy", .touch, .tap(1, sharpness: 0.45)),
    Feedback("impact.soft", .touch, .buzz(0.6, sharpness: 0.1, milliseconds: 80)),
    Feedback("impact.rigid", .touch, .tap(0.85, sharpness: 0.95)),
    Feedback("selection", .touch, .tap(0.4, sharpness: 0.7)),
    Feedback("success", .touch, [tap(0, 0.55, 0.5), tap(110, 0.7, 0.6), tap(220, 1.0, 0.75)]),
    Feedback("warning", .touch, [tap(0, 1.0, 0.2), tap(150, 0.85, 0.2)]),
    Feedback("error", .touch, [buzz(0, for: 110), buzz(190, for: 150)]),
  ])

  private static func tap(_ milliseconds: Int, _ intensity: Intensity, _ sharpness: Sharpness) -> Event {
    Event(.transient, at: .milliseconds(milliseconds), intensity: intensity, sharpness: sharpness)
  }

  private static func buzz(_ milliseconds: Int, for length: Int) -> Event {
    Event(
      .continuous(duration: .milliseconds(length)), at: .milliseconds(milliseconds), intensity: 1, sharpness: 0.3)
  }
}
