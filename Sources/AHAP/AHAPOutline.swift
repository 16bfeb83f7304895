/// Where the parts of a pattern stand in its file: the paths of its events, parameters, curves and sounds, in the
/// order in which the pattern has them.
public struct AHAPOutline: Hashable, Sendable {
  public let events: [JSONPath]
  public let parameters: [JSONPath]
  public let curves: [JSONPath]
  public let audio: [JSONPath]
}

/// Parts of a pattern as the file has them, each with its path.
struct Placed<Part> {
  private var parts: [(part: Part, path: JSONPath)] = []

  mutating func append(_ part: Part, at path: JSONPath) { parts.append((part, path)) }

  var count: Int { parts.count }
  var values: [Part] { parts.map(\.part) }

  /// The paths in the order that a pattern brings its parts into: by time, those of the same time as they are.
  func paths(by time: (Part) -> Duration) -> [JSONPath] {
    parts.enumerated().sorted { (time($0.element.part), $0.offset) < (time($1.element.part), $1.offset) }
      .map(\.element.path)
  }
}
