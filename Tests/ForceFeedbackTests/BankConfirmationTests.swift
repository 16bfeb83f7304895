import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import ForceFeedback

/// The second stop, some time after the first.
@Suite struct BankConfirmationTests {
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
}
