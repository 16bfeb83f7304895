internal import FoundationEssentials

/// A value of a JSON text. Of two equal keys in an object the first one counts.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// What it is, for messages.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A JSON value of whatever kind, as the decoder gives it.
struct DecodedValue: Decodable {
  let value: JSONValue

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  // The decoder does not tell a value's kind, only whether it is what one asks for; the most frequent is asked first.
  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let number = try? single.decode(Double.self) {
      value = .number(number)
    } else if let text = try? single.decode(String.self) {
      value = .string(text)
    } else if let container = try? decoder.container(keyedBy: Key.self) {
      value = .object(try Self.members(of: container))
    } else if let container = try? decoder.unkeyedContainer() {
      value = .array(try Self.elements(of: container))
    } else if let bool = try? single.decode(Bool.self) {
      value = .bool(bool)
    } else if single.decodeNil() {
      value = .null
    } else {
      throw DecodingError.dataCorruptedError(in: single, debugDescription: "no JSON value")
    }
  }

  private static func members(of container: KeyedDecodingContainer<Key>) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for key in container.allKeys {
      members[key.stringValue] = try container.decode(DecodedValue.self, forKey: key).value
    }
    return members
  }

  private static func elements(of container: any UnkeyedDecodingContainer) throws -> [JSONValue] {
    var container = container
    var elements: [JSONValue] = []
    while !container.isAtEnd { elements.append(try container.decode(DecodedValue.self).value) }
    return elements
  }
}
