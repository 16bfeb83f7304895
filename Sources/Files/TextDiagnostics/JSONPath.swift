/// The path from the root of a JSON text to a value: `Pattern[3].Event.Time`.
public indirect enum JSONPath: Hashable, Sendable, CustomStringConvertible {
  case root
  case member(of: JSONPath, String)
  case element(of: JSONPath, Int)

  enum Component: Hashable {
    case key(String)
    case index(Int)
  }

  var components: [Component] {
    var components: [Component] = []
    var rest = self
    while true {
      switch rest {
      case .root: return components.reversed()
      case .member(let parent, let key): (rest, _) = (parent, components.append(.key(key)))
      case .element(let parent, let index): (rest, _) = (parent, components.append(.index(index)))
      }
    }
  }

  /// The path for display; empty for the root. Keys are shortened, and characters that could move a terminal's cursor
  /// are escaped.
  public var description: String { components.reduce(into: "") { $0 += Self.shown($1, first: $0.isEmpty) } }

  /// The path without array indices: equal for corresponding members of an array's elements.
  var shape: String {
    components.reduce(into: "") { shape, component in
      if case .key(let key) = component { shape += "." + key } else { shape += "[]" }
    }
  }

  private static func shown(_ component: Component, first: Bool) -> String {
    switch component {
    case .key(let key): (first ? "" : ".") + Quotation.shown(key)
    case .index(let index): "[\(index)]"
    }
  }
}
