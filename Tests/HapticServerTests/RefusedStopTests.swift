import HapticPatterns
import HapticProtocol
import HapticSystem
import MotorDriving
import MotorRendering
import Testing

@testable import HapticServer

@Suite struct `A stop refused by the device` {
  private let bench: ServerBench
  private let client: Client

  init() throws {
    bench = try ServerBench(vocabulary: .test)
    client = try bench.client()
    client.play("long", playback: 1)
    bench.clock.advance(by: .milliseconds(100))
    bench.motor.refusal = .full
  }

  private var playback: PlaybackID { PlaybackID(rawValue: 1)! }

  private var history: [Observed] { client.ask(HistoryQuery())?.records ?? [] }

  /// Lets the device take commands again, and expects the motor to be off soon, with no alarm set but idle ones.
  private func expectRecovery() {
    #expect(!bench.motor.isOff)
    bench.clock.advance(by: .milliseconds(30))
    bench.motor.refusal = nil
    bench.clock.advance(by: .milliseconds(100))
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
    #expect(client.play("hit")?.verdict == .played)
  }

  @Test func `a refused stop is reported to its client, recorded in the history, and tried again`() throws {
    let verdict = try #require(client.verdict(.stop(playback)))
    #expect(verdict.verdict == .deviceFailed && verdict.count == 1 && verdict.device == bench.motor.id)
    #expect(client.verdict(.stop(playback))?.verdict == .unknownPlayback)
    #expect(history.map(\.opcode) == [.play, .stop, .stop])
    #expect(history.map(\.verdict) == [.played, .deviceFailed, .unknownPlayback])
    #expect(history.first?.end == .failed)
    expectRecovery()
  }

  @Test func `a refused stop of all playbacks of a client is reported`() throws {
    let verdict = try #require(client.verdict(.stop(nil)))
    #expect(verdict.verdict == .deviceFailed && verdict.count == 1)
    #expect(client.verdict(.stop(nil))?.verdict == .done)
    expectRecovery()
  }

  @Test func `a refused stop of everything is reported, also without a playback`() throws {
    let verdict = try #require(client.verdict(.stopEverything))
    #expect(verdict.verdict == .deviceFailed && verdict.count == 1)
    let again = try #require(client.verdict(.stopEverything))
    #expect(again.verdict == .deviceFailed && again.count == 0)
    expectRecovery()
    #expect(client.verdict(.stopEverything)?.verdict == .done)
  }

  @Test(arguments: [Request.Transport.Action.stop, .cancel, .pause])
  func `a refused stop by an action is reported`(action: Request.Transport.Action) throws {
    let verdict = try #require(client.verdict(.transport(.init(playback, action))))
    #expect(verdict.verdict == .deviceFailed && verdict.count == 1)
    #expect(history.first?.end == .failed)
    expectRecovery()
  }

  @Test func `a refused stop does not affect another device`() throws {
    let other = try bench.add(2)
    #expect(
      client.verdict(.play(.init(.name("long"), playback: PlaybackID(rawValue: 2), device: other.id)))?.verdict
        == .played)
    #expect(client.verdict(.stop(PlaybackID(rawValue: 2)))?.verdict == .done)
    #expect(client.verdict(.stop(playback))?.verdict == .deviceFailed)
    #expect(client.verdict(.stop(nil))?.verdict == .done)
  }

  @Test func `a refused stop is tried again after its client has left`() {
    client.leave()
    bench.clock.advance(by: .milliseconds(30))
    bench.motor.refusal = nil
    bench.clock.advance(by: .milliseconds(100))
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }

  @Test func `a refused stop is given up after a second, when the lease has ended`() {
    client.verdict(.stop(playback))
    bench.clock.advance(by: .milliseconds(900))
    #expect(!bench.clock.isIdle)
    bench.clock.advance(by: .milliseconds(400))
    #expect(bench.clock.isIdle)
    #expect(bench.motor.isOff(byLeaseAt: bench.clock.now))
    #expect((5...25).contains(bench.motor.refused), "\(bench.motor.refused) attempts")
  }

  @Test func `a refused stop is not tried again after the device is unplugged`() {
    client.verdict(.stop(playback))
    bench.server.remove(bench.motor.id)
    #expect(bench.clock.isIdle)
  }

  @Test func `a stop refused because the device is unplugged counts as done`() {
    bench.motor.refusal = .unplugged
    #expect(client.verdict(.stop(playback))?.verdict == .done)
    #expect(bench.clock.isIdle)
  }

  @Test func `a repeated stop does not end a later playback`() {
    client.verdict(.stop(playback))
    bench.motor.refusal = nil
    client.play("long", playback: 2)
    let writes = bench.motor.writes.count
    bench.clock.advance(by: .milliseconds(50))
    #expect(!bench.motor.isOff && bench.motor.writes.dropFirst(writes).allSatisfy { $0.level != .off })
    #expect(client.verdict(.stop(PlaybackID(rawValue: 2)))?.verdict == .done)
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }

  @Test func `a refused stop is shown with the device until it accepts a level`() {
    #expect(bench.server.device(bench.motor.id)?.reason == "")
    client.verdict(.stop(playback))
    #expect(bench.server.device(bench.motor.id)?.reason == "refused to stop: \(DeviceError.full)")
    bench.clock.advance(by: .seconds(3))
    #expect(bench.server.device(bench.motor.id)?.reason.isEmpty == false)
    bench.motor.refusal = nil
    client.play("hit")
    #expect(bench.server.device(bench.motor.id)?.reason == "")
  }

  @Test func `a stop refused by the device's thread is tried again`() {
    bench.motor.refusal = nil
    bench.motor.queues = true
    #expect(client.verdict(.stop(playback))?.verdict == .done)
    let writes = bench.motor.writes.count
    bench.motor.onFailure?(.full)
    #expect(!bench.clock.isIdle)
    bench.clock.advance(by: .milliseconds(10))
    #expect(bench.motor.writes.count == writes + 1 && bench.clock.isIdle)
    bench.motor.onFailure?(.full)
    bench.clock.advance(by: .milliseconds(20))
    #expect(bench.motor.writes.count == writes + 2)
    bench.motor.onWritten?(.init(.off, .short), bench.clock.now, bench.clock.now)
    bench.clock.advance(by: .seconds(2))
    #expect(bench.motor.writes.count == writes + 2 && bench.clock.isIdle)
  }
}

@Suite struct `A stop refused by the device's thread` {
  private let bench: ServerBench
  private let client: Client

  init() throws {
    bench = try ServerBench(vocabulary: .test)
    bench.motor.queues = true
    client = try bench.client()
    client.play("long", playback: 1)
    bench.clock.advance(by: .milliseconds(100))
    bench.motor.writeQueued()
    _ = client.packets()
  }

  private var playback: PlaybackID { PlaybackID(rawValue: 1)! }
  private var reason: String? { bench.server.device(bench.motor.id)?.reason }

  private var end: FinishReason? { client.ask(HistoryQuery())?.records.first?.end }

  @Test func `a stop refused by the device's thread ends the playback as failed`() {
    client.send(.stop(playback))
    #expect(client.finishes.isEmpty, "the device has not responded")
    bench.motor.refuseQueued(.full)
    #expect(client.finishes.map(\.reason) == [.failed])
    #expect(end == .failed)
  }

  @Test func `a refused stop at the natural end ends the playback as failed`() {
    bench.clock.advance(by: .seconds(10))
    #expect(client.finishes.isEmpty)
    bench.motor.refuseQueued(.refused(Errno(rawValue: 5)))
    #expect(client.finishes.map(\.reason) == [.failed])
  }

  @Test func `a stop that the device's thread carries out later ends the playback as stopped`() {
    client.send(.stop(playback))
    let asked = bench.clock.now
    bench.clock.advance(by: .milliseconds(7))
    bench.motor.writeQueued()
    let finish = client.finishes.first
    #expect(finish?.reason == .stopped)
    #expect(finish?.endedNanoseconds == (asked + .milliseconds(7)).nanoseconds)
    #expect(end == .stopped)
  }

  @Test func `a stop refused because the device has left ends the playback as stopped`() {
    client.send(.stop(playback))
    bench.motor.refuseQueued(.unplugged)
    #expect(client.finishes.map(\.reason) == [.stopped])
  }

  @Test func `the end of a playback does not wait for a device that leaves`() {
    client.send(.stop(playback))
    bench.server.remove(bench.motor.id)
    #expect(client.finishes.map(\.reason) == [.stopped])
  }

  @Test func `the end of a playback does not wait for a device that stops responding`() {
    client.send(.stop(playback))
    bench.motor.isReady = false
    bench.server.noteChange(of: bench.motor.id)
    #expect(client.finishes.map(\.reason) == [.failed])
    bench.motor.writeQueued()
    #expect(client.finishes.isEmpty)
  }

  @Test func `the end of a playback does not wait for a stalled device`() {
    bench.motor.isReady = false
    bench.server.noteChange(of: bench.motor.id)
    client.send(.stop(playback))
    #expect(client.finishes.map(\.reason) == [.failed])
  }

  @Test func `the end of a playback does not wait if the loop itself writes the stop`() {
    bench.motor.silencesAtOnce = true
    let verdict = client.verdict(.stopEverything)
    #expect(verdict?.verdict == .done && verdict?.count == 1)
    #expect(bench.motor.isOff && bench.motor.pending.isEmpty)
    #expect(end == .stoppedEverything)
  }

  @Test func `the end of a playback is reported at once at the end of the service`() {
    bench.server.shutDown()
    #expect(client.finishes.map(\.reason) == [.shutdown])
  }

  @Test func `a late end of a playback does not end a new one with the same number`() {
    client.send(.stop(playback))
    client.send(
      .play(.init(.name("long"), playback: playback)), serial: 99)
    let packets = client.packets()
    guard packets.count == 2, case .event(.finished(let finish)) = packets[0], case .reply(99, _) = packets[1] else {
      Issue.record("\(packets)")
      return
    }
    #expect(finish.reason == .stopped)
    bench.motor.writeQueued()
    #expect(client.finishes.isEmpty)
  }

  @Test func `playbacks that wait for their end do not count against the client's limit`() {
    for number in 2...UInt32(Limits.playbacks) { #expect(client.play("long", playback: number)?.verdict == .played) }
    #expect(client.verdict(.stop(nil))?.count == UInt64(Limits.playbacks))
    for number in 101...UInt32(100 + Limits.playbacks) {
      #expect(client.play("long", playback: number)?.verdict == .played)
    }
  }

  @Test func `each end is reported to a client that stops faster than the device responds`() {
    var numbers: [UInt32] = []
    for number in 2...UInt32(300) {
      client.play("long", playback: number)
      client.send(.stop(PlaybackID(rawValue: number)!))
      numbers += client.finishes.map(\.playback.rawValue)
    }
    client.send(.stop(playback))
    bench.motor.writeQueued()
    numbers += client.finishes.map(\.playback.rawValue)
    #expect(numbers.sorted() == Array(1...300))
  }

  @Test func `a stop refused by the device's thread is shown with the device until it accepts a level`() throws {
    let watcher = try bench.client()
    watcher.send(.monitor(.devices))
    client.send(.stop(playback))
    bench.motor.refuseQueued(.refused(Errno(rawValue: 5)))
    #expect(reason == "refused to stop: Input/output error (5)")
    let changes = watcher.events.compactMap { if case .device(let change) = $0 { change.device.reason } else { nil } }
    #expect(changes == [reason])
    while !bench.clock.isIdle {
      bench.clock.advance(by: .milliseconds(100))
      bench.motor.refuseQueued(.refused(Errno(rawValue: 5)))
    }
    #expect(reason?.isEmpty == false, "it was given up, and may still vibrate")
    client.play("long")
    #expect(reason?.isEmpty == false, "a level that waits in the queue says nothing")
    bench.motor.writeQueued()
    #expect(reason == "")
  }
}

@Suite struct `Device numbers` {
  @Test func `a device gets a number that no other has, also after the last one`() {
    var numbers = DeviceNumbers(after: .max - 1)
    let taken: Set<UInt32> = [1, 2]
    let next = (0..<3).map { _ in numbers.next { taken.contains($0.rawValue) }.rawValue }
    #expect(next == [.max, 3, 4])
  }
}
