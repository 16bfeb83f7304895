/// A value of a document that is being encoded. A class, because a container is filled after it has its place.
final class JSONPart {
  enum Kind {
    /// A number, or true, false and null.
    case word
    case text
    case array
    case object
  }

  /// A value that encodes nothing is an object.
  var kind: Kind
  /// The word, or the text without quotation marks.
  private(set) var text: String
  /// The keys of `parts` in an object.
  var keys: [String] = []
  var parts: [JSONPart] = []

  init(_ kind: Kind, _ text: String = "") { (self.kind, self.text) = (kind, text) }

  static var null: JSONPart { JSONPart(.word, "null") }

  /// Encodes a value.
  ///
  /// - Parameter path: the keys of the value, for an error.
  static func part<Value: Encodable>(of value: Value, at path: @autoclosure () -> [any CodingKey]) throws -> JSONPart {
    switch value {
    case let flag as Bool: return JSONPart(.word, flag ? "true" : "false")
    case let text as String: return JSONPart(.text, text)
    case let number as any BinaryFloatingPoint & CustomStringConvertible:
      let text = number.description
      guard number.isFinite else {
        let problem = "Unable to encode \(Value.self).\(text) directly in JSON."
        throw EncodingError.invalidValue(value, .init(codingPath: path(), debugDescription: problem))
      }
      return JSONPart(.word, text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    case let number as any BinaryInteger: return JSONPart(.word, "\(number)")
    default:
      let part = JSONPart(.object)
      try value.encode(to: JSONPartEncoder(part: part, codingPath: path()))
      return part
    }
  }

  /// Adds an element, or a member after its key.
  func take(_ other: JSONPart) -> JSONPart {
    parts.append(other)
    return other
  }

  /// Has the content of another part.
  func become(_ other: JSONPart) { (kind, text, keys, parts) = (other.kind, other.text, other.keys, other.parts) }
}
