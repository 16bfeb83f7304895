public import TextDiagnostics

/// The positions of a pattern's parts in its file: the paths of its events, parameters, curves and audio events, in the
/// order of the pattern.
public struct AHAPOutline: Hashable, Sendable {
  public let events: [JSONPath]
  public let parameters: [JSONPath]
  public let curves: [JSONPath]
  public let audio: [JSONPath]
}

/// Parts of a pattern in the order of the file, with their paths.
struct Placed<Part> {
  private var parts: [(part: Part, path: JSONPath)] = []

  mutating func append(_ part: Part, at path: JSONPath) { parts.append((part, path)) }

  var count: Int { parts.count }
  var values: [Part] { parts.map(\.part) }

  /// Returns the paths in the order of a pattern: by time; parts with the same time keep their order.
  func paths(by time: (Part) -> Duration) -> [JSONPath] {
    parts.enumerated().sorted { (time($0.element.part), $0.offset) < (time($1.element.part), $1.offset) }
      .map(\.element.path)
  }
}
