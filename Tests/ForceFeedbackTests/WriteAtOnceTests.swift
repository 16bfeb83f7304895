import EventLoop
import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import ForceFeedback

/// Levels that the loop writes itself to a node with a thread.
///
/// A level that is late makes the next ones wait, and a machine that pauses makes any level late. Levels that must be in
/// time are planned a second ahead: the loop writes them at once all the same.
@Suite struct WriteAtOnceTests {
  @Test func `a resident level on an idle node is written by the loop before drive returns`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1, 2])
    let start = Instant.now
    for (number, level) in [level(1), level(2), .off].enumerated() {
      guard case .written(let instant) = bench.drive(level, planned: start + .milliseconds(1000 + number * 2)) else {
        Issue.record("not written at once")
        continue
      }
      #expect(instant >= start)
    }
    #expect(bench.kernel.writers.allSatisfy { $0 == pthread_self() })
    #expect(bench.kernel.takeCalls() == [.write([.play(1)]), .write([.stop(1), .play(2)]), .write([.stop(2)])])
    #expect(bench.node.actuator?.counters.writes == 4, "with the write that proved the node")
  }

  @Test func `a level that is not resident is written by the thread, and the next ones wait for it`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1])
    bench.kernel.hang()
    #expect(bench.drive(level(7)) == .queued)
    try bench.waitUntilHanging()
    #expect(bench.drive(level(1), planned: .now + .milliseconds(5)) == .queued)
    bench.kernel.answer()
    try bench.loop.run { bench.written.last?.level == level(1) }
    #expect(bench.kernel.playing == [LeasedLevel(level(1), .short)])
    #expect(bench.kernel.writers.allSatisfy { $0 != pthread_self() })
  }

  @Test func `a burst goes to the thread, which writes the last level`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1, 2])
    let start = Instant.now
    guard case .written = bench.drive(level(1), planned: start) else { throw NeverHappened() }
    for microseconds in 1...1000 {
      let level = level(UInt16(microseconds % 2 + 1))
      #expect(bench.drive(level, planned: start + .microseconds(microseconds)) == .queued)
    }
    #expect(bench.silence(planned: start + .microseconds(1500)) == .queued)
    try bench.loop.run { bench.written.last?.level == .off }
    #expect(bench.kernel.isSilent)
  }

  @Test func `a level is not written before the report of an earlier one has arrived`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1])
    #expect(bench.drive(level(7)) == .queued)
    // The thread has written it; the loop has not run since.
    try bench.wait { bench.kernel.playing == [LeasedLevel(level(7), .short)] }
    #expect(bench.drive(level(1), planned: .now + .milliseconds(3)) == .queued)
    try bench.loop.run { bench.written.count == 2 }
    #expect(bench.written.map(\.level) == [level(7), level(1)])
  }

  @Test func `the end of a level that came late is not written before its time`() throws {
    // A level that a pause of the machine makes very late does not delay its end.
    let isDelayed = try (1...20).contains { _ in
      let bench = try Bench(.fake(.uinput))
      try bench.makeResident([1])
      let late = Instant.now - .milliseconds(20)
      guard case .written(let on) = bench.drive(level(1), planned: late) else { throw NeverHappened() }
      guard case .queued = bench.drive(.off, planned: late + .milliseconds(15)) else { return false }
      try bench.loop.run { bench.written.count == 2 }
      #expect(bench.written[1].at - on >= .milliseconds(15))
      return true
    }
    #expect(isDelayed)
  }

  @Test func `silence is written at once, and drops levels that wait`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1, 2])
    let later = Instant.now + .seconds(1)
    bench.drive(level(1), planned: later)
    // So soon after the last level it is left to the thread, which waits for its time.
    #expect(bench.drive(level(2), planned: later + .milliseconds(1)) == .queued)
    guard case .written = bench.silence(planned: later + .milliseconds(2)) else {
      Issue.record("silence waited")
      return
    }
    #expect(bench.kernel.isSilent)
    #expect(bench.node.actuator?.costs.skipped == 1)
    try bench.loop.run { bench.isThreadIdle }
    try bench.wait { Instant.now > later + .milliseconds(20) }
    _ = try bench.loop.runOnce(timeout: .zero)
    #expect(bench.kernel.isSilent)
    #expect(!bench.written.contains { $0.level == level(2) })
  }

  @Test func `a write that another program keeps waiting is left to the thread, and so are all later ones`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1, 2])
    bench.kernel.hang()
    #expect(bench.drive(level(1)) == .queued)
    #expect(bench.kernel.takeCalls() == [.interrupted])
    bench.kernel.answer()
    try bench.loop.run { bench.written.count == 1 }
    for number in 2...5 {
      usleep(3000)
      #expect(bench.drive(level(UInt16(number % 2 + 1))) == .queued)
      try bench.loop.run { bench.written.count == number }
    }
    #expect(bench.kernel.writers.allSatisfy { $0 != pthread_self() })
    #expect(!bench.kernel.takeCalls().contains(.interrupted))
    bench.silence()
    try bench.loop.run { bench.written.last?.level == .off }
    #expect(bench.kernel.isSilent)
  }

  @Test func `a write to a busy device is repeated by the thread`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1])
    bench.kernel.with { $0.writeErrors = [.busy] }
    #expect(bench.drive(level(1)) == .queued)
    try bench.loop.run { bench.written.count == 1 }
    #expect(bench.failures.isEmpty)
    #expect(bench.kernel.playing == [LeasedLevel(level(1), .short)])
  }

  @Test func `a write that is refused is reported as a queued failure is`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1])
    bench.kernel.with { $0.writeErrors = [Errno(rawValue: EIO)] }
    #expect(bench.drive(level(1)) == .queued)
    #expect(bench.failures.isEmpty, "the report comes from the loop, after the call")
    try bench.loop.run { !bench.failures.isEmpty }
    #expect(bench.written.isEmpty)
    #expect(bench.failures == [.refused(Errno(rawValue: EIO))])
    #expect(bench.node.actuator?.lastError == .refused(Errno(rawValue: EIO)))
    guard case .written = bench.silence(planned: .now + .milliseconds(2)) else {
      Issue.record("a refused write keeps the loop from writing")
      return
    }
    #expect(bench.kernel.isSilent)
  }

  @Test func `a stop that the loop wrote is confirmed`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1])
    let later = Instant.now + .seconds(1)
    bench.drive(level(1), planned: later)
    // The device misses the stop.
    bench.kernel.with {
      $0.replaces = true
      $0.losses = 1
    }
    guard case .written = bench.drive(.off, planned: later + .milliseconds(2)) else { throw NeverHappened() }
    #expect(!bench.kernel.isSilent)
    try bench.loop.run { bench.kernel.isSilent }
  }

  @Test func `a stop is confirmed after its own time, although the confirmation of an earlier one is due`() throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1])
    let later = Instant.now + .seconds(1)
    bench.drive(level(1), planned: later)
    guard case .written = bench.drive(.off, planned: later + .milliseconds(2)) else { throw NeverHappened() }
    try bench.wait { Instant.now > later + EffectBank.confirmationDelay + .milliseconds(10) }
    bench.kernel.hang()
    bench.drive(level(7))
    try bench.wait { bench.kernel.isHolding }
    bench.drive(.off, planned: .now + .milliseconds(5))
    // The timer of the first stop fires, while the second one waits behind an upload.
    for _ in 0..<5 { _ = try bench.loop.runOnce(timeout: .milliseconds(5)) }
    _ = bench.kernel.takeCalls()
    bench.kernel.answer()
    try bench.loop.run { bench.written.last?.level == .off && bench.written.count == 4 }
    let stop = bench.written[3].at
    var writes = 0
    try bench.loop.run {
      writes += bench.kernel.takeCalls().count { if case .write = $0 { true } else { false } }
      return writes == 3
    }
    #expect(Instant.now - stop >= EffectBank.confirmationDelay)
  }

  @Test func `a device that needs a pause before a lower level is written to by the thread`() throws {
    let bench = try Bench(.fake(.uinput, ["HAPTIC_STOP_BEFORE_LOWER": "1"]))
    try bench.makeResident([9, 5])
    #expect(bench.drive(level(9)) == .queued)
    // While the thread is not idle, a stop goes to it.
    try bench.loop.run { bench.written.count == 1 && bench.isThreadIdle }
    // Unlike a planned stop it does not wait where the thread wrote the level late.
    guard case .written = bench.silence(planned: .now + .milliseconds(2)) else {
      Issue.record("a stop is one write")
      return
    }
  }

  @Test(arguments: 0..<20)
  func `levels that the loop writes and levels that the thread writes keep their order`(seed: Int) throws {
    let bench = try Bench(.fake(.uinput))
    try bench.makeResident([1, 2, 3])
    var random = Steady(state: UInt64(seed))
    var asked: [Level] = []
    for _ in 0..<200 {
      let level = level(UInt16.random(in: 0...5, using: &random))
      asked.append(level)
      bench.drive(level)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = try bench.loop.runOnce(timeout: .zero)
      case 1: usleep(2500)
      default: break
      }
    }
    asked.append(.off)
    bench.silence()
    try bench.loop.run { bench.written.last?.level == .off && bench.isThreadIdle && bench.kernel.isSilent }
    // The written levels are some of the requested ones, in the same order, in the kernel and in the reports.
    #expect(bench.written.map(\.level).isPart(of: asked))
    #expect(bench.kernel.playedLevels.isPart(of: asked))
    #expect(zip(bench.written, bench.written.dropFirst()).allSatisfy { $0.at <= $1.at })
  }
}

extension Bench {
  /// Opens the node and uploads levels. Each kernel write after that is counted.
  fileprivate func makeResident(_ strengths: [UInt16]) throws {
    let actuator = try openNode()
    let uploads = actuator.counters.uploads
    actuator.prepare(strengths.map { LeasedLevel(level($0), .short) }, keepUntil: .distantFuture)
    try loop.run { actuator.counters.uploads == uploads + UInt64(strengths.count) && isThreadIdle }
    _ = try loop.runOnce(timeout: .zero)
    _ = kernel.takeCalls()
    kernel.with { $0.writers = [] }
  }

  fileprivate var isThreadIdle: Bool { node.worker?.isIdle ?? true }

  /// Waits for the node's thread without running the loop.
  fileprivate func wait(until condition: () -> Bool) throws {
    guard TestWait.until(condition) else { throw NeverHappened() }
  }
}

extension FakeKernel {
  /// The threads that wrote.
  fileprivate var writers: [pthread_t] { with { $0.writers } }

  /// The levels that were written, in order. A stop that follows another confirms it and does not count.
  fileprivate var playedLevels: [Level] {
    let effects = with { $0.effects }
    return takeCalls().reduce(into: []) { levels, call in
      guard case .write(let commands) = call else { return }
      let played = commands.compactMap { if case .play(let slot) = $0 { slot } else { nil } }
      let level = played.last.flatMap { effects[$0]?.level } ?? .off
      if level != .off || levels.last != .off { levels.append(level) }
    }
  }
}

extension [Level] {
  /// Whether these elements are in `other` in the same order.
  fileprivate func isPart(of other: [Level]) -> Bool {
    var rest = other[...]
    return allSatisfy { element in
      guard let index = rest.firstIndex(of: element) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }
}
