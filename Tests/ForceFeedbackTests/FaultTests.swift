import Glibc
import HapticSystem
import Testing

@testable import ForceFeedback

/// A node each of whose calls fails in turn, once and from then on, with each error that a driver may return.
@Suite struct FaultTests {
  static let errors: [Errno] = [
    .busy, .wouldBlock, .invalidArgument, .permissionDenied, .noSpace, .timedOut, .noDevice, Errno(rawValue: EIO),
    Errno(rawValue: ENOMEM), .interrupted,
  ]

  @Test(arguments: [(16, true, false), (4, true, true), (2, false, false), (1, true, false), (1, false, false)])
  func `whatever call fails, the next stop is written to what plays`(
    slots: Int, isAdding: Bool, stopsBeforeLower: Bool
  ) throws {
    let settings = BankSettings(isAdding: isAdding, mayWriteGain: true, stopsBeforeLower: stopsBeforeLower)
    let calls = try Self.play(slots, settings, failing: .max, with: .busy, forEver: false).calls
    #expect(calls > 20)
    for error in Self.errors {
      for site in 1...calls {
        let once = try Self.play(slots, settings, failing: site, with: error, forEver: false)
        #expect(once.isSilentAfterStop, "call \(site): \(error)")
        #expect(once.effects <= slots, "call \(site): \(error)")
        let ever = try Self.play(slots, settings, failing: site, with: error, forEver: true)
        #expect(ever.isSilentAfterClose, "call \(site) and later: \(error)")
      }
    }
  }

  private struct Outcome {
    var calls = 0
    var isSilentAfterStop = false
    var isSilentAfterClose = false
    var effects = 0
  }

  private static func play(
    _ slots: Int, _ settings: BankSettings, failing site: Int, with error: Errno, forEver: Bool
  ) throws -> Outcome {
    let kernel = FakeKernel { state in
      state.slots = slots
      state.replaces = !settings.isAdding
    }
    var outcome = Outcome()
    do {
      let port = FaultyPort(kernel, failing: site, with: error, forEver: forEver)
      let bank = EffectBank(port, type: .rumble, slots: slots, settings: settings)
      try? bank.prove()
      for strength in [900, 300, 40_000, 300, 7000, 65_535, 20_000, 1, 900] as [UInt16] {
        _ = try? bank.prepare(Effect(level(strength &+ 1), .long), keepUntil: .distantFuture, at: .now)
        _ = try? bank.drive(Effect(level(strength), .short))
        if strength == 7000 { _ = try? bank.stop() }
      }
      try? bank.confirmSilence()
      outcome.calls = port.calls
      if !forEver { port.heal() }
      _ = try? bank.stop()
      outcome.isSilentAfterStop = kernel.isSilent
      outcome.effects = kernel.with { $0.effects.count }
    }
    outcome.isSilentAfterClose = kernel.isSilent
    return outcome
  }
}

/// A port of a fake kernel that refuses one call, and perhaps all later ones.
private final class FaultyPort: NodePort {
  private let port: FakePort
  private let site: Int
  private let error: Errno
  private let isForEver: Bool
  private var isHealed = false
  private(set) var calls = 0

  init(_ kernel: FakeKernel, failing site: Int, with error: Errno, forEver: Bool) {
    port = FakePort(kernel)
    (self.site, self.error, isForEver) = (site, error, forEver)
  }

  func heal() { isHealed = true }

  private func call() throws(Errno) {
    calls += 1
    if !isHealed, isForEver ? calls >= site : calls == site { throw error }
  }

  var descriptor: Int32 { port.descriptor }
  func identify() throws(Errno) -> NodeIdentity {
    try call()
    return try port.identify()
  }
  func slotCount() throws(Errno) -> Int {
    try call()
    return try port.slotCount()
  }
  func upload(_ upload: Upload) throws(Errno) -> Int16 {
    try call()
    return try port.upload(upload)
  }
  func erase(_ slot: Int16) throws(Errno) {
    try call()
    try port.erase(slot)
  }
  func write(_ first: Command, _ second: Command?) throws(Errno) {
    try call()
    try port.write(first, second)
  }
  func listen() -> (any TouchPort)? { nil }
  func wait(_ duration: Duration) {}
}
