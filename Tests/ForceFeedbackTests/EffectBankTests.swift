import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import ForceFeedback

private typealias Call = FakeKernel.Call

private func level(_ strength: UInt16, _ lease: Lease = .short) -> LeasedLevel {
  LeasedLevel(Level(strong: strength, weak: strength), lease)
}

private let adding = BankSettings(isAdding: true, mayWriteGain: true, stopsBeforeLower: false)
private let replacing = BankSettings(isAdding: false, mayWriteGain: false, stopsBeforeLower: false)

/// A bank on a fake node, proved as the daemon does it; what that took is forgotten.
private func bank(_ kernel: FakeKernel, _ settings: BankSettings = adding) throws -> EffectBank {
  let probe = try Probe(FakePort(kernel), settings, mayWait: false)
  let bank = try #require(probe.bank)
  _ = kernel.takeCalls()
  return bank
}

extension EffectBank {
  fileprivate func keep(_ effect: LeasedLevel) throws -> Bool {
    try prepare(effect, keepUntil: .distantFuture, at: .now)
  }
}

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

  @Test func `a silence is confirmed once, by an effect of no strength where effects add up`() throws {
    let kernel = FakeKernel()
    let bank = try bank(kernel)
    try bank.drive(level(5))
    kernel.with { $0.losses = 1 }
    try bank.drive(level(0))
    #expect(!kernel.isSilent)
    _ = kernel.takeCalls()
    try bank.confirmSilence(at: .now + EffectBank.confirmationDelay)
    #expect(kernel.takeCalls() == [.write([.play(0), .stop(0)])])
    #expect(kernel.isSilent)
    try bank.confirmSilence(at: .now + EffectBank.confirmationDelay)
    #expect(kernel.takeCalls().isEmpty)
  }

  @Test func `a stop is not confirmed before its time, and then once`() throws {
    let kernel = FakeKernel { $0.replaces = true }
    let bank = try bank(kernel, replacing)
    try bank.drive(level(5))
    kernel.with { $0.losses = 1 }
    let stop = try bank.stop()
    _ = kernel.takeCalls()
    try bank.confirmSilence(at: stop + EffectBank.confirmationDelay - .nanoseconds(1))
    #expect(kernel.takeCalls().isEmpty, "the confirmation of an earlier stop")
    try bank.confirmSilence(at: stop + EffectBank.confirmationDelay)
    #expect(kernel.takeCalls() == [.write([.stop(1)])])
    #expect(kernel.isSilent)
  }

  @Test func `a silence is confirmed by a second stop elsewhere`() throws {
    let kernel = FakeKernel { $0.replaces = true }
    let bank = try bank(kernel, replacing)
    try bank.drive(level(5))
    kernel.with { $0.losses = 1 }
    try bank.drive(level(0))
    #expect(!kernel.isSilent)
    try bank.confirmSilence(at: .now + EffectBank.confirmationDelay)
    #expect(kernel.isSilent)
    #expect(kernel.takeCalls().suffix(2) == [.write([.stop(1)]), .write([.stop(1)])])
  }

  @Test func `a confirmation does not disturb a playing effect`() throws {
    let kernel = FakeKernel()
    let bank = try bank(kernel)
    try bank.drive(level(5))
    try bank.drive(level(0))
    try bank.drive(level(5))
    _ = kernel.takeCalls()
    try bank.confirmSilence(at: .now + EffectBank.confirmationDelay)
    #expect(kernel.takeCalls().isEmpty)
  }

  @Test func `a confirming stop does not evict a prepared effect`() throws {
    let kernel = FakeKernel { $0.slots = 4 }
    let bank = try bank(kernel)
    #expect(try bank.keep(level(1)) == true)
    #expect(try bank.keep(level(2)) == true)
    try bank.drive(level(1))
    try bank.drive(level(0))
    _ = kernel.takeCalls()
    try bank.confirmSilence(at: .now + EffectBank.confirmationDelay)
    #expect(kernel.takeCalls().isEmpty)
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

  @Test func `with one slot a new level is played over the old one where effects add up`() throws {
    let kernel = FakeKernel { $0.slots = 1 }
    let bank = try bank(kernel)
    try bank.drive(level(100))
    _ = kernel.takeCalls()
    try bank.drive(level(200))
    #expect(kernel.takeCalls() == [.upload(.rumble, level(200), into: 0, gave: 0), .write([.play(0)])])
    #expect(kernel.playing == [level(200)])
  }

  @Test func `with one slot a device of its own kind is stopped before its effect is changed`() throws {
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

  @Test func `at our share of slots, the least recently used effect is updated in place`() throws {
    let kernel = FakeKernel { $0.slots = 6 }
    let bank = try bank(kernel)
    for strength in 1...3 { try bank.drive(level(UInt16(strength))) }
    #expect(kernel.with { $0.effects.count } == 3)
    _ = kernel.takeCalls()
    try bank.drive(level(4))
    #expect(kernel.takeCalls() == [.upload(.rumble, level(4), into: 1, gave: 1), .write([.play(1), .stop(0)])])
    #expect(kernel.with { $0.effects.count } == 3)
  }

  @Test func `playing may evict a kept effect, preparing may not`() throws {
    let kernel = FakeKernel { $0.slots = 4 }
    let bank = try bank(kernel)
    #expect(try bank.keep(level(1)) == true)
    #expect(try bank.keep(level(2)) == true)
    #expect(try bank.keep(level(3)) == false)
    _ = kernel.takeCalls()
    try bank.drive(level(3))
    #expect(kernel.takeCalls().first == .upload(.rumble, level(3), into: 1, gave: 1))
  }

  @Test func `a device full of other clients' effects is shared, not refused`() throws {
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

  @Test func `without any slot nothing plays, and a slot that becomes free is used`() throws {
    let kernel = FakeKernel { $0.foreignSlots = 16 }
    let bank = try bank(kernel)
    #expect(throws: Errno.noSpace) { try bank.drive(level(1)) }
    #expect(kernel.takeCalls() == [.refused(.noSpace)])
    kernel.with { $0.foreignSlots = 15 }
    try bank.drive(level(1))
    #expect(kernel.playing == [level(1)])
  }

  @Test(arguments: [Errno.invalidArgument, .permissionDenied])
  func `a slot that is not ours any more is given up for a new one`(error: Errno) throws {
    let kernel = FakeKernel { $0.slots = 4 }
    let bank = try bank(kernel)
    try bank.drive(level(1))
    kernel.with { $0.uploadErrors = [error] }
    _ = kernel.takeCalls()
    try bank.drive(level(2))
    #expect(
      kernel.takeCalls() == [
        .refused(error), .erase(0), .upload(.rumble, level(2), into: nil, gave: 0), .write([.play(0), .stop(1)]),
      ])
  }

  @Test(arguments: [Errno.invalidArgument, .permissionDenied], [Errno(rawValue: EIO), .busy, .timedOut])
  func `a slot that the driver does not free stays one of ours`(refusal: Errno, error: Errno) throws {
    let kernel = FakeKernel { $0.slots = 4 }
    let bank = try bank(kernel)
    for strength in 1...UInt16(2) { try bank.drive(level(strength)) }
    for strength in 3...UInt16(40) {
      kernel.with { state in
        state.uploadErrors = [refusal]
        state.eraseErrors = [error]
      }
      _ = try? bank.drive(level(strength))
      try bank.drive(level(0))
      #expect(kernel.isSilent)
      #expect(kernel.with { $0.effects.count } <= 2, "\(strength)")
    }
    kernel.with { state in
      state.uploadErrors = []
      state.eraseErrors = []
    }
    for strength in 1...UInt16(4) {
      try bank.drive(level(strength))
      #expect(kernel.playing == [level(strength)])
    }
  }

  @Test func `the only slot, which the driver does not free, is tried again`() throws {
    let kernel = FakeKernel { $0.slots = 1 }
    let bank = try bank(kernel)
    try bank.drive(level(1))
    kernel.with { state in
      state.uploadErrors = [.invalidArgument]
      state.eraseErrors = [.busy]
    }
    #expect(throws: Errno.busy) { try bank.drive(level(2)) }
    try bank.drive(level(2))
    #expect(kernel.playing == [level(2)])
    #expect(kernel.with { $0.effects.count } == 1)
  }

  @Test func `a busy device keeps its effects`() throws {
    let kernel = FakeKernel { $0.slots = 4 }
    let bank = try bank(kernel)
    try bank.drive(level(1))
    try bank.drive(level(2))
    kernel.with { $0.uploadErrors = [.busy] }
    #expect(throws: Errno.busy) { try bank.drive(level(3)) }
    _ = kernel.takeCalls()
    try bank.drive(level(1))
    #expect(kernel.takeCalls() == [.write([.play(1), .stop(0)])])
  }

  @Test func `an upload that nobody answered leaves a slot that is ours and plays nothing old`() throws {
    let kernel = FakeKernel { $0.slots = 4 }
    let bank = try bank(kernel)
    try bank.drive(level(1))
    try bank.drive(level(2))
    kernel.with { $0.uploadErrors = [.timedOut] }
    #expect(throws: Errno.timedOut) { try bank.drive(level(3)) }
    _ = kernel.takeCalls()
    try bank.drive(level(1))
    #expect(kernel.takeCalls() == [.upload(.rumble, level(1), into: 1, gave: 1), .write([.play(1), .stop(0)])])
  }

  @Test func `a call to an unplugged device is an error`() throws {
    let kernel = FakeKernel()
    let bank = try bank(kernel)
    try bank.drive(level(1))
    kernel.unplug()
    #expect(throws: Errno.noDevice) { try bank.drive(level(2)) }
    #expect(throws: Errno.noDevice) { try bank.drive(level(0)) }
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

  @Test(arguments: [true, false])
  func `after any refusal of the driver, a stop turns the motors off and loses no slot`(adds: Bool) throws {
    let errors: [Errno] = [.invalidArgument, .permissionDenied, .noSpace, .busy, .wouldBlock, .timedOut]
    let kernel = FakeKernel { $0.replaces = !adds }
    let bank = try bank(kernel, adds ? adding : replacing)
    var random = Steady(state: 11)
    for _ in 0..<TestExtent.all(10_000, quick: 2000) {
      if Int.random(in: 0..<5, using: &random) == 0 {
        kernel.with { state in state.uploadErrors = [errors.randomElement(using: &random)!] }
      }
      _ = try? bank.drive(level(UInt16.random(in: 1...30, using: &random)))
      try #require(kernel.playing.count <= 1)
      if Bool.random(using: &random) {
        try bank.drive(level(0))
        try #require(kernel.isSilent)
      }
    }
    #expect(kernel.with { $0.effects.count } <= 8)
  }
}

/// The same numbers in every run.
struct Steady: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) ^ state
  }
}
