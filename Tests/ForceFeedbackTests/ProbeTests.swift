import Glibc
import HapticSystem
import Testing

@testable import ForceFeedback

private let memless = BankSettings(isAdding: true, mayWriteGain: true, stopsBeforeLower: false)
private let other = BankSettings(isAdding: false, mayWriteGain: false, stopsBeforeLower: false)
private let constant = BankSettings(
  isAdding: false, mayWriteGain: false, stopsBeforeLower: false, takesOneConstant: true)
private let nothing = LeasedLevel(.off, .short)

@Suite struct ProbeTests {
  @Test func `a probe tests a memless device, silences it and sets its gain to full`() throws {
    let kernel = FakeKernel()
    let probe = try Probe(FakePort(kernel), memless, mayWait: false)
    #expect(probe.bank?.type == .rumble)
    #expect(probe.opened.slots == 16 && probe.bank?.capacity == 8)
    #expect(
      kernel.takeCalls() == [
        .upload(.rumble, nothing, into: nil, gave: 0), .write([.play(0), .stop(0)]), .write([.fullGain]),
      ])
  }

  @Test func `the gain of other devices is never touched`() throws {
    let kernel = FakeKernel()
    _ = try Probe(FakePort(kernel), other, mayWait: false)
    #expect(!kernel.takeCalls().contains(.write([.fullGain])))
  }

  @Test func `a sine carries level and period if rumble is refused`() throws {
    let kernel = FakeKernel { $0.refused = [.rumble] }
    let bank = try #require(try Probe(FakePort(kernel), other, mayWait: false).bank)
    #expect(bank.type == .sine)
    _ = kernel.takeCalls()
    let asked = LeasedLevel(Level(strong: 100, weak: 300, periodMilliseconds: 9), .medium)
    try bank.drive(asked)
    let sent = LeasedLevel(Level(strong: 300, weak: 300, periodMilliseconds: 9), .medium)
    #expect(kernel.takeCalls().first == .upload(.sine, sent, into: nil, gave: 1))
  }

  @Test func `a sine without a period gets the default one, and shares the slot with a sine of that period`() throws {
    let kernel = FakeKernel { $0.refused = [.rumble] }
    let bank = try #require(try Probe(FakePort(kernel), other, mayWait: false).bank)
    try bank.drive(LeasedLevel(Level(strong: 50, weak: 50), .short))
    _ = kernel.takeCalls()
    let same = LeasedLevel(Level(strong: 10, weak: 50, periodMilliseconds: 6), .short)
    try bank.drive(same)
    #expect(kernel.takeCalls() == [.write([.play(1)])])
  }

  @Test func `on a rumble device the period makes no difference`() throws {
    let kernel = FakeKernel()
    let bank = try #require(try Probe(FakePort(kernel), memless, mayWait: false).bank)
    try bank.drive(LeasedLevel(Level(strong: 50, weak: 50, periodMilliseconds: 4), .short))
    _ = kernel.takeCalls()
    try bank.drive(LeasedLevel(Level(strong: 50, weak: 50), .short))
    #expect(kernel.takeCalls() == [.write([.play(1)])])
  }

  @Test func `a driver that refuses every effect has no effect bank, whatever its capabilities`() throws {
    let kernel = FakeKernel { $0.refused = [.rumble, .sine] }
    let probe = try Probe(FakePort(kernel), other, mayWait: false)
    #expect(probe.bank == nil)
    #expect(kernel.isSilent)
  }

  /// The kernel's waveforms PRESS and RELEASE would take the click away from the touchpad.
  @Test func `a touchpad with clicks of its own gets no upload, and no effect but rumble if it has that too`() throws {
    let kernel = FakeKernel { $0.abilities = [.touchpadClicks] }
    #expect(try Probe(FakePort(kernel), other, mayWait: false).bank == nil)
    #expect(kernel.takeCalls().isEmpty)
    let both = FakeKernel { $0.abilities = [.touchpadClicks, .rumble] }
    #expect(try Probe(FakePort(both), other, mayWait: false).bank?.type == .rumble)
  }

  @Test func `without a rumble bit rumble is not tried`() throws {
    let kernel = FakeKernel { $0.abilities = [.periodic, .sine] }
    #expect(try Probe(FakePort(kernel), other, mayWait: false).bank?.type == .sine)
    #expect(!kernel.takeCalls().contains(.refused(.invalidArgument)))
  }

  @Test func `a driver of constant effects holds one, and is not asked for others`() throws {
    let kernel = FakeKernel { $0.abilities = [.rumble, .periodic, .constant, .custom, .gain] }
    let bank = try #require(try Probe(FakePort(kernel), constant, mayWait: true).bank)
    #expect(bank.type == .constant && bank.capacity == 1)
    #expect(kernel.takeCalls() == [.upload(.constant, nothing, into: nil, gave: 0), .write([.play(0), .stop(0)])])
    try bank.drive(LeasedLevel(Level(strong: 100, weak: 300, periodMilliseconds: 9), .medium))
    let sent = LeasedLevel(Level(strong: 300, weak: 300), .medium)
    #expect(kernel.takeCalls() == [.upload(.constant, sent, into: 0, gave: 0), .write([.play(0)])])
  }

  @Test func `constant effects are for devices whose hardware data say so`() throws {
    let kernel = FakeKernel { $0.abilities = [.constant] }
    #expect(try Probe(FakePort(kernel), other, mayWait: true).bank == nil)
    let memless = FakeKernel()
    #expect(try Probe(FakePort(memless), constant, mayWait: true).bank == nil)
    #expect(kernel.takeCalls().isEmpty && memless.takeCalls().isEmpty)
  }

  @Test(arguments: [Errno.noSpace, .busy, .wouldBlock])
  func `a device without a free slot still gets an effect bank`(error: Errno) throws {
    let kernel = FakeKernel { $0.uploadErrors = [error] }
    #expect(try Probe(FakePort(kernel), other, mayWait: false).bank?.type == .rumble)
  }

  @Test(arguments: [Errno(rawValue: EIO), Errno(rawValue: ENOMEM), Errno(rawValue: EPROTO), .interrupted], 1...3)
  func `a temporary upload failure does not rule out the effect type`(error: Errno, times: Int) throws {
    let kernel = FakeKernel { $0.uploadErrors = Array(repeating: error, count: times) }
    let probe = try Probe(FakePort(kernel), other, mayWait: true)
    #expect(probe.bank?.type == .rumble)
    #expect(kernel.with { $0.effects.count } == 1)
  }

  @Test(arguments: 1...3) func `a temporary write failure does not rule out the effect type`(times: Int) throws {
    let kernel = FakeKernel { $0.writeErrors = Array(repeating: Errno(rawValue: EIO), count: times) }
    let probe = try Probe(FakePort(kernel), memless, mayWait: false)
    #expect(probe.bank?.type == .rumble)
    #expect(kernel.with { $0.effects.count } == 1, "a second bank would leave an effect behind")
    #expect(kernel.takeCalls().contains(.write([.fullGain])))
  }

  @Test func `only a thread waits before it repeats an upload`() throws {
    let kernel = FakeKernel { $0.uploadErrors = [Errno(rawValue: EIO)] }
    _ = try Probe(FakePort(kernel), other, mayWait: false)
    #expect(!kernel.takeCalls().contains { if case .wait = $0 { true } else { false } })
    kernel.with { $0.uploadErrors = [Errno(rawValue: EIO)] }
    _ = try Probe(FakePort(kernel), other, mayWait: true)
    #expect(kernel.takeCalls().contains { if case .wait = $0 { true } else { false } })
  }

  @Test func `a sine is tried after repeated failures of rumble`() throws {
    let kernel = FakeKernel { $0.faults = [.rumble: Errno(rawValue: EIO)] }
    #expect(try Probe(FakePort(kernel), other, mayWait: true).bank?.type == .sine)
  }

  @Test func `a driver that fails repeatedly at every type has an error`() throws {
    let kernel = FakeKernel { $0.faults = [.rumble: Errno(rawValue: EIO), .sine: .invalidArgument] }
    #expect(throws: Errno(rawValue: EIO)) { try Probe(FakePort(kernel), other, mayWait: true) }
    kernel.with { state in
      state.faults = [:]
      state.writeError = Errno(rawValue: EIO)
    }
    #expect(throws: Errno(rawValue: EIO)) { try Probe(FakePort(kernel), other, mayWait: true) }
  }

  @Test(arguments: [Errno.noDevice, .timedOut])
  func `a device that is unplugged or stalled is not probed further`(error: Errno) throws {
    let kernel = FakeKernel { $0.uploadErrors = [error] }
    #expect(throws: error) { try Probe(FakePort(kernel), other, mayWait: false) }
    #expect(kernel.takeCalls() == [.refused(error)])
  }
}
