import Testing

@testable import HapticSystem

@Suite struct TerminalKeyTests {
  @Test(
    arguments: [
      ("\u{1b}[A", .up), ("\u{1b}OB", .down), ("\u{1b}[C", .right), ("\u{1b}[D", .left), ("\u{1b}[5~", .pageUp),
      ("\u{1b}[6~", .pageDown), ("\u{1b}[1~", .home), ("\u{1b}OF", .end), ("\r", .enter), (" ", .space),
      ("\u{1b}", .escape), ("\u{3}", .interrupt), ("\u{4}", .interrupt), ("q", .character("q")), ("é", .character("é")),
      ("\u{1b}[99;99R", .other), ("\u{7f}", .other), ("\u{1b}[", .other), ("", .other),
    ] as [(String, TerminalKeys.Key)])
  func `the bytes of a terminal are a key`(text: String, key: TerminalKeys.Key) {
    #expect(TerminalKeys.key(of: Array(text.utf8)[...]) == key)
  }
}
