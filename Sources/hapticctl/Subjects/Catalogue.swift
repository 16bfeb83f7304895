internal import HapticSystem
internal import HapticThemes
internal import Haptics

/// The feedbacks that can be asked for by name, and where that is known from: the daemon's, or where none runs, those of
/// a theme.
struct Catalogue {
  struct Entry {
    let name: ShortName
    let category: Category
    /// The pattern's file without `.ahap`; empty where nothing is felt.
    let patternName: ShortName
    /// The theme that the pattern is from.
    let theme: ShortName
    let isSilent: Bool
    /// Whether another feedback's pattern stands in.
    let isFallback: Bool
    /// The names that were followed to get to the pattern; none also where they are not known.
    let chain: [ShortName]
    let length: Duration
    /// Nil where this program does not find the theme that the daemon has it from.
    let pattern: Pattern?
  }

  let entries: [Entry]
  /// As in `this is from the daemon`.
  let origin: String

  private init(_ entries: [Entry], origin: String) {
    self.entries = entries
    self.origin = origin
  }

  /// The feedback of exactly this name.
  subscript(name: ShortName) -> Entry? { entries.first { $0.name == name } }

  func nearest(to name: String) -> ShortName? { entries.lazy.map(\.name).nearest(to: name) }
}

// MARK: - Where it is from

extension Catalogue {
  /// The daemon's feedbacks, or where none answers those of the theme `default`; those of `theme` where one is named.
  ///
  /// - Throws: a failure where there is no such theme.
  static func present(theme: String? = nil) throws(Failure) -> Catalogue {
    if let theme { return Catalogue(try load(theme), because: nil) }
    var reason = "the daemon does not list its feedbacks"
    do throws(Failure) {
      let records = try Session().feedbacks()
      if !records.isEmpty { return Catalogue(daemon: records) }
    } catch {
      if error.code == .usage { reason = "no daemon is running" }
    }
    return Catalogue(try load(Theme.standardName.description), because: reason)
  }

  /// - Throws: a failure that lists what is wrong with the theme.
  private static func load(_ theme: String) throws(Failure) -> Theme {
    do throws(ThemeError) {
      return try Theme.load(theme, searching: Theme.searchFolders(environment: Environment.variable))
    } catch {
      throw .usage("\(error)")
    }
  }

  private init(_ theme: Theme, because reason: String?) {
    self.init(
      theme.feedbacks.map { Entry($0) },
      origin: "the theme \(theme.name)" + (reason.map { ", because \($0)" } ?? ""))
  }

  /// The daemon names patterns and their themes; what is in them is read here.
  private init(daemon records: [FeedbackRecord]) {
    var patterns: [ThemedPattern: Pattern] = [:]
    var chains: [ShortName: [ThemedPattern: [ShortName]]] = [:]
    for name in Set(records.map(\.theme)) {
      guard let theme = try? Self.load(name.description) else { continue }
      for themed in theme.feedbacks {
        patterns[ThemedPattern(themed)] = themed.feedback.pattern
        chains[themed.feedback.name, default: [:]][ThemedPattern(themed)] = themed.chain
      }
    }
    let entries = records.map { record in
      let key = ThemedPattern(record)
      return Entry(record, patterns[key], chain: chains[record.name]?[key] ?? [])
    }
    self.init(entries, origin: "the daemon")
  }
}

/// What a theme says of a pattern.
private struct ThemedPattern: Hashable {
  let theme, patternName: ShortName

  init(_ feedback: ThemedFeedback) { (theme, patternName) = (feedback.theme, feedback.patternName) }
  init(_ record: FeedbackRecord) { (theme, patternName) = (record.theme, record.patternName) }
}

extension Catalogue.Entry {
  fileprivate init(_ themed: ThemedFeedback) {
    self.init(
      name: themed.feedback.name, category: themed.feedback.category, patternName: themed.patternName,
      theme: themed.theme, isSilent: themed.isSilent, isFallback: themed.isFallback, chain: themed.chain,
      length: themed.feedback.pattern.duration, pattern: themed.feedback.pattern)
  }

  fileprivate init(_ record: FeedbackRecord, _ pattern: Pattern?, chain: [ShortName]) {
    self.init(
      name: record.name, category: record.category, patternName: record.patternName, theme: record.theme,
      isSilent: record.isSilent, isFallback: record.isFallback, chain: chain, length: record.duration,
      pattern: record.isSilent ? [] : pattern)
  }
}
