import EventLoop
import Glibc
import HapticSystem
import Testing

@testable import ForceFeedback

@Suite struct WorkerTests {
  @Test func `a level is written by the node's thread and then reported`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    let planned = Instant.now
    #expect(actuator.drive(level(5), planned: planned) == .queued)
    try bench.loop.run { !bench.written.isEmpty }
    #expect(bench.written[0].level == level(5))
    #expect(bench.written[0].planned == planned)
    #expect(bench.written[0].at >= planned)
    #expect(bench.kernel.playing == [LeasedLevel(level(5), .short)])
    #expect(actuator.counters.uploads == 2)
  }

  @Test func `a driver of one constant effect plays levels one after another, and stops`() throws {
    let kernel = FakeKernel { state in
      state.abilities = [.rumble, .periodic, .constant, .custom, .gain]
      state.replaces = true
      state.isBusyWhilePlaying = true
    }
    let bench = try Bench(.fake(.own, ["HAPTIC_CONSTANT": "1"]), kernel)
    let actuator = try bench.openNode()
    #expect(actuator.type == .constant && actuator.capacity == 1)
    for strength in [300, 200, 400] as [UInt16] {
      bench.drive(level(strength), .long)
      try bench.loop.run { bench.written.last?.level == level(strength) }
      #expect(kernel.playing == [LeasedLevel(level(strength), .long)])
    }
    bench.silence()
    try bench.loop.run { bench.written.last?.level == .off }
    #expect(kernel.isSilent)
    #expect(kernel.with { $0.effects.count } == 1)
    #expect(!kernel.takeCalls().contains(.write([.fullGain])))
  }

  @Test func `levels that were replaced at once are never written`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    bench.kernel.hang()
    let planned = Instant.now
    bench.drive(level(1), .short, planned: planned)
    try bench.waitUntilHanging()
    for strength in 2...200 { bench.drive(level(UInt16(strength)), .short, planned: planned) }
    bench.kernel.answer()
    try bench.loop.run { bench.written.last?.level == level(200) }
    #expect(bench.kernel.playing == [LeasedLevel(level(200), .short)])
    #expect(actuator.costs.skipped >= 198)
  }

  @Test func `a tap is felt although its stop was asked for before its upload was done`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    bench.kernel.with { $0.uploadTime = .milliseconds(40) }
    actuator.prepare((10...14).map { LeasedLevel(level($0), .short) }, keepUntil: .distantFuture)
    // A machine that pauses may be too late for a tap.
    let isFelt = try (1...20).contains { number in
      let before = bench.written.count
      let planned = Instant.now
      bench.drive(level(UInt16(number)), .short, planned: planned)
      bench.drive(.off, .short, planned: planned + .milliseconds(30))
      try bench.loop.run { bench.written.count > before && bench.written.last?.level == .off }
      let written = bench.written[before...]
      guard written.map(\.level) == [level(UInt16(number)), .off] else { return false }
      #expect(written[before + 1].at - written[before].at >= .milliseconds(30))
      return true
    }
    #expect(isFelt)
    #expect(bench.kernel.isSilent)
  }

  @Test func `a tap whose upload took too long is left out, and is resident for the next time`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    bench.kernel.hang()
    let planned = Instant.now
    bench.drive(level(1), .short, planned: planned)
    try bench.waitUntilHanging()
    bench.drive(.off, .short, planned: planned + .milliseconds(30))
    usleep(UInt32(Agenda.longestDelay.wholeMicroseconds) + 1000)
    bench.kernel.answer()
    try bench.loop.run { !bench.written.isEmpty }
    #expect(bench.written.map(\.level) == [.off])
    #expect(actuator.costs.skipped == 1)
    bench.drive(level(1), .short, planned: .now)
    try bench.loop.run { bench.written.count == 2 }
    #expect(actuator.counters.uploads == 2)
  }

  @Test func `every level is written although there are more levels than slots`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    let levels = (1...13).map { level(UInt16($0) * 1000) }
    actuator.prepare(levels.map { LeasedLevel($0, .short) }, keepUntil: .distantFuture)
    try bench.loop.run { actuator.counters.uploads >= 9 }
    for level in levels + [.off] {
      bench.drive(level, .short, planned: .now)
      try bench.loop.run { bench.written.last?.level == level }
    }
    #expect(bench.written.map(\.level) == levels + [.off])
  }

  @Test func `a quick device is prepared while its motors turn`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    // A device that a pause of the machine makes look slow is looked at again.
    let isPrepared = try (1...20).contains { number in
      bench.drive(level(UInt16(number)), .long, planned: .now)
      try bench.loop.run { bench.written.count == number }
      let uploads = actuator.counters.uploads
      actuator.prepare([LeasedLevel(level(UInt16(100 + number)), .short)], keepUntil: .distantFuture)
      for _ in 0..<20 where actuator.counters.uploads == uploads {
        _ = try bench.loop.runOnce(timeout: .milliseconds(10))
      }
      #expect(bench.kernel.playing == [LeasedLevel(level(UInt16(number)), .long)])
      return actuator.counters.uploads > uploads
    }
    #expect(isPrepared)
  }

  @Test func `on a slow device nothing is prepared while the motors turn`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    bench.kernel.with { $0.uploadTime = .milliseconds(5) }
    bench.drive(level(1), .long, planned: .now)
    try bench.loop.run { bench.written.count == 1 }
    actuator.prepare([LeasedLevel(level(2), .short)], keepUntil: .distantFuture)
    bench.drive(level(3), .long, planned: .now)
    try bench.loop.run { bench.written.count == 2 }
    #expect(actuator.counters.uploads == 3)
    bench.drive(.off, .short, planned: .now)
    try bench.loop.run { actuator.counters.uploads == 4 }
    #expect(bench.written.count == 3)
  }

  @Test func `a stop that waits for a hanging call is written as soon as it returns`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    bench.kernel.hang()
    bench.drive(level(1), .long, planned: .now)
    try bench.waitUntilHanging()
    actuator.prepare((10...60).map { LeasedLevel(level($0), .short) }, keepUntil: .distantFuture)
    #expect(bench.silence() == .queued)
    bench.kernel.answer()
    try bench.loop.run { bench.written.last?.level == .off }
    #expect(bench.kernel.isSilent)
    let calls = bench.kernel.takeCalls().prefix { $0 != .write([.stop(0)]) }
    #expect(calls.count == 1, "only the upload that hung comes before: no play, and nothing that was to be prepared")
  }

  @Test func `a prepared effect is resident when it plays`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    actuator.prepare([LeasedLevel(level(1), .short), LeasedLevel(level(2), .short)], keepUntil: .distantFuture)
    try bench.loop.run { actuator.counters.uploads == 3 }
    bench.drive(level(2), .short, planned: .now)
    try bench.loop.run { !bench.written.isEmpty }
    #expect(actuator.counters.uploads == 3)
    #expect(bench.kernel.takeCalls().last == .write([.play(2)]))
  }

  @Test func `a node that never answered an upload has failed`() throws {
    let bench = try Bench(.fake(.uinput), FakeKernel { $0.uploadErrors = [.timedOut] })
    bench.node.open()
    try bench.loop.run { bench.node.state == .failed(.timedOut) }
  }

  @Test func `a node plays while another one hangs`() throws {
    let loop = try EventLoop()
    let hanging = try Bench(.fake(.uinput), loop: loop)
    let other = try Bench(.fake(.uinput), loop: loop)
    let stuck = try hanging.openNode()
    _ = try other.openNode()
    hanging.kernel.hang()
    _ = stuck.drive(level(1), planned: .now)
    try hanging.waitUntilHanging()
    for strength in 1...50 {
      other.drive(level(UInt16(strength)), .short, planned: .now)
      try loop.run { other.written.count == strength }
    }
    #expect(hanging.written.isEmpty)
    hanging.kernel.answer()
  }

  @Test func `a device that is busy with its last effect is stopped, and the upload is repeated`() throws {
    let bench = try Bench(.fake(.own))
    _ = try bench.openNode()
    bench.drive(level(1), .short, planned: .now)
    try bench.loop.run { bench.written.count == 1 }
    bench.kernel.with { $0.uploadErrors = [.busy, .wouldBlock] }
    _ = bench.kernel.takeCalls()
    bench.drive(level(2), .short, planned: .now)
    try bench.loop.run { bench.written.count == 2 }
    #expect(
      bench.kernel.takeCalls() == [
        .refused(.busy), .write([.stop(1)]), .wait(.milliseconds(5)),
        .refused(.wouldBlock), .write([.stop(1)]), .wait(.milliseconds(5)),
        .upload(.rumble, LeasedLevel(level(2), .short), into: nil, gave: 2), .write([.play(2)]),
      ])
  }

  @Test func `a refusal is reported`() throws {
    let bench = try Bench(.fake(.own), FakeKernel { $0.foreignSlots = 16 })
    let actuator = try bench.openNode()
    bench.drive(level(1), .short, planned: .now)
    try bench.loop.run { !bench.failures.isEmpty }
    #expect(bench.failures == [.full])
    #expect(actuator.lastError == .full)
  }

  @Test func `a node that is given up after a report gets no other one`() throws {
    let (loop, kernel) = (try EventLoop(), FakeKernel())
    var node: Node? = Node(.fake(.uinput), loop, FakeOpener(kernel: kernel).open)
    node?.open()
    try loop.run { node?.state == .ready }
    var reports = 0
    node?.actuator?.onWritten = { _, _, _ in
      reports += 1
      node = nil
    }
    let worker = try #require(node?.worker)
    let now = Instant.now
    _ = node?.actuator?.drive(LeasedLevel(level(1), .short), planned: now)
    _ = node?.actuator?.drive(LeasedLevel(.off, .short), planned: now + .milliseconds(30))
    // The thread has written both before the loop looks.
    while !worker.isIdle { usleep(1000) }
    try loop.run { node == nil }
    #expect(reports == 1)
  }

  @Test func `a node that is unplugged while it hangs is released`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    bench.kernel.hang()
    bench.drive(level(1), .short, planned: .now)
    try bench.waitUntilHanging()
    bench.node.close()
    bench.kernel.unplug()
    bench.kernel.answer()
    try bench.loop.run { !bench.kernel.isOpen }
    #expect(actuator.drive(level(1), planned: .now) == .failed(.unplugged))
  }

  @Test(arguments: 0..<20)
  func `after any sequence of levels and stops, the last command is in force`(seed: Int) throws {
    let bench = try Bench(.fake(.uinput))
    _ = try bench.openNode()
    var random = Steady(state: UInt64(seed))
    for _ in 0..<200 {
      bench.drive(level(UInt16.random(in: 0...20, using: &random)), .short, planned: .now)
      if Int.random(in: 0..<4, using: &random) == 0 { _ = try bench.loop.runOnce(timeout: .zero) }
    }
    let last = Instant.now
    bench.silence()
    try bench.loop.run { bench.written.last.map { $0.level == .off && $0.planned >= last } ?? false }
    #expect(bench.kernel.isSilent)
  }
}
