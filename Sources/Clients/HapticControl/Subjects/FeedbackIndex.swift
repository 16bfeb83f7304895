internal import HapticThemes
internal import Haptics
internal import TextDiagnostics

/// The feedbacks that can be played by name: those of the daemon, or those of a theme if no daemon replies.
struct FeedbackIndex {
  @dynamicMemberLookup
  struct Entry {
    /// The feedback as the daemon lists it.
    let record: FeedbackRecord
    /// The names on the way to the pattern, in order; also empty if they are unknown.
    let chain: [ShortName]
    /// The pattern; nil if this program does not find the daemon's theme.
    let pattern: Pattern?
    /// The path of the pattern file, or of the table of a silent feedback; nil if the theme is built in, or not found.
    let path: String?
    /// Whether the theme with the pattern is built in, as far as this program knows.
    var isBuiltIn: Bool { path == nil && pattern != nil }

    subscript<Value>(dynamicMember property: KeyPath<FeedbackRecord, Value>) -> Value { record[keyPath: property] }
  }

  let entries: [Entry]
  /// The source, as it follows `from`: `the daemon`, or a theme and the reason for it.
  let origin: String
  /// Whether a theme stands in for the daemon.
  var isSubstitute = false

  /// The feedback with exactly this name, or nil if there is no such feedback.
  subscript(name: ShortName) -> Entry? { entries.first { $0.name == name } }
}

// MARK: - Source

extension FeedbackIndex {
  /// Loads the theme `theme`; without one, the feedbacks of the daemon, or of the theme `default` if no daemon
  /// replies.
  static func present(
    theme: String? = nil, _ daemon: OptionalDaemon = OptionalDaemon()
  ) throws(Failure) -> FeedbackIndex {
    if let theme { return FeedbackIndex(try ChosenTheme.load(theme), because: nil) }
    var reason = "the daemon does not list its feedbacks"
    do throws(Failure) {
      let records = try daemon.ask { session throws(Failure) in try session.feedbacks() }
      if !records.isEmpty { return FeedbackIndex(daemon: records) }
    } catch {
      if let absence = error.absence { reason = absence.rawValue }
    }
    return FeedbackIndex(try ChosenTheme.load(Theme.standardName.description), because: reason)
  }

  /// Finds a feedback, and the index that has it; nil if the name is that of a file.
  ///
  /// - Throws: a failure if no feedback and no file has this name.
  static func find(
    _ name: String, _ daemon: OptionalDaemon = OptionalDaemon()
  ) throws(Failure) -> (entry: Entry, catalogue: FeedbackIndex)? {
    if SubjectName.isPath(name) { return nil }
    let catalogue = try present(daemon)
    if let entry = catalogue[try shortName(name)] { return (entry, catalogue) }
    if SubjectName.fileExists(name) { return nil }
    // A daemon that does not answer may have it.
    if let absence = daemon.absence?.absence, absence != .notRunning {
      let reason = "\(absence.rawValue), and the theme \(Theme.standardName) has no feedback '\(name)'"
      throw .usage("\(reason); 'hapticctl doctor' shows the remedy")
    }
    throw unknownFeedback(name, nearest: catalogue.entries.lazy.map(\.name).nearest(to: name))
  }

  private init(_ theme: Theme, because reason: String?) {
    self.init(
      entries: theme.feedbacks.map { Entry($0) },
      origin: "the theme \(theme.name)" + (reason.map { ", because \($0)" } ?? ""), isSubstitute: reason != nil)
  }

  /// Warns that the feedbacks are not the daemon's: for JSON, which does not name the source.
  func warnIfSubstitute() {
    if isSubstitute { printWarning("the source is \(origin)") }
  }

  /// The daemon sends the names of patterns and themes; the patterns are read from the theme folders here.
  private init(daemon records: [FeedbackRecord]) {
    // By the names of theme and pattern, and of theme, pattern and feedback.
    var patterns: [[ShortName]: Pattern] = [:]
    var known: [[ShortName]: ThemedFeedback] = [:]
    for name in Set(records.map(\.theme)) {
      guard let theme = try? ChosenTheme.load(name.description) else { continue }
      for themed in theme.feedbacks {
        patterns[[themed.theme, themed.patternName]] = themed.feedback.pattern
        known[[themed.theme, themed.patternName, themed.feedback.name]] = themed
      }
    }
    let entries = records.map { record in
      let themed = known[[record.theme, record.patternName, record.name]]
      let pattern = record.isSilent ? [] : patterns[[record.theme, record.patternName]]
      return Entry(record: record, chain: themed?.chain ?? [], pattern: pattern, path: themed?.path)
    }
    self.init(entries: entries, origin: "the daemon")
  }
}

extension FeedbackIndex.Entry {
  init(_ themed: ThemedFeedback) {
    let record = FeedbackRecord(
      themed.feedback.name, patternName: themed.patternName, theme: themed.theme, category: themed.feedback.category,
      isSilent: themed.isSilent, isFallback: themed.isFallback, duration: themed.feedback.pattern.duration)
    self.init(record: record, chain: themed.chain, pattern: themed.feedback.pattern, path: themed.path)
  }
}
