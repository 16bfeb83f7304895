/// A parsed JSON text with the positions of its values.
///
/// Safe for untrusted text: size, nesting and number of values are limited.
public struct JSONDocument: Sendable {
  private let reading: TextReading
  private let trailingCommas: [Int]
  private let repeatedKeys: [Int]
  /// The value of the whole text.
  public let root: JSONNode

  /// Parses a text.
  ///
  /// - Throws: `Refused` with line and column if the text is too large, nested too deeply, not UTF-8 or not JSON.
  public init(_ bytes: [UInt8], limits: FileLimits = .standard) throws(Refused) {
    let text = try TextReading.checked(bytes, limits: limits)
    reading = TextReading(text, limits: limits)
    do {
      var parser = JSONParser(text, limits: limits)
      root = JSONNode(try parser.parse(), at: .root)
      (trailingCommas, repeatedKeys) = (parser.trailingCommas, parser.repeatedKeys)
    } catch {
      throw reading.refusal(error)
    }
  }

  /// Reads the text with `body`, which adds warnings to the report. Adds the warnings about the text itself (trailing
  /// commas, duplicate keys).
  ///
  /// - Throws: the remark from `body`, with its line and column.
  public func read<Value>(
    _ body: (JSONNode, inout DiagnosticReport) throws(Remark) -> Value
  ) throws(Refused) -> (value: Value, warnings: [Finding]) {
    try reading.read { (report) throws(Remark) in
      for comma in trailingCommas {
        report.warn(
          "a comma at the end of a list", at: .byte(comma), remedy: "remove it; strict JSON does not permit it")
      }
      for key in repeatedKeys {
        report.warn("a duplicate key; the first one counts", at: .byte(key), remedy: "keep one of them")
      }
      return try body(root, &report)
    }
  }

  /// Returns the findings of a report, in order of the text.
  public func findings(of report: DiagnosticReport) -> [Finding] { reading.findings(of: report) }
}

/// A value of a JSON text with its path.
public struct JSONNode: Sendable {
  public let value: JSONValue
  public let path: JSONPath

  public init(_ value: JSONValue, at path: JSONPath) {
    self.value = value
    self.path = path
  }

  /// Returns the member with this key; nil if there is none, or if the value is not an object.
  public subscript(key: String) -> JSONNode? {
    guard case .object(let members) = value, let member = members[key] else { return nil }
    return JSONNode(member, at: .member(of: path, key))
  }

  /// The elements of an array; nil if the value is not an array.
  public var elements: [JSONNode]? {
    guard case .array(let elements) = value else { return nil }
    return elements.indices.map { JSONNode(elements[$0], at: .element(of: path, $0)) }
  }

  /// Returns a remark about the value, to be thrown.
  public func remark(_ message: String, remedy: String) -> Remark { Remark(message, at: .value(path), remedy: remedy) }
}

/// A value of a JSON text. If an object has a key twice, the first one counts.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The kind of value, for messages.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
