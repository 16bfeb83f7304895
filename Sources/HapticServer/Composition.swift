internal import HapticPatterns

/// A pattern as the server plays it: laid out once, shared by every name that stands for it and by all that plays it.
final class Composition {
  let pattern: Pattern
  /// Made when first needed: what is only ever played as it was rendered needs none.
  private(set) lazy var score = Score(pattern)

  init(_ pattern: Pattern) { self.pattern = pattern }

  /// Whether it is rendered piece by piece while it plays. Shorter ones are rendered once and kept.
  private(set) lazy var isLong: Bool = {
    let points = pattern.curves.reduce(0) { $0 + $1.points.count }
    return pattern.events.count + pattern.parameters.count + points > Self.mostWhole
      || pattern.duration > Self.longestWhole
  }()

  /// Rendered whole, a pattern of this size takes about a millisecond and a few kilobytes.
  private static let longestWhole = Duration.seconds(5)
  private static let mostWhole = 200
}

extension Composition: Hashable {
  static func == (left: Composition, right: Composition) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What can be asked for: a feedback of the vocabulary, or a client's own pattern.
struct Material {
  /// Empty for a client's own pattern.
  let name: ShortName
  let category: Category
  let composition: Composition
  /// What a client's own pattern counts of the client's share (`Limits.patternBytes`).
  var recordBytes = 0

  /// Known, and meant to be nothing: absence is feedback.
  var isSilent: Bool { composition.pattern.events.isEmpty }
}
