import HapticSystem
import Testing

@testable import ForceFeedback

private let now = Instant(nanoseconds: 1_000_000)

@Suite struct PaletteTests {
  @Test(arguments: [(0, 1), (1, 1), (2, 1), (3, 1), (10, 5), (16, 8), (96, 16)])
  func `a palette uses half of the slots, at least 1 and at most 16`(slots: Int, ours: Int) {
    #expect(Palette(slots: slots).capacity == ours)
  }

  @Test func `an effect is found by level and lease together`() {
    var palette = Palette(slots: 16)
    palette.set(4, to: level(100))
    #expect(palette.use(level(100)) == 4)
    #expect(palette.use(level(100, .long)) == nil)
    #expect(palette.use(level(101)) == nil)
  }

  @Test func `the least recently used effect is removed first`() {
    var palette = Palette(slots: 8)
    for slot in 0..<4 { palette.set(Int16(slot), to: level(UInt16(slot + 1))) }
    _ = palette.use(level(1))
    #expect(palette.leastNeeded(sparing: nil, mayTakeKept: false, at: now) == 1)
  }

  @Test func `the playing effect is never removed`() {
    var palette = Palette(slots: 4)
    palette.set(0, to: level(1))
    palette.set(1, to: level(2))
    #expect(palette.leastNeeded(sparing: 0, mayTakeKept: true, at: now) == 1)
    palette.forget(1)
    #expect(palette.leastNeeded(sparing: 0, mayTakeKept: true, at: now) == nil)
  }

  @Test func `a kept effect goes only when one must play, and not before those that are not kept`() {
    var palette = Palette(slots: 6)
    palette.set(0, to: level(1), keepUntil: now + .seconds(1))
    palette.set(1, to: level(2), keepUntil: now + .seconds(1))
    #expect(palette.leastNeeded(sparing: nil, mayTakeKept: false, at: now) == nil)
    #expect(palette.leastNeeded(sparing: nil, mayTakeKept: true, at: now) == 0)
    palette.set(2, to: level(3))
    #expect(palette.leastNeeded(sparing: nil, mayTakeKept: true, at: now) == 2)
  }

  @Test func `a kept effect expires, and a shorter request does not shorten its time`() {
    var palette = Palette(slots: 6)
    palette.set(0, to: level(1))
    #expect(palette.use(level(1), keepUntil: now + .seconds(2)) == 0)
    #expect(palette.use(level(1), keepUntil: now + .seconds(1)) == 0)
    #expect(palette.leastNeeded(sparing: nil, mayTakeKept: false, at: now + .milliseconds(1500)) == nil)
    #expect(palette.leastNeeded(sparing: nil, mayTakeKept: false, at: now + .seconds(2)) == 0)
    #expect(palette.use(level(9), keepUntil: now) == nil)
  }

  @Test func `a slot holds one effect`() {
    var palette = Palette(slots: 6)
    palette.set(0, to: level(1))
    palette.set(0, to: level(2))
    #expect(palette.use(level(1)) == nil)
    #expect(palette.use(level(2)) == 0)
    #expect(palette.entries.count == 1)
  }
}
