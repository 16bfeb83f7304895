import Testing

@testable import HapticControl

@Suite struct TextTests {
  @Test(arguments: [
    (0, "0 ns"), (850, "850 ns"), (1_000, "1 µs"), (85_400, "85 µs"), (310_000, "0.31 ms"), (9_990_000, "9.99 ms"),
    (12_400_000, "12 ms"), (1_500_000_000, "1.5 s"), (-310_000, "-0.31 ms"),
  ])
  func `a duration has a suitable unit`(nanoseconds: Int64, text: String) {
    #expect(duration(nanoseconds: nanoseconds) == text)
  }

  @Test func `numbers are rounded to the digits asked for`() {
    #expect(1.005.fixed(1) == "1.0")
    #expect(0.05.fixed(1) == "0.1")
    #expect((-0.04).fixed(1) == "0.0")
    #expect(2.5.fixed(0) == "3")
    #expect(12.0.fixed(2) == "12.00")
  }

  @Test func `a count of one has no plural`() {
    #expect(counted(1, "device") == "1 device")
    #expect(counted(0, "device") == "0 devices")
  }

  @Test func `ids have four digits`() {
    #expect(hexadecimal(0x54c) == "054c")
    #expect(hexadecimal(0) == "0000")
  }

  @Test func `columns are as wide as their widest word`() {
    var table = Table([("NAME", .left), ("SLOTS", .right), ("", .left)])
    table.add("gpio-vibrator", "2 of 16", "")
    table.add("pad", "-", "why")
    #expect(
      table.lines == [
        "NAME             SLOTS",
        "gpio-vibrator  2 of 16",
        "pad                  -  why",
      ])
  }

  @Test(arguments: [
    ("pad", 3), ("日本", 4), ("ｱ", 1), ("한", 2), ("\u{1112}\u{1161}\u{11ab}", 2), ("e\u{301}", 1), ("é", 1), ("🎮", 2),
    ("🇩🇪", 2),
    ("𠀋", 2), ("⣄⡀×∪…", 5), ("µs", 2), ("", 0),
  ]) func `wide characters take two columns, and marks that combine none`(text: String, columns: Int) {
    #expect(text.columnCount == columns)
  }

  @Test func `a table has its columns below each other, also with wide characters`() {
    var table = Table([("NAME", .left), ("N", .right), ("", .left)])
    table.add("日本の端末を触る", "1", "a")
    table.add("e\u{301}tude", "二", "b")
    #expect(table.lines == ["NAME               N", "日本の端末を触る   1  a", "e\u{301}tude             二  b"])
    #expect(table.lines(columns: 10)[1] == "日本の…    1  a")
  }
}
