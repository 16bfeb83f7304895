import HapticSystem
import Testing

@Suite struct InstantTests {
  /// Around zero, around the range of 64 bits in attoseconds (9.2 s), and around that in nanoseconds (292 years).
  private static let attoseconds: [Int128] = [
    0, 1, 999_999_999, 1_000_000_000, 1_000_000_001, Int128(Int64.max) - 1, Int128(Int64.max), Int128(Int64.max) + 1,
    9_300_000_000_000_000_000, Int128(Int64.max) * 1_000_000_000, Int128(Int64.max) * 1_000_000_000 + 1_000_000_000,
    .max,
  ]

  @Test(arguments: attoseconds + attoseconds.map { -$0 } + [.min])
  func `whole nanoseconds are rounded towards zero, and saturate outside 64 bits`(attoseconds: Int128) {
    #expect(Duration(attoseconds: attoseconds).wholeNanoseconds == Int64(clamping: attoseconds / 1_000_000_000))
  }

  @Test func `instants saturate at the ends of the clock`() {
    #expect(Instant.distantFuture + .seconds(1) == .distantFuture)
    #expect(Instant.distantPast - .seconds(1) == .distantPast)
    #expect(Instant.distantPast < Instant(nanoseconds: 0) && Instant(nanoseconds: 0) < .distantFuture)
    #expect(Instant.distantFuture - .distantPast == .nanoseconds(Int64.max))
  }
}
