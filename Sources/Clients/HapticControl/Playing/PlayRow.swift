internal import ArgumentParser

/// The plays of a command line in a row, with pauses between them: `tap 300ms success`.
struct PlayRow {
  enum Item: Equatable {
    case play(String)
    case pause(Duration)
  }

  let items: [Item]

  init(_ words: [String]) throws {
    items = try words.map { word in
      if let pause = try? parseDuration(word) { return .pause(pause) }
      if isDuration(word) { throw ValidationError("'\(word)' is too long for a pause") }
      return .play(word)
    }
    if names.isEmpty {
      throw ValidationError(
        words.isEmpty
          ? "expected the name of a feedback or a file"
          : "'\(words[0])' is a pause, and nothing plays; for a vibration: hapticctl vibrate \(words[0])")
    }
  }

  var names: [String] {
    items.compactMap { if case .play(let name) = $0 { name } else { nil } }
  }

  /// The pause between two names without one. It exceeds the default duplicate window; closer plays are dropped as
  /// duplicates.
  static let usualPause = Duration.milliseconds(40)
}
