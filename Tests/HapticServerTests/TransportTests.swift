import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

/// Actions on a running playback.
@Suite struct TransportTests {
  /// Two seconds at one strength.
  private static let buzz: Pattern = [
    Event(.continuous(duration: .seconds(2)), intensity: 1, sharpness: 0.5)
  ]
  /// A tap every 200 ms for a second.
  private static let ticks = Pattern(
    (0..<5).map { Event(.transient, at: .milliseconds($0 * 200), intensity: 1, sharpness: 0.5) })

  private func playing(_ pattern: Pattern) throws -> (ServerBench, Client) {
    let bench = try ServerBench()
    let client = try bench.client()
    client.define(pattern, as: 1)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    return (bench, client)
  }

  @Test func `a paused playback is silent and continues at its position`() throws {
    let (bench, client) = try playing(Self.buzz)
    bench.clock.advance(by: .milliseconds(500))
    #expect(client.change(7, .pause)?.verdict == .done)
    #expect(bench.motor.isOff)
    bench.clock.advance(by: .seconds(10))
    #expect(bench.motor.isOff)
    #expect(client.finishes.isEmpty)
    client.change(7, .resume)
    bench.clock.advance(by: .milliseconds(1400))
    #expect(!bench.motor.isOff)
    bench.clock.advance(by: .milliseconds(200))
    #expect(bench.motor.isOff)
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `a playback that waits for its start can be paused`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let start = bench.clock.now + .milliseconds(300)
    client.verdict(
      .play(.init(.name("impact.heavy"), playback: PlaybackID(rawValue: 7), startNanoseconds: start.nanoseconds)))
    client.change(7, .pause)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.levels.isEmpty)
    client.change(7, .resume)
    #expect(!bench.motor.isOff)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.clock.isIdle)
  }

  @Test func `a loop has no stop between its passes, until an action ends it`() throws {
    let (bench, client) = try playing(Self.buzz)
    client.change(7, .loop(Loop()))
    // Shorter than the time after which media are refused.
    bench.clock.advance(by: .seconds(12))
    #expect(!bench.motor.isOff)
    #expect(!bench.motor.levels.contains(.off), "the stop at the seam would be felt")
    client.change(7, .loop(nil))
    bench.clock.advance(by: .milliseconds(2100))
    #expect(bench.motor.isOff)
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `a loop begins again at its end`() throws {
    let (bench, client) = try playing(Self.ticks)
    client.change(7, .loop(Loop(end: .milliseconds(400))))
    bench.clock.advance(by: .milliseconds(3990))
    #expect(bench.motor.pulses == 20)
    client.change(7, .stop)
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test func `a loop of no length causes at most a hundred wakeups per second`() throws {
    let (bench, client) = try playing(Self.ticks)
    client.change(7, .loop(Loop(end: .microseconds(1))))
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.writes.count <= 202)
    client.change(7, .stop)
    #expect(bench.clock.isIdle)
  }

  @Test func `a seek skips the events before its target`() throws {
    let (bench, client) = try playing(Self.ticks)
    bench.clock.advance(by: .milliseconds(100))
    client.change(7, .seek(to: .milliseconds(700)))
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.pulses == 2)
    #expect(client.finishes.map(\.reason) == [.ended])
  }

  @Test func `seeking beyond the end ends a playback, and starts a loop again`() throws {
    let (bench, client) = try playing(Self.ticks)
    bench.clock.advance(by: .milliseconds(100))
    client.change(7, .loop(Loop()))
    client.change(7, .seek(to: .seconds(9)))
    bench.clock.advance(by: .milliseconds(50))
    #expect(bench.motor.pulses == 2)
    client.change(7, .loop(nil))
    client.begin(7, .seek(to: .seconds(9)))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test(arguments: [(rate: 2.0, milliseconds: 1000), (0.5, 4000)])
  func `the rate scales the time of events`(rate: Double, milliseconds: Int) throws {
    let (bench, client) = try playing(Self.buzz)
    client.change(7, .rate(rate))
    bench.clock.advance(by: .milliseconds(milliseconds - 50))
    #expect(!bench.motor.isOff)
    bench.clock.advance(by: .milliseconds(100))
    #expect(bench.motor.isOff)
  }

  @Test func `a muted playback continues its time`() throws {
    let (bench, client) = try playing(Self.buzz)
    client.change(7, .mute(true))
    #expect(bench.motor.isOff)
    bench.clock.advance(by: .seconds(1))
    client.change(7, .mute(false))
    #expect(!bench.motor.isOff)
    bench.clock.advance(by: .milliseconds(1050))
    #expect(bench.motor.isOff)
    #expect(client.finishes.count == 1)
  }

  @Test func `scheduled actions run in order and on time`() throws {
    let (bench, client) = try playing(Self.buzz)
    let start = bench.clock.now
    client.change(7, .stop, at: start + .milliseconds(900))
    client.change(7, .resume, at: start + .milliseconds(600))
    client.change(7, .pause, at: start + .milliseconds(300))
    bench.clock.advance(by: .seconds(3))
    let stops = bench.motor.writes.dropFirst().filter { $0.level == .off }.map { $0.at - start }
    #expect(stops == [.milliseconds(300), .milliseconds(900)])
    #expect(client.finishes.map(\.reason) == [.stopped])
    #expect(bench.clock.isIdle)
  }

  @Test func `cancel removes the scheduled actions`() throws {
    let (bench, client) = try playing(Self.buzz)
    client.change(7, .pause, at: bench.clock.now + .seconds(1))
    client.begin(7, .cancel)
    #expect(bench.motor.isOff)
    #expect(client.finishes.map(\.reason) == [.stopped])
    #expect(bench.clock.isIdle)
  }

  @Test func `the number and the delay of a playback's scheduled actions are limited`() throws {
    let (bench, client) = try playing(Self.buzz)
    let later = bench.clock.now + .seconds(1)
    for _ in 0..<Limits.scheduledActions { #expect(client.change(7, .mute(true), at: later)?.verdict == .done) }
    #expect(client.change(7, .mute(true), at: later)?.verdict == .limit)
    #expect(client.change(7, .mute(true), at: bench.clock.now + .seconds(61))?.verdict == .limit)
  }

  @Test(arguments: [1, 2] as [UInt32])
  func `an action for which one of two playbacks has no place is scheduled for none`(full: UInt32) throws {
    let bench = try ServerBench(actuators: 2)
    let client = try bench.client()
    client.define(Self.buzz, as: 1)
    let number = PlaybackID(rawValue: 7)!
    func play(on device: UInt32) {
      client.verdict(
        .play(.init(.handle(Handle(rawValue: 1)!), playback: number, device: DeviceID(rawValue: device)!)))
    }
    let later = bench.clock.now + .milliseconds(100)
    play(on: full)
    for _ in 0..<Limits.scheduledActions { client.change(7, .rate(1), at: later) }
    play(on: 3 - full)
    let silence = Request.Modulate(
      number, .intensity, atNanoseconds: later.nanoseconds, points: [.init(at: .zero, 0)])
    #expect(client.change(7, .pause, at: later)?.verdict == .limit)
    #expect(client.verdict(.modulate(silence))?.verdict == .limit)
    bench.clock.advance(by: .milliseconds(200))
    #expect(bench.actuators.allSatisfy { !$0.isOff })
    #expect(client.change(7, .pause)?.count == 2)
    #expect(bench.actuators.allSatisfy { $0.isOff })
  }

  @Test(arguments: [.stop, .cancel, .pause, .mute(true), .rate(0.5)] as [Request.Transport.Action])
  func `a change at once is no scheduled action, however many there are`(_ action: Request.Transport.Action) throws {
    let (bench, client) = try playing(Self.buzz)
    let later = bench.clock.now + .seconds(1)
    for _ in 0..<Limits.scheduledActions { client.change(7, .mute(false), at: later) }
    #expect(client.change(7, action)?.verdict == .done)
    #expect(action == .rate(0.5) || bench.motor.isOff)
  }

  @Test func `a stop takes the place of the actions after it`() throws {
    let (bench, client) = try playing(Self.buzz)
    let now = bench.clock.now
    for _ in 0..<Limits.scheduledActions { client.change(7, .mute(false), at: now + .milliseconds(20)) }
    for milliseconds in [30, 40, 10, 50] {
      #expect(client.change(7, .stop, at: now + .milliseconds(milliseconds))?.verdict == .done)
    }
    #expect(client.change(7, .mute(true), at: now + .milliseconds(5))?.verdict == .done)
    bench.clock.advance(by: .milliseconds(10))
    #expect(bench.motor.isOff && client.finishes.map(\.reason) == [.stopped])
    #expect(bench.clock.isIdle)
  }

  @Test func `a client cannot change the playback of another client`() throws {
    let (bench, client) = try playing(Self.buzz)
    let other = try bench.client()
    #expect(other.change(7, .pause)?.verdict == .unknownPlayback)
    #expect(!bench.motor.isOff)
    #expect(client.change(8, .pause)?.verdict == .unknownPlayback)
  }

  @Test func `a feedback of the vocabulary can be changed like any pattern`() throws {
    let bench = try ServerBench(vocabulary: .test)
    let client = try bench.client()
    client.play("long", playback: 7)
    bench.clock.advance(by: .milliseconds(100))
    client.change(7, .pause)
    #expect(bench.motor.isOff)
    bench.clock.advance(by: .milliseconds(10))
    client.change(7, .resume)
    bench.clock.advance(by: .milliseconds(50))
    #expect(!bench.motor.isOff)
    client.leave()
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test func `after a long delay of the daemon, missed pulses are not played`() throws {
    let (bench, client) = try playing(Self.ticks)
    client.change(7, .loop(Loop()))
    bench.clock.stall(for: .seconds(100))
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.pulses <= 8, "as many as there are in a second, and the one that was on")
    client.change(7, .stop)
    #expect(bench.motor.isOff)
  }
}

extension Client {
  /// Plays the content of a handle.
  @discardableResult
  func play(handle: UInt32, playback: UInt32 = 0, intensity: UInt16 = .max) -> VerdictReply? {
    verdict(
      .play(.init(.handle(Handle(rawValue: handle)!), playback: PlaybackID(rawValue: playback), intensity: intensity)))
  }

  /// Changes a playback.
  @discardableResult
  func change(_ playback: UInt32, _ action: Request.Transport.Action, at moment: Instant? = nil) -> VerdictReply? {
    verdict(
      .transport(
        .init(PlaybackID(rawValue: playback)!, action, atNanoseconds: moment?.nanoseconds)))
  }
}

extension Client {
  /// Sends an action without asking for a reply, so that no event is taken for a reply.
  func begin(_ playback: UInt32, _ action: Request.Transport.Action) {
    send(.transport(.init(PlaybackID(rawValue: playback)!, action)))
  }
}

extension RecordingActuator {
  /// The number of times that the motors were switched on from off.
  var pulses: Int { zip([.off] + levels, levels).count { $0 == .off && $1 != .off } }
}
