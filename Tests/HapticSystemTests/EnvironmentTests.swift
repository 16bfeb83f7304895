import Foundation
import HapticSystem
import Testing

@Suite struct EnvironmentTests {
  @Test func `all variables are those that Foundation finds`() {
    #expect(!Environment.variables.isEmpty)
    #expect(Environment.variables == ProcessInfo.processInfo.environment)
  }

  @Test func `a value that is not UTF-8 counts as not set, and a list loses only such folders`() {
    let odd: [UInt8] = [0x2f, 0xff]
    func entry(_ name: String, _ value: [UInt8]) -> [UInt8] { Array("\(name)=".utf8) + value }
    let entries = [
      entry("HOME", odd), entry("XDG_CONFIG_HOME", Array("/é=:".utf8)), entry("TERM", []),
      entry("XDG_DATA_DIRS", Array("/a:".utf8) + odd + Array(":/b".utf8)), entry("XDG_CONFIG_DIRS", odd), odd, [],
      [0xff, 0x3d],
    ]
    #expect(
      Environment.variables(entries)
        == ["XDG_CONFIG_HOME": "/é=:", "TERM": "", "XDG_DATA_DIRS": "/a:/b", "XDG_CONFIG_DIRS": ""])
  }

  @Test func `a word that is not UTF-8 is shown as shells write it`() throws {
    #expect(try CommandWords.text(of: [Array("é".utf8), []]) == ["é", ""])
    let mistake = #expect(throws: MalformedWord.self) {
      try CommandWords.text(of: [[0x61], [0x61, 0xff, 0x0a, 0x5c, 0xc3, 0xa9]])
    }
    #expect(
      mistake?.message
        == "the argument 'a\\xff\\x0a\\x5c\\xc3\\xa9' is not valid UTF-8; rename the file, or correct the argument")
  }
}
