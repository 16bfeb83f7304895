/// The path from the root of a JSON text to a value: `Pattern[3].Event.Time`.
public indirect enum JSONPath: Hashable, Sendable, CustomStringConvertible {
  case root
  case member(of: JSONPath, String)
  case element(of: JSONPath, Int)

  /// The path for display; empty for the root. Keys are shortened, and characters that could move a terminal's cursor
  /// are escaped.
  public var description: String {
    switch self {
    case .root: return ""
    case .member(let parent, let key):
      let path = parent.description
      return path + (path.isEmpty ? "" : ".") + Quotation.shown(key)
    case .element(let parent, let index): return "\(parent)[\(index)]"
    }
  }

  /// The path without array indices: equal for corresponding members of an array's elements.
  var shape: String {
    switch self {
    case .root: ""
    case .member(let parent, let key): parent.shape + "." + key
    case .element(let parent, _): parent.shape + "[]"
    }
  }
}
