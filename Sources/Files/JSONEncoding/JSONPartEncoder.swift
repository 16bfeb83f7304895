/// Fills a part of a document.
struct JSONPartEncoder: Encoder {
  let part: JSONPart
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    part.kind = .object
    return KeyedEncodingContainer(Members(part: part, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    part.kind = .array
    return Elements(part: part, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(part: part, codingPath: codingPath) }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let part: JSONPart
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { _ = add(.null, key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    _ = add(try JSONPart.part(of: value, at: codingPath + [key]), key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder(JSONKey("super")) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: some CodingKey) -> JSONPartEncoder {
    JSONPartEncoder(part: add(JSONPart(.object), key), codingPath: codingPath + [key])
  }

  private func add(_ value: JSONPart, _ key: some CodingKey) -> JSONPart {
    part.keys.append(key.stringValue)
    return part.take(value)
  }
}

/// The elements of an array.
private struct Elements: UnkeyedEncodingContainer {
  let part: JSONPart
  let codingPath: [any CodingKey]
  var count: Int { part.parts.count }

  func encodeNil() { _ = part.take(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    _ = part.take(try JSONPart.part(of: value, at: codingPath + [JSONKey(count)]))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> JSONPartEncoder {
    let path = codingPath + [JSONKey(count)]
    return JSONPartEncoder(part: part.take(JSONPart(.object)), codingPath: path)
  }
}

/// A value that is encoded as another one.
private struct Single: SingleValueEncodingContainer {
  let part: JSONPart
  let codingPath: [any CodingKey]

  func encodeNil() { part.become(.null) }

  func encode<Value: Encodable>(_ value: Value) throws { part.become(try JSONPart.part(of: value, at: codingPath)) }
}

/// A key that no type declares.
package struct JSONKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(_ name: String) { (stringValue, intValue) = (name, nil) }
  package init(_ index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
  package init?(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { self.init(intValue) }
}
