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
