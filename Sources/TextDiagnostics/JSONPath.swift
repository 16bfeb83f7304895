/// The path from the root of a JSON text to a value: `Pattern[3].Event.Time`.
public indirect enum JSONPath: Hashable, Sendable, CustomStringConvertible {
  case root
  case member(of: JSONPath, String)
  case element(of: JSONPath, Int)

  enum Step: Hashable {
    case key(String)
    case index(Int)
  }

  var steps: [Step] {
    var steps: [Step] = []
    var rest = self
    while true {
      switch rest {
      case .root: return steps.reversed()
      case .member(let parent, let key): (rest, _) = (parent, steps.append(.key(key)))
      case .element(let parent, let index): (rest, _) = (parent, steps.append(.index(index)))
      }
    }
  }

  /// The path for display; empty for the root. Keys are shortened, and characters that could move a terminal's cursor
  /// are escaped.
  public var description: String { steps.reduce(into: "") { $0 += Self.shown($1, first: $0.isEmpty) } }

  /// The path without array indices: equal for corresponding members of an array's elements.
  var shape: String {
    steps.reduce(into: "") { shape, step in
      if case .key(let key) = step { shape += "." + key } else { shape += "[]" }
    }
  }

  private static func shown(_ step: Step, first: Bool) -> String {
    switch step {
    case .key(let key): (first ? "" : ".") + Quotation.shown(key)
    case .index(let index): "[\(index)]"
    }
  }
}
