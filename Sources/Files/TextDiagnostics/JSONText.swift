/// Writes JSON, independent of the locale.
public enum JSONText {
  /// Returns a text in quotation marks.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\0"..<" ": quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Returns the shortest text that reads as the same number.
  package static func number(_ value: Double) -> String { "\(value)" }

  /// Returns seconds, rounded to nanoseconds, with as many decimals as necessary.
  package static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.inNanoseconds.components
    var digits = "\(attoseconds / 1_000_000_000)"
    digits = String(repeating: "0", count: 9 - digits.utf8.count) + digits
    while digits.utf8.count > 1, digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return "\(seconds).\(digits)"
  }

  /// Returns the content of an array or object with one entry per line, which has this indentation; empty without entries.
  package static func lines(_ entries: [String], indentation: Int) -> String {
    if entries.isEmpty { return "" }
    let margin = "\n" + String(repeating: " ", count: indentation)
    return margin + entries.joined(separator: "," + margin) + String(margin.dropLast(2))
  }

  /// Returns a value on one line, with sorted keys.
  package static func compact(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): self.number(number)
    case .string(let text): quoted(text)
    case .array(let elements): "[" + elements.map(compact).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(compact($0.value))" }.joined(separator: ", ")
        + "}"
    }
  }
}

extension [String: JSONValue] {
  /// The author's notes of a file as texts: strings as they are, other values as JSON on one line, which `json` has again.
  package var metadata: (texts: [String: String], json: [String: String]) {
    let json = compactMapValues { if case .string = $0 { String?.none } else { JSONText.compact($0) } }
    let texts = compactMapValues { if case .string(let text) = $0 { text } else { nil } }
    return (texts.merging(json) { $1 }, json)
  }
}
