internal import HapticSystem
package import TextDiagnostics

// feedbackd's themes form a chain, by the names of their parents:
//
//   FEEDBACK_THEME, or ~/.config/feedbackd/themes/default.json     the user's
//   /usr/share/feedbackd/themes/purism,librem5.json                the machine's, by its device tree
//   /usr/share/feedbackd/themes/default.json                       feedbackd's, or the built-in one
//
// A feedback of a theme replaces that of its parents for the same event and profile.

/// A theme of feedbackd with its parents.
package struct FeedbackdTheme: Sendable {
  /// The paths of its files, the theme first.
  package let files: [String]
  /// The paths at which a file of the theme is or may appear, in alphabetical order.
  package let candidates: [String]
  /// The problems of the files, with their places.
  package let findings: [String]
  package let events: [String: EventFeedback]

  /// The feedback for an event; nil if there is none.
  package subscript(event event: String) -> EventFeedback? { events[event] }

  /// The theme without any files.
  package static let builtIn = FeedbackdTheme(files: [], candidates: [], findings: [], events: BuiltInFeedbacks.events)

  /// A theme without feedbacks.
  package static let empty = FeedbackdTheme(files: [], candidates: [], findings: [], events: [:])

  /// The findings about one text, without parents.
  ///
  /// - Throws: the reason why the whole text cannot be used.
  package static func findings(of text: [UInt8]) throws(Refused) -> [Finding] { try ThemeFile(text).findings }

  /// The maximum number of files of a theme.
  static let mostFiles = 10
  /// The maximum size of all files of a theme together, in bytes: ten times that of feedbackd's own theme with that of a
  /// device.
  static let mostBytes = 128 << 10
}

extension FeedbackdTheme {
  /// Reads the theme in force. A file that cannot be used is skipped with a finding; without any file, the theme is
  /// `builtIn`.
  package init(in places: ThemePlaces) {
    var lineage = Lineage(places)
    lineage.follow()
    self.init(
      files: lineage.paths, candidates: lineage.tried.sorted(), findings: lineage.findings, events: lineage.events)
  }
}

/// Follows the parents of a theme.
private struct Lineage {
  private let places: ThemePlaces
  private(set) var paths: [String] = []
  private(set) var findings: [String] = []
  private var files: [ThemeFile] = []
  /// The paths that were tried, so that no theme is its own parent.
  private(set) var tried: Set<String> = []
  private var usesBuiltIn = false
  /// The bytes that remain for files.
  private var room = FeedbackdTheme.mostBytes

  init(_ places: ThemePlaces) { self.places = places }

  mutating func follow() {
    var next = places.file.flatMap { read([$0]) } ?? read(places.candidates(for: places.name))
    usesBuiltIn = next == nil
    while let file = next {
      guard let parent = file.parent else { return }
      guard files.count < FeedbackdTheme.mostFiles else {
        return findings.append("\(paths[0]): more than \(FeedbackdTheme.mostFiles) parents; further ones are ignored")
      }
      next = read(places.candidates(for: parent))
      usesBuiltIn = next == nil
    }
  }

  /// Reads the first of the files that exists and was not read yet.
  private mutating func read(_ candidates: [String]) -> ThemeFile? {
    for path in candidates where tried.insert(path).inserted {
      guard path == places.file || (try? FileStatus(of: path, followingLinks: true)) != nil else { continue }
      do throws(Refused) {
        let file = try ThemeFile(path: path, room: &room)
        findings += file.findings.map { $0.description(in: path) }
        files.append(file)
        paths.append(path)
        return file
      } catch {
        findings.append(error.finding.description(in: path))
      }
    }
    return nil
  }

  /// The feedbacks of all files. A file replaces its parents.
  var events: [String: EventFeedback] {
    var events = usesBuiltIn ? BuiltInFeedbacks.events : [:]
    var feedbacks: [ThemeFile.Place: ThemeFile.Kind] = [:]
    for file in files.reversed() { feedbacks.merge(file.feedbacks) { $1 } }
    for (place, kind) in feedbacks { events[place.event, default: EventFeedback()].note(kind, place.level) }
    return events
  }
}

extension EventFeedback {
  /// Adds a feedback. Of two of one kind, that with the lower level counts, because it plays more often.
  fileprivate mutating func note(_ kind: ThemeFile.Kind, _ level: FeedbackLevel) {
    switch kind {
    case .pattern(let feedback): pattern = Leveled.lower(pattern, Leveled(feedback, level))
    case .sound(let feedback): sound = Leveled.lower(sound, Leveled(feedback, level))
    case .light(let feedback): light = Leveled.lower(light, Leveled(feedback, level))
    case .pause(let feedback): pause = Leveled.lower(pause, Leveled(feedback, level))
    }
  }
}

extension Leveled {
  fileprivate static func lower(_ former: Leveled?, _ new: Leveled) -> Leveled {
    guard let former, former.level < new.level else { return new }
    return former
  }
}
