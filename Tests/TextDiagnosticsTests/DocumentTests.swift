import Testing
import TextDiagnostics

/// Tests of JSON documents with positions, as other readers use them.
@Suite struct DocumentTests {
  /// Returns the findings of a reader that warns at each of these places.
  private func places(_ text: String, _ places: [Remark.Place]) throws -> [String] {
    let document = try JSONDocument(Array(text.utf8))
    let (_, findings) = try document.read { (_, report) throws(Remark) in
      for place in places { report.warn("here \(place)", at: place, remedy: "-") }
    }
    return findings.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.key)" }
  }

  private let a = JSONPath.member(of: .root, "a")

  @Test func `a value and its key have their own places`() throws {
    #expect(try places("{\n  \"a\":  7}", [.key(a), .value(a)]) == ["2:3 a", "2:9 a"])
  }

  @Test func `a time is the nearest number of seconds`() {
    for milliseconds in stride(from: 0, through: 3_600_000, by: 1000) {
      #expect(Duration.milliseconds(milliseconds + 1).inSeconds == Double(milliseconds + 1) / 1000)
    }
    #expect(Duration.seconds(3599).inSeconds == 3599)
  }

  @Test func `places are counted in characters`() throws {
    let second = JSONPath.element(of: a, 1)
    #expect(try places("{\"ü\": \"🎺\", \"a\": [\"é\", 1]}", [.value(second)]) == ["1:23 a[1]"])
  }

  @Test func `a key that is written with escapes is found`() throws {
    #expect(try places(#"{"\u0061": 1}"#, [.value(a)]) == ["1:12 a"])
  }

  @Test func `the first of two equal keys gives the value and the place`() throws {
    let text = #"{"a": 1, "a": 2}"#
    let document = try JSONDocument(Array(text.utf8))
    #expect(document.root["a"]?.value == .number(1))
    #expect(try places(text, [.value(a)]).contains("1:7 a"))
  }

  @Test func `many places are found at once`() throws {
    let elements = (0..<50).map { Remark.Place.value(.member(of: .element(of: a, $0), "b")) }
    let text = "{\"a\": [" + [String](repeating: "{\"b\":\n0}", count: 50).joined(separator: ",") + "]}"
    #expect(try places(text, elements) == (0..<50).map { "\($0 + 2):1 a[\($0)].b" })
  }

  @Test func `a refusal has the place of its value`() throws {
    let document = try JSONDocument(Array("{\"a\":\n  7}".utf8))
    do throws(Refused) {
      _ = try document.read { (root, _) throws(Remark) in
        throw root["a"]?.remark("too many", remedy: "fewer") ?? root.remark("no a", remedy: "add it")
      }
      Issue.record("not refused")
    } catch {
      #expect(error.description == "2:3: a: too many; fewer")
    }
  }

  @Test func `a document has the values of its text`() throws {
    let text =
      #"{"n": -1.5e2, "s": "a\u00e9\ud83c\udfba", "t": true, "f": false, "z": null, "l": [1, [2]], "o": {"k": 0}}"#
    let root = try JSONDocument(Array(text.utf8)).root
    #expect(root["n"]?.value == .number(-150))
    #expect(root["s"]?.value == .string("aé🎺"))
    #expect(root["t"]?.value == .bool(true) && root["f"]?.value == .bool(false) && root["z"]?.value == .null)
    #expect(root["l"]?.elements?.map(\.value) == [.number(1), .array([.number(2)])])
    #expect(root["o"]?["k"]?.value == .number(0))
    #expect(root["missing"] == nil && root["n"]?["k"] == nil && root["n"]?.elements == nil)
  }

  @Test(arguments: [
    ("HapticReleaseTime", "ReleaseTime"), ("hapticintensity", "HapticIntensity"), ("Sustain", "Sustained"),
    ("HapticIntensityControl", "HapticIntensity"), ("Attack", "AttackTime"),
  ])
  func `the nearest known word is suggested`(_ text: String, _ meant: String) {
    let names = ["HapticIntensity", "HapticSharpness", "AttackTime", "ReleaseTime", "Sustained"]
    #expect(Spelling.nearest(to: text, among: names) == meant)
  }

  @Test(arguments: ["", "x", "Zebra", String(repeating: "HapticIntensity", count: 10)])
  func `a word that resembles no other has no suggestion`(_ text: String) {
    #expect(Spelling.nearest(to: text, among: ["HapticIntensity", "AttackTime"]) == nil)
  }
}
