import Testing

@testable import HapticSystem

@Suite struct TerminalKeyTests {
  @Test(
    arguments: [
      ("\u{1b}[A", .up), ("\u{1b}OB", .down), ("\u{1b}[C", .right), ("\u{1b}[D", .left), ("\u{1b}[5~", .pageUp),
      ("\u{1b}[6~", .pageDown), ("\u{1b}[1~", .home), ("\u{1b}OF", .end), ("\r", .enter), (" ", .space),
      ("\u{1b}", .escape), ("\u{3}", .interrupt), ("\u{4}", .interrupt), ("q", .character("q")), ("é", .character("é")),
      ("\u{1b}[99;99R", .other), ("\u{7f}", .backspace), ("\u{1b}[3~", .delete),
      ("\t", .tab), ("\u{1a}", .suspend), ("\u{1b}[200~", .other), ("\u{1b}[", .other), ("", .other),
    ] as [(String, TerminalKeys.Key)])
  func `the bytes of a terminal are a key`(text: String, key: TerminalKeys.Key) {
    #expect(TerminalKeys.key(of: Array(text.utf8)[...]) == key)
  }

  @Test func `keys that arrive together are keys one by one`() {
    var bytes = Array("\u{1b}[Bq\u{1b}OAé\u{1b}x\u{1b}[1;5C".utf8)
    var keys: [TerminalKeys.Key] = []
    while !bytes.isEmpty { keys.append(TerminalKeys.key(from: &bytes)) }
    #expect(keys == [.down, .character("q"), .up, .character("é"), .escape, .character("x"), .other])
  }

  @Test func `any bytes are keys that end`() {
    for first in UInt8.min...UInt8.max {
      for second in [UInt8](0...255) {
        var bytes = [first, second, 0x1b, first]
        var count = 0
        while !bytes.isEmpty, count < 5 {
          _ = TerminalKeys.key(from: &bytes)
          count += 1
        }
        #expect(bytes.isEmpty, "\(first) \(second)")
      }
    }
  }
}
