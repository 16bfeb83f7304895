import FeedbackdThemes
import HapticPatterns

extension Fuzzer {
  /// A theme of feedbackd: for any text, every feedback that is accepted can be played.
  static let feedbackdThemes = Fuzzer("feedbackd-themes") { (input) throws(Flaw) in
    try folder.write(input, to: "theme.json")
    for (event, feedback) in FeedbackdTheme(in: ThemePlaces(file: "\(folder.path)/theme.json")).events {
      try require(!event.isEmpty, "a feedback without an event")
      try require(feedback != EventFeedback(), "\(event) without a feedback")
      if let pattern = feedback.pattern?.feedback { try check(pattern, of: event) }
      if let sound = feedback.sound?.feedback {
        try require(
          !sound.effect.isEmpty && !(sound.effect + sound.role).utf8.contains { $0 < 0x20 }, "\(event): sound")
      }
      if let light = feedback.light?.feedback {
        try require((1...100).contains(light.percent) && light.millihertz <= 25_000, "\(event): \(light)")
      }
      if let pause = feedback.pause?.feedback { try require(pause >= .zero && pause <= .seconds(3600), "\(event)") }
    }
  }

  private static let folder = ScratchFolder(named: "feedbackd")

  private static func check(_ pattern: Pattern, of event: String) throws(Flaw) {
    for part in pattern.events {
      try require((0...1).contains(part.intensity.rawValue) && part.time >= .zero, "\(event): \(part)")
      try require(part.end <= .seconds(7200), "\(event): \(part)")
    }
  }
}
