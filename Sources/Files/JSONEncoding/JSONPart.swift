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
    if let scalar = value as? any JSONScalar {
      if let part = scalar.part { return part }
      let name = "\(Value.self).\(scalar)"
      throw EncodingError.invalidValue(
        value, .init(codingPath: path(), debugDescription: "Unable to encode \(name) directly in JSON."))
    }
    let part = JSONPart(.object)
    try value.encode(to: JSONPartEncoder(part: part, codingPath: path()))
    return part
  }

  /// Adds an element, or a member after its key.
  func take(_ other: JSONPart) -> JSONPart {
    parts.append(other)
    return other
  }

  /// Has the content of another part.
  func become(_ other: JSONPart) { (kind, text, keys, parts) = (other.kind, other.text, other.keys, other.parts) }
}

/// A value that is not encoded by its members.
private protocol JSONScalar {
  /// Nil for a number that JSON does not have.
  var part: JSONPart? { get }
}

extension JSONScalar where Self: BinaryInteger { fileprivate var part: JSONPart? { JSONPart(.word, "\(self)") } }

extension JSONScalar where Self: BinaryFloatingPoint & CustomStringConvertible {
  fileprivate var part: JSONPart? {
    guard isFinite else { return nil }
    let text = description
    return JSONPart(.word, text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }
}

extension Bool: JSONScalar { fileprivate var part: JSONPart? { JSONPart(.word, self ? "true" : "false") } }
extension String: JSONScalar { fileprivate var part: JSONPart? { JSONPart(.text, self) } }
extension Double: JSONScalar {}
extension Float: JSONScalar {}
extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
