internal import HapticPatterns

/// A pattern as the server plays it: prepared once, and shared by all its names and playbacks.
final class SharedPattern {
  let definition: Pattern
  /// The category of its first name in the vocabulary; nil for a client's own pattern.
  let category: Category?
  /// Distinguishes the patterns of clients; 0 for those of the vocabulary, which have names.
  let digest: Int
  /// The memory of a playback by `MemoryCost`, in bytes.
  let playbackCost: Int
  /// Made at first use: a feedback that is played only from its rendering needs no score.
  private(set) lazy var score = Score(definition)
  /// The strongest event, without regard to controls; nil for an empty pattern.
  private(set) lazy var strongest: Event? = definition.events.max { $0.intensity < $1.intensity }
  /// The charges for a client's own pattern. They last until no handle and no playback refers to it.
  private let charges: [Charge]

  /// - Parameter category: nil for a client's own pattern, which has a digest and charges.
  init(_ pattern: Pattern, _ category: Category?, digest: Int = 0, charges: [Charge] = []) {
    definition = pattern
    self.category = category
    self.digest = digest
    self.charges = charges
    playbackCost = MemoryCost.playback(of: pattern)
  }

  /// Whether it is rendered incrementally. Shorter patterns are rendered whole and kept, unless that exceeds the budget
  /// of `RenderCache`.
  lazy var isLong: Bool = {
    let turns = definition.curves.reduce(definition.parameters.count) { $0 + $1.points.count }
    return definition.duration > Self.longestWhole || definition.events.count + turns > Self.mostWhole
  }()

  /// Rendering a pattern of this size takes about a millisecond and a few kilobytes.
  private static let longestWhole = Duration.seconds(5)
  private static let mostWhole = 200
}

extension SharedPattern: Hashable {
  static func == (left: SharedPattern, right: SharedPattern) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A feedback of the vocabulary, or a client's own pattern. A class, so that a play does not copy it.
final class ResolvedFeedback {
  /// The name of the feedback; empty for a client's own pattern.
  let name: ShortName
  let category: Category
  let pattern: SharedPattern

  init(name: ShortName, category: Category, pattern: SharedPattern) {
    self.name = name
    self.category = category
    self.pattern = pattern
  }

  /// Whether it is without a pattern on purpose.
  var isSilent: Bool { pattern.definition.events.isEmpty }
}
