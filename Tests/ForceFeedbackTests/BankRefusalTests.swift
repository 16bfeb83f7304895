import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import ForceFeedback

/// Uploads and erasures that the driver refuses.
@Suite struct BankRefusalTests {
  @Test(arguments: [Errno.invalidArgument, .permissionDenied])
  func `a slot that another program has taken over is replaced by a new one`(error: Errno) throws {
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
  func `a slot that the driver does not free stays in the palette`(refusal: Errno, error: Errno) throws {
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

  @Test func `an upload that timed out keeps its slot, and the slot plays no former effect`() throws {
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
