import AHAP
import HapticPatterns
import Testing
import TextDiagnostics

/// A text that is not JSON, with the position of the error.
struct Broken: Sendable, CustomTestStringConvertible {
  let text: String
  let line: Int
  let column: Int
  let message: String
  let remedy: String
  var testDescription: String { text }

  init(_ text: String, _ line: Int, _ column: Int, _ message: String, _ remedy: String) {
    self.text = text
    (self.line, self.column) = (line, column)
    self.message = message
    self.remedy = remedy
  }

  private static let cutOff = "get the complete file"
  private static let before = "check the text before it"

  static let all = [
    Broken("", 1, 1, "the file ends; expected a value", cutOff),
    Broken(" \n ", 2, 2, "the file ends; expected a value", cutOff),
    Broken("{\n", 2, 1, "the file ends; expected a key in quotation marks", cutOff),
    Broken(#"{"a": [1, 2"#, 1, 12, "the file ends; expected a comma or ]", cutOff),
    Broken(#"{"a": 1"#, 1, 8, "the file ends; expected a comma or }", cutOff),
    Broken(#"{"a"#, 1, 4, "a string without an end", "close it with a quotation mark"),
    Broken("{\"a\": [1,\n 2 3]}", 2, 4, "found \"3\"; expected a comma or ]", before),
    Broken(#"{"a" 1}"#, 1, 6, "found \"1\"; expected a colon after the key", before),
    Broken(#"{a: 1}"#, 1, 2, "found \"a\"; expected a key in quotation marks", before),
    Broken(#"{"é": wahr}"#, 1, 7, "found \"w\"; expected a value", before),
    Broken(#"{"a": ü}"#, 1, 7, "found \"ü\"; expected a value", before),
    Broken(#"{"a": tru}"#, 1, 7, "found \"t\"; expected a value", before),
    Broken(#"{"a": 0,5}"#, 1, 9, "a decimal comma", "write numbers with a point"),
    Broken("{\"a\": 1, // one\n}", 1, 10, "a comment", "remove it; JSON has no comments"),
    Broken("{} {}", 1, 4, "text after the end of the value", "keep one object in the file"),
    Broken("[,]", 1, 2, "found \",\"; expected a value", before),
    Broken("[1,,]", 1, 4, "found \",\"; expected a value", before),
    Broken("[01]", 1, 3, "a number starts with 0", "remove the leading zeros"),
    Broken("[1.]", 1, 4, "found \"]\"; expected a digit", before),
    Broken("[-]", 1, 3, "found \"]\"; expected a digit", before),
    Broken("[1e]", 1, 4, "found \"]\"; expected a digit", before),
    Broken("[+1]", 1, 2, "found \"+\"; expected a value", before),
    Broken("[NaN]", 1, 2, "found \"N\"; expected a value", before),
    Broken("[1e999]", 1, 2, "a number out of range", "write a smaller number"),
    Broken("[\"a\nb\"]", 1, 4, "a line break or control character in a string", "write it as \\n or \\u000a"),
    Broken(#"["\x"]"#, 1, 4, "an invalid escape sequence", "write two backslashes for a backslash"),
    Broken(#"["\u12g4"]"#, 1, 7, "\\u without four hexadecimal digits", "write four, as in \\u00e9"),
    Broken(#"["\ud800"]"#, 1, 3, "an incomplete surrogate pair", "write the character itself"),
    Broken(#"["\udc00"]"#, 1, 3, "an incomplete surrogate pair", "write the character itself"),
    Broken(#"["\ud800\u0041"]"#, 1, 3, "an incomplete surrogate pair", "write the character itself"),
    Broken("[\u{1b}]", 1, 2, #"found "\u{1B}"; expected a value"#, before),
  ]
}

@Suite struct SyntaxTests {
  @Test(arguments: Broken.all)
  func `a text that is not JSON is refused at the first wrong character`(_ broken: Broken) {
    let expected = Finding(
      .error, line: broken.line, column: broken.column, message: broken.message, remedy: broken.remedy)
    #expect(refusal(broken.text) == expected)
  }

  @Test(arguments: ["1e-999", "-1e-999", "1e-320", "0.0e9"])
  func `a number nearer to 0 than a Double can be is read`(_ number: String) throws {
    let text = #"{"Version": 1, "Pattern": [{"Event": {"Time": \#(number), "EventType": "HapticTransient"}}]}"#
    let (file, warnings) = try AHAPFile.read(Array(text.utf8))
    #expect(file.pattern.events.map(\.time) == [.zero] && warnings.isEmpty)
  }

  @Test func `a text that is no UTF-8 is refused at its first wrong byte`() {
    let bytes = Array("{\n\"a\": \"".utf8) + [0xff, 0xfe] + Array("\"}".utf8)
    let expected = Finding(
      .error, line: 2, column: 7, message: "the text is not UTF-8", remedy: "save it as UTF-8")
    #expect(refusal(bytes) == expected)
  }

  @Test func `a text in UTF-16 is refused`() {
    let units = file().utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xff), UInt8(unit >> 8)] }
    let bytes: [UInt8] = [0xff, 0xfe] + units
    #expect(refusal(bytes)?.message == "the text is not UTF-8")
  }

  @Test(arguments: ["[]", "1", "null", #""Pattern""#])
  func `a value that is not an object is refused`(_ text: String) {
    #expect(refusal(text)?.message.hasSuffix("; expected an object") == true)
  }

  @Test func `a file without a pattern is refused`() {
    let expected = Finding(
      .error, line: 1, column: 1, message: "no array named Pattern",
      remedy: #"put the events into "Pattern": [...]"#)
    #expect(refusal(#"{"Version": 1}"#) == expected)
  }

  @Test func `a pattern that is no array is refused`() {
    let found = refusal("{\"Version\": 1,\n \"Pattern\": {}}")
    #expect(found?.line == 2 && found?.column == 13 && found?.key == "Pattern")
  }

  @Test func `a finding is written like a compiler's`() {
    let finding = Finding(.warning, line: 3, column: 7, key: "Pattern[0]", message: "odd", remedy: "make it even")
    #expect(finding.description == "3:7: Pattern[0]: odd; make it even")
    #expect(finding.description(in: "a.ahap") == "a.ahap:3:7: Pattern[0]: odd; make it even")
    #expect(Finding(.error, message: "odd", remedy: "make it even").description(in: "a") == "a: odd; make it even")
  }
}
