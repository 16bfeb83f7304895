import FoundationEssentials
import JSONEncoding
import Testing

@Suite struct JSONEncodingTests {
  /// What Foundation writes, with members in the order of their keys.
  private static func foundation(_ value: some Encodable, indented: Bool) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if indented { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func expectSame(_ value: some Encodable) throws {
    for indented in [false, true] {
      let style: JSONEncoding.Style = indented ? [.sortedKeys, .indented] : .sortedKeys
      let text = String(decoding: try JSONEncoding.bytes(of: value, style), as: UTF8.self)
      #expect(text == (try Self.foundation(value, indented: indented)))
    }
  }

  @Test func `numbers are written as by Foundation`() throws {
    try expectSame([
      1.0, -0.0, 0.1, 1e300, 1e-7, 1e16, 123_456_789_012_345, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ])
    try expectSame([Float(0.1), 1, 16_777_216, 3.4e38])
    try expectSame([UInt64.max, 0])
    try expectSame([Int64.min, -1])
    try expectSame([Int8.min, .max])
    try expectSame([UInt16.max])
  }

  @Test func `texts are escaped as by Foundation`() throws {
    try expectSame((0...0x2f).map { String(Unicode.Scalar(UInt8($0))) })
    try expectSame(["\u{7f}", "é", "\u{2028}", "😀", "a/b\\\"", ""])
  }

  @Test func `containers are written as by Foundation`() throws {
    try expectSame([Int]())
    try expectSame([String: Int]())
    try expectSame([[Int?]]([[nil, 1], [], [2]]))
    try expectSame(["a10": ["x": 1.5], "B": [:], "a2": ["y": 2, "x": 3], "ä": [:], "a": [:]])
    try expectSame(["a": [true, false]])
    try expectSame("text")
    try expectSame(Nothing())
    try expectSame([3: "dictionaries with whole numbers"])
  }

  @Test func `values that encode themselves in parts are written as by Foundation`() throws {
    try expectSame(Parts())
    try expectSame([Parts(), Parts()])
    try expectSame(["wrapped": Wrapped(value: .max)])
  }

  @Test func `members without a value are omitted`() throws {
    let bytes = try JSONEncoding.bytes(of: Member(first: nil, second: 1))
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"second":1}"#)
  }

  @Test func `members keep their order unless they are sorted`() throws {
    let value = Member(first: 2, second: 1, again: 3)
    #expect(String(decoding: try JSONEncoding.bytes(of: value), as: UTF8.self) == #"{"second":1,"first":2,"again":3}"#)
    let sorted = try JSONEncoding.bytes(of: value, .sortedKeys)
    #expect(String(decoding: sorted, as: UTF8.self) == #"{"again":3,"first":2,"second":1}"#)
  }

  @Test func `slashes are escaped on request`() throws {
    let bytes = try JSONEncoding.bytes(of: ["a/b": "c/d"], .escapedSlashes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"a\/b":"c\/d"}"#)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `a number that is not finite is refused with its place`(
    number: Double
  ) throws {
    let error = #expect(throws: EncodingError.self) { try JSONEncoding.bytes(of: ["a": [1, number]]) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
  }
}

private struct Nothing: Encodable {}

private struct Wrapped: Encodable {
  let value: UInt32

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

private struct Member: Encodable {
  enum CodingKeys: String, CodingKey { case second, first, again }
  var first: Int?
  var second: Int
  var again: Int?
}

/// A value with containers in each other, one of which is filled after a later one.
private struct Parts: Encodable {
  enum Key: String, CodingKey { case list, object, nothing, parent }

  func encode(to encoder: any Encoder) throws {
    var whole = encoder.container(keyedBy: Key.self)
    var list = whole.nestedUnkeyedContainer(forKey: .list)
    var object = whole.nestedContainer(keyedBy: Key.self, forKey: .object)
    try object.encode("o", forKey: .nothing)
    try list.encode(1)
    var inner = list.nestedUnkeyedContainer()
    try inner.encodeNil()
    var member = list.nestedContainer(keyedBy: Key.self)
    try member.encode(2.5, forKey: .list)
    try Wrapped(value: 7).encode(to: list.superEncoder())
    try whole.encodeNil(forKey: .nothing)
    try Wrapped(value: 8).encode(to: whole.superEncoder(forKey: .parent))
    try Wrapped(value: 9).encode(to: whole.superEncoder())
  }
}
