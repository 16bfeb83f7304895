import Glibc
import HapticSystem
import Synchronization
import Testing

@testable import ForceFeedback

/// A node each of whose calls fails in turn, once and from then on, with each error that a driver may return.
@Suite struct FaultTests {
  static let errors: [Errno] = [
    .busy, .wouldBlock, .invalidArgument, .permissionDenied, .noSpace, .timedOut, .noDevice, Errno(rawValue: EIO),
    Errno(rawValue: ENOMEM), .interrupted,
  ]

  @Test(arguments: [(16, true, false), (4, true, true), (2, false, false), (1, true, false), (1, false, false)])
  func `after a failed call of any kind, the next stop is written to the playing effect`(
    slots: Int, isAdding: Bool, stopsBeforeLower: Bool
  ) throws {
    let settings = BankSettings(isAdding: isAdding, mayWriteGain: true, stopsBeforeLower: stopsBeforeLower)
    let calls = try Self.play(slots, settings, failing: .max, with: .busy, forEver: false).calls
    #expect(calls > 20)
    for error in Self.errors {
      for site in 1...calls {
        let once = try Self.play(slots, settings, failing: site, with: error, forEver: false)
        #expect(once.isSilentAfterStop, "call \(site): \(error)")
        // No slot beyond our share leaks.
        #expect(once.effects <= max(1, slots / 2), "call \(site): \(error)")
        let ever = try Self.play(slots, settings, failing: site, with: error, forEver: true)
        #expect(ever.isSilentAfterClose, "call \(site) and later: \(error)")
      }
    }
  }

  @Test(arguments: [NodeDescription.DriverClass.memless, .uinput])
  func `after a failed call of any kind, a node is silent and its thread continues`(
    _ driver: NodeDescription.DriverClass
  )
    throws
  {
    let calls = try Self.playNode(driver, PortFault(at: .max, .busy, forEver: false), forEver: false)
    #expect(calls >= 8)
    for code in Self.errors {
      for site in 1...calls {
        for forEver in [false, true] {
          let fault = PortFault(at: site, code, forEver: forEver)
          do {
            _ = try Self.playNode(driver, fault, forEver: forEver)
          } catch {
            Issue.record("call \(site)\(forEver ? " and later" : ""): \(code)")
          }
        }
      }
    }
  }

  /// Opens a node, switches levels and stops it; then, where the fault is past, once more.
  ///
  /// - Returns: how many calls of the port that took.
  /// - Throws: where the node does not become silent.
  private static func playNode(_ driver: NodeDescription.DriverClass, _ fault: PortFault, forEver: Bool) throws -> Int {
    let kernel = FakeKernel()
    let bench = try Bench(.fake(driver), kernel, opener: FaultyOpener(kernel: kernel, fault: fault).open)
    bench.node.open()
    try bench.loop.run { bench.node.state != .opening }
    if bench.node.actuator != nil {
      for level in [level(900), level(300)] { try drive(bench, level) }
      if !forEver {
        try silence(bench)
        fault.heal()
        try drive(bench, level(500))
        // As a wave, where a fault while the node was probed made it refuse rumble.
        try bench.loop.run { kernel.playing.count == 1 }
        try silence(bench)
      } else {
        bench.node.actuator?.silence()
      }
    }
    bench.node.close()
    try bench.loop.run { !kernel.isOpen && kernel.isSilent }
    return fault.calls
  }

  /// Waits until the level is written or refused.
  private static func drive(_ bench: Bench, _ level: Level) throws {
    let before = bench.written.count + bench.failures.count
    guard case .queued? = bench.node.actuator?.drive(LeasedLevel(level, .short), planned: .now) else { return }
    try bench.loop.run { bench.written.count + bench.failures.count > before }
  }

  /// Says it again where it is refused, as the server does.
  private static func silence(_ bench: Bench) throws {
    var failures = bench.failures.count
    bench.node.actuator?.silence()
    try bench.loop.run {
      if bench.failures.count > failures || bench.node.worker == nil && !bench.kernel.isSilent {
        failures = bench.failures.count
        bench.node.actuator?.silence()
      }
      return bench.kernel.isSilent
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
      let fault = PortFault(at: site, error, forEver: forEver)
      let port = FaultyPort(FakePort(kernel), fault)
      let bank = EffectBank(port, type: .rumble, slots: slots, settings: settings)
      try? bank.prove()
      for strength in [900, 300, 40_000, 300, 7000, 65_535, 20_000, 1, 900] as [UInt16] {
        _ = try? bank.prepare(LeasedLevel(level(strength &+ 1), .long), keepUntil: .distantFuture, at: .now)
        _ = try? bank.drive(LeasedLevel(level(strength), .short))
        if strength == 7000 { _ = try? bank.stop() }
      }
      try? bank.confirmSilence(at: .now + EffectBank.confirmationDelay)
      outcome.calls = fault.calls
      if !forEver { fault.heal() }
      _ = try? bank.stop()
      outcome.isSilentAfterStop = kernel.isSilent
      outcome.effects = kernel.with { $0.effects.count }
    }
    outcome.isSilentAfterClose = kernel.isSilent
    return outcome
  }
}

/// One call of a port that fails, and perhaps all later ones.
private final class PortFault: Sendable {
  private struct State {
    var calls = 0
    var isHealed = false
  }

  private let state = Mutex(State())
  private let site: Int
  private let error: Errno
  private let isForEver: Bool

  init(at site: Int, _ error: Errno, forEver: Bool) {
    (self.site, self.error, isForEver) = (site, error, forEver)
  }

  var calls: Int { state.withLock { $0.calls } }

  func heal() { state.withLock { $0.isHealed = true } }

  func call() throws(Errno) {
    let fails = state.withLock { state in
      state.calls += 1
      return !state.isHealed && (isForEver ? state.calls >= site : state.calls == site)
    }
    if fails { throw error }
  }
}

private struct FaultyOpener: Sendable {
  let kernel: FakeKernel
  let fault: PortFault

  func open() throws(Errno) -> any NodePort {
    try fault.call()
    return FaultyPort(try FakeOpener(kernel: kernel).open(), fault)
  }
}

/// A port whose calls fail as told.
private final class FaultyPort: NodePort {
  private let port: any NodePort
  private let fault: PortFault

  init(_ port: any NodePort, _ fault: PortFault) { (self.port, self.fault) = (port, fault) }

  var descriptor: Int32 { port.descriptor }
  func identify() throws(Errno) -> NodeIdentity {
    try fault.call()
    return try port.identify()
  }
  func slotCount() throws(Errno) -> Int {
    try fault.call()
    return try port.slotCount()
  }
  func upload(_ upload: Upload) throws(Errno) -> Int16 {
    try fault.call()
    return try port.upload(upload)
  }
  func erase(_ slot: Int16) throws(Errno) {
    try fault.call()
    try port.erase(slot)
  }
  func write(_ first: Command, _ second: Command?, _ limit: WriteLimit) throws(Errno) {
    try fault.call()
    try port.write(first, second, limit)
  }
  func listen() -> (any TouchPort)? { nil }
  func wait(_ duration: Duration) {}
}
