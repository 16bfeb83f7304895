import Foundation
import TestSupport
import Testing

@testable import TextDiagnostics

/// Values as decoded by Foundation.
private indirect enum Decoded: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([Decoded])
  case object([String: Decoded])

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let bool = try? single.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? single.decode(Double.self) {
      self = .number(number)
    } else if let text = try? single.decode(String.self) {
      self = .string(text)
    } else if let elements = try? single.decode([Decoded].self) {
      self = .array(elements)
    } else {
      self = .object(try single.decode([String: Decoded].self))
    }
  }

  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(Decoded.init))
    case .object(let members): self = .object(members.mapValues(Decoded.init))
    }
  }
}

/// Compares the values of a text with those of Foundation's decoder.
@Suite struct JSONBuilderTests {
  private func check(_ text: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    let expected = try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
    #expect(Decoded(document.root.value) == expected, "\(text)")
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "12", "-1.5e-3", "1E+2", "0.1", "3.4028235e38", "1e308", "\"\"", "\"a\"", "[]",
    "{}", " [ ] ", "\t{\r\n}\n", "[1]", "[1,]", "[1 , 2 ,3 , ]", "[[],[[]],{}]", "{\"a\":1}", "{ \"a\" : [ { } ] , }",
    "{\"a\":{\"b\":{\"c\":null}},\"d\":[true,false]}", "[null,true,false,\"null\"]",
  ])
  func `values are read as Foundation reads them`(text: String) throws { try check(text) }

  @Test(arguments: [
    #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u20AC""#, #""\ud83d\udc4b and more""#, #""é 振 👋""#, #""\u0000""#,
    #"{"a\"b":1,"\u0061c":2}"#, #""ends with \\""#, #"["\\","\""]"#, #""{[,:]}""#, #""\\u0041""#,
  ])
  func `texts are read as Foundation reads them`(text: String) throws { try check(text) }

  @Test func `the first of two equal keys is used, however they are written`() throws {
    let document = try JSONDocument(Array(#"{"a": 1, "\u0061": 2, "a": 3}"#.utf8))
    #expect(document.root.value == .object(["a": .number(1)]))
  }

  @Test(arguments: 0..<300)
  func `random texts are read as Foundation reads them`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    try check(random.json(depth: 4))
  }

  @Test func `every real file is read as Foundation reads it`() throws {
    for file in Corpus.files("ahap") + Corpus.files("haptic") {
      let bytes = Array(try Data(contentsOf: file))
      guard let document = try? JSONDocument(bytes) else { continue }
      #expect(Decoded(document.root.value) == (try JSONDecoder().decode(Decoded.self, from: Data(bytes))), "\(file)")
    }
  }
}

extension SplitMix64 {
  private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &self)! }
  private mutating func space() -> String { pick(["", "", "", " ", "\n", "\t ", "\r\n  "]) }

  mutating func json(depth: Int) -> String {
    let kind = Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self)
    let text =
      switch kind {
      case 0: pick(["null", "true", "false"])
      case 1, 2: number()
      case 3, 4: string()
      case 5: "[" + members(depth) { $0.json(depth: depth - 1) } + "]"
      default:
        "{"
          + members(depth) { random in
            random.string(unique: true) + random.space() + ":" + random.json(depth: depth - 1)
          } + "}"
      }
    return space() + text + space()
  }

  private mutating func members(_ depth: Int, _ member: (inout SplitMix64) -> String) -> String {
    let count = Int.random(in: 0...4, using: &self)
    let members = (0..<count).map { _ in space() + member(&self) + space() }
    return members.joined(separator: ",") + (count > 0 && Bool.random(using: &self) ? "," + space() : "")
  }

  private mutating func number() -> String {
    let value = Double.random(in: -1000...1000, using: &self)
    return pick(["\(value)", "\(Int(value))", "\(Int(value))e3", "\(abs(value))E-2", "0"])
  }

  private mutating func string(unique: Bool = false) -> String {
    let pieces = [
      "a", "Zé", "振", "👋", " ", "{", ",", #"\""#, #"\\"#, #"\n"#, #"\u00e9"#, #"\ud83d\udc4b"#, "/", #"\/"#,
    ]
    let own = unique ? "\(next())" : ""
    return "\"" + own + (0..<Int.random(in: 0...6, using: &self)).map { _ in pick(pieces) }.joined() + "\""
  }
}
