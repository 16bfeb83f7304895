import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import ForceFeedback

@Suite struct EffectBankTests {
  @Test func `a prepared level plays without an upload, in one write`() throws {
    let kernel = FakeKernel()
    let bank = try bank(kernel)
    #expect(try bank.keep(level(100)) == true)
    #expect(kernel.takeCalls() == [.upload(.rumble, level(100), into: nil, gave: 1)])
    try bank.drive(level(100))
    #expect(kernel.takeCalls() == [.write([.play(1)])])
    try bank.drive(level(0))
    #expect(kernel.takeCalls() == [.write([.stop(1)])])
    #expect(bank.counters.uploads == 2)
  }

  @Test func `on a driver that mixes effects, the next one starts before the last one stops, in one write`() throws {
    let kernel = FakeKernel()
    let bank = try bank(kernel)
    try bank.drive(level(100))
    try bank.drive(level(200))
    #expect(kernel.takeCalls().last == .write([.play(2), .stop(1)]))
    #expect(kernel.playing == [level(200)])
  }

  @Test func `on a driver that replaces effects, the stop is written first`() throws {
    let kernel = FakeKernel { $0.replaces = true }
    let bank = try bank(kernel, replacing)
    try bank.drive(level(100))
    try bank.drive(level(200))
    #expect(kernel.takeCalls().last == .write([.stop(1), .play(2)]))
    #expect(kernel.playing == [level(200)])
  }

  @Test func `a level that is already on is started again without an upload`() throws {
    let kernel = FakeKernel()
    let bank = try bank(kernel)
    try bank.drive(level(100))
    _ = kernel.takeCalls()
    try bank.drive(level(100))
    #expect(kernel.takeCalls() == [.write([.play(1)])])
  }

  @Test func `the same level with a longer lease is another effect`() throws {
    let kernel = FakeKernel()
    let bank = try bank(kernel)
    try bank.drive(level(100))
    try bank.drive(level(100, .long))
    #expect(kernel.takeCalls().last == .write([.play(2), .stop(1)]))
  }

  @Test func `a stop is written although nothing is known to play`() throws {
    let kernel = FakeKernel()
    let bank = try bank(kernel)
    try bank.drive(level(0))
    #expect(kernel.takeCalls() == [.write([.stop(0)])])
  }

  @Test func `a lower level waits for a stop where the driver would not lower it otherwise`() throws {
    let kernel = FakeKernel()
    let settings = BankSettings(isAdding: true, mayWriteGain: false, stopsBeforeLower: true)
    let bank = try bank(kernel, settings)
    try bank.drive(level(200))
    try bank.drive(level(300))
    #expect(kernel.takeCalls().last == .write([.play(2), .stop(1)]))
    try bank.drive(level(200))
    #expect(kernel.takeCalls() == [.write([.stop(2)]), .wait(.milliseconds(2)), .write([.play(1)])])
  }

  @Test func `with one slot, a driver that mixes effects plays a new level over the old one`() throws {
    let kernel = FakeKernel { $0.slots = 1 }
    let bank = try bank(kernel)
    try bank.drive(level(100))
    _ = kernel.takeCalls()
    try bank.drive(level(200))
    #expect(kernel.takeCalls() == [.upload(.rumble, level(200), into: 0, gave: 0), .write([.play(0)])])
    #expect(kernel.playing == [level(200)])
  }

  @Test func `with one slot, a device that replaces effects is stopped before its effect is changed`() throws {
    let kernel = FakeKernel { $0.slots = 1 }
    let bank = try bank(kernel, replacing)
    try bank.drive(level(100))
    _ = kernel.takeCalls()
    try bank.drive(level(200))
    #expect(
      kernel.takeCalls() == [
        .write([.stop(0)]), .upload(.rumble, level(200), into: 0, gave: 0), .write([.play(0)]),
      ])
  }

  @Test func `a full palette replaces the least recently used effect in place`() throws {
    let kernel = FakeKernel { $0.slots = 6 }
    let bank = try bank(kernel)
    for strength in 1...3 { try bank.drive(level(UInt16(strength))) }
    #expect(kernel.with { $0.effects.count } == 3)
    _ = kernel.takeCalls()
    try bank.drive(level(4))
    #expect(kernel.takeCalls() == [.upload(.rumble, level(4), into: 1, gave: 1), .write([.play(1), .stop(0)])])
    #expect(kernel.with { $0.effects.count } == 3)
  }

  @Test func `a play replaces a kept effect, and a preparation does not`() throws {
    let kernel = FakeKernel { $0.slots = 4 }
    let bank = try bank(kernel)
    #expect(try bank.keep(level(1)) == true)
    #expect(try bank.keep(level(2)) == true)
    #expect(try bank.keep(level(3)) == false)
    _ = kernel.takeCalls()
    try bank.drive(level(3))
    #expect(kernel.takeCalls().first == .upload(.rumble, level(3), into: 1, gave: 1))
  }

  @Test func `a device that is full of other clients' effects is used`() throws {
    let kernel = FakeKernel { $0.foreignSlots = 14 }
    let bank = try bank(kernel)
    try bank.drive(level(1))
    try bank.drive(level(2))
    try bank.drive(level(3))
    #expect(kernel.playing == [level(3)])
    #expect(kernel.with { $0.effects.count } == 2)
  }

  @Test func `a full device is not asked for a slot again at every level`() throws {
    let kernel = FakeKernel { $0.foreignSlots = 14 }
    let bank = try bank(kernel)
    for strength in 1...20 { try bank.drive(level(UInt16(strength))) }
    #expect(kernel.takeCalls().filter { $0 == .refused(.noSpace) }.count == 1)
  }

  @Test func `a device without a slot plays nothing, and uses a slot that becomes free`() throws {
    let kernel = FakeKernel { $0.foreignSlots = 16 }
    let bank = try bank(kernel)
    #expect(throws: Errno.noSpace) { try bank.drive(level(1)) }
    #expect(kernel.takeCalls() == [.refused(.noSpace)])
    kernel.with { $0.foreignSlots = 15 }
    try bank.drive(level(1))
    #expect(kernel.playing == [level(1)])
  }

  @Test(arguments: [true, false], [1, 2, 4, 16])
  func `requests in any order play exactly the requested effect`(adds: Bool, slots: Int) throws {
    let kernel = FakeKernel { state in
      state.slots = slots
      state.replaces = !adds
    }
    let bank = try bank(kernel, adds ? adding : replacing)
    var random = Steady(state: 7)
    for step in 0..<TestExtent.all(10_000, quick: 2000) {
      let effect = level(UInt16.random(in: 0...12, using: &random), Lease.allCases.randomElement(using: &random)!)
      if step % 3 == 0 { _ = try bank.prepare(effect, keepUntil: .distantPast, at: .now) }
      try bank.drive(effect)
      try #require(kernel.playing == (effect.level.isOff ? [] : [effect]))
    }
    #expect(kernel.with { $0.effects.count } <= max(1, slots / 2))
  }
}
