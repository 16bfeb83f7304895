import HapticSystem
import Testing

@testable import ForceFeedback

private let memless = BankSettings(isAdding: true, mayWriteGain: true, stopsBeforeLower: false)
private let other = BankSettings(isAdding: false, mayWriteGain: false, stopsBeforeLower: false)
private let nothing = Effect(.off, .short)

@Suite struct ProbeTests {
  @Test func `a memless device is proved, silenced and its gain opened`() throws {
    let kernel = FakeKernel()
    let probe = try Probe(FakePort(kernel), memless)
    #expect(probe.bank?.type == .rumble)
    #expect(probe.slots == 16 && probe.bank?.capacity == 8)
    #expect(
      kernel.takeCalls() == [
        .upload(.rumble, nothing, into: nil, gave: 0), .write([.play(0), .stop(0)]), .write([.fullGain]),
      ])
  }

  @Test func `the gain of other devices is never touched`() throws {
    let kernel = FakeKernel()
    _ = try Probe(FakePort(kernel), other)
    #expect(!kernel.takeCalls().contains(.write([.fullGain])))
  }

  @Test func `where rumble is refused a sine carries level and period`() throws {
    let kernel = FakeKernel { $0.refused = [.rumble] }
    let bank = try #require(try Probe(FakePort(kernel), other).bank)
    #expect(bank.type == .sine)
    _ = kernel.takeCalls()
    let asked = Effect(Magnitudes(strong: 100, weak: 300, periodMilliseconds: 9), .medium)
    try bank.drive(asked)
    let sent = Effect(Magnitudes(strong: 300, weak: 300, periodMilliseconds: 9), .medium)
    #expect(kernel.takeCalls().first == .upload(.sine, sent, into: nil, gave: 1))
  }

  @Test func `a sine without a period gets ours, and shares the slot with one that asks for it`() throws {
    let kernel = FakeKernel { $0.refused = [.rumble] }
    let bank = try #require(try Probe(FakePort(kernel), other).bank)
    try bank.drive(Effect(Magnitudes(strong: 50, weak: 50), .short))
    _ = kernel.takeCalls()
    let same = Effect(Magnitudes(strong: 10, weak: 50, periodMilliseconds: 6), .short)
    try bank.drive(same)
    #expect(kernel.takeCalls() == [.write([.play(1)])])
  }

  @Test func `on a rumble device the period makes no difference`() throws {
    let kernel = FakeKernel()
    let bank = try #require(try Probe(FakePort(kernel), memless).bank)
    try bank.drive(Effect(Magnitudes(strong: 50, weak: 50, periodMilliseconds: 4), .short))
    _ = kernel.takeCalls()
    try bank.drive(Effect(Magnitudes(strong: 50, weak: 50), .short))
    #expect(kernel.takeCalls() == [.write([.play(1)])])
  }

  @Test func `a driver that refuses everything has no bank, whatever its bits promise`() throws {
    let kernel = FakeKernel { $0.refused = [.rumble, .sine] }
    let probe = try Probe(FakePort(kernel), other)
    #expect(probe.bank == nil)
    #expect(kernel.isSilent)
  }

  @Test func `without a rumble bit rumble is not tried`() throws {
    let kernel = FakeKernel { $0.abilities = [.periodic, .sine] }
    #expect(try Probe(FakePort(kernel), other).bank?.type == .sine)
    #expect(!kernel.takeCalls().contains(.refused(.invalidArgument)))
  }

  @Test(arguments: [Errno.noSpace, .busy, .wouldBlock])
  func `a device that has no room now is not given up`(error: Errno) throws {
    let kernel = FakeKernel { $0.uploadErrors = [error] }
    #expect(try Probe(FakePort(kernel), other).bank?.type == .rumble)
  }

  @Test(arguments: [Errno.noDevice, .timedOut])
  func `a device that is gone or does not answer is not asked further`(error: Errno) throws {
    let kernel = FakeKernel { $0.uploadErrors = [error] }
    #expect(throws: error) { try Probe(FakePort(kernel), other) }
    #expect(kernel.takeCalls() == [.refused(error)])
  }
}
