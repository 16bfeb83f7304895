internal import HapticPatterns

/// A pattern as the server plays it: laid out once, shared by every name that stands for it and by all that plays it.
final class SharedPattern {
  let definition: Pattern
  /// Tells the patterns of clients apart; 0 for those of the vocabulary, which have names.
  let digest: Int
  /// Made when first needed: what is only ever played as it was rendered needs none.
  private(set) lazy var score = Score(definition)
  /// What a client's own pattern counts for the client, until nothing holds it any more: no handle and no playback.
  private let charges: [Charge]

  init(_ pattern: Pattern, digest: Int = 0, charges: [Charge] = []) {
    definition = pattern
    self.digest = digest
    self.charges = charges
  }

  /// Whether it is rendered piece by piece while it plays. Shorter ones are rendered once and kept, unless that turns out
  /// to take long.
  lazy var isLong: Bool = {
    let turns = definition.curves.reduce(definition.parameters.count) { $0 + $1.points.count }
    return definition.duration > Self.longestWhole || definition.events.count + turns > Self.mostWhole
  }()

  /// Rendered whole, a pattern of this size takes about a millisecond and a few kilobytes.
  private static let longestWhole = Duration.seconds(5)
  private static let mostWhole = 200
}

extension SharedPattern: Hashable {
  static func == (left: SharedPattern, right: SharedPattern) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What can be asked for: a feedback of the vocabulary, or a client's own pattern.
struct ResolvedFeedback {
  /// Empty for a client's own pattern.
  let name: ShortName
  let category: Category
  let pattern: SharedPattern

  /// Known, and meant to be nothing: absence is feedback.
  var isSilent: Bool { pattern.definition.events.isEmpty }
}
