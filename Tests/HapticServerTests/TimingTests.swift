import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

/// Plays that begin with a position, a rate, a loop or a limit.
@Suite struct TimingTests {
  typealias Timing = Request.Play.Timing

  /// Two seconds at one strength.
  static let buzz: Pattern = [Event(.continuous(duration: .seconds(2)), intensity: 1, sharpness: 0.5)]
  /// A tap every 200 ms, and a silent end: one second.
  static let ticks = Pattern(
    (0..<5).map { Event(.transient, at: .milliseconds($0 * 200), intensity: 1, sharpness: 0.5) }
      + [Event(.continuous(duration: .milliseconds(100)), at: .milliseconds(900), intensity: 0, sharpness: 0)])
  /// Vibrations and taps of different strengths, of half a second.
  private static let mixed: Pattern = [
    Event(.continuous(duration: .milliseconds(100)), intensity: 0.5, sharpness: 0.2),
    Event(.transient, at: .milliseconds(170), intensity: 1, sharpness: 0.9),
    Event(.continuous(duration: .milliseconds(250)), at: .milliseconds(250), intensity: 0.9, sharpness: 0.7),
  ]

  func bench(_ pattern: Pattern = ticks) throws -> (ServerBench, Client) {
    let bench = try ServerBench()
    let client = try bench.client()
    client.define(pattern, as: 1)
    return (bench, client)
  }

  func expectedEnd(_ client: Client) -> Int64? {
    client.ask(PlayingQuery())?.records.first?.endNanoseconds
  }

  // MARK: The same as later actions

  static let timings: [Timing] = {
    let offsets: [Duration] = [.zero, .microseconds(1), .milliseconds(60), .milliseconds(300), .milliseconds(480)]
    let loops: [Loop?] = [
      nil, Loop(), Loop(repeats: 1), Loop(end: .milliseconds(200), repeats: 3), Loop(end: .milliseconds(5), repeats: 7),
      Loop(end: .milliseconds(900), repeats: 2),
    ]
    return [0.1, 0.5, 1, 2, 10].flatMap { rate in
      offsets.flatMap { offset in loops.map { Timing(offset: offset, rate: rate, loop: $0) } }
    }
  }()

  @Test(arguments: timings)
  func `a timing in the play is the same as actions before the start`(timing: Timing) throws {
    func written(_ timing: Timing, _ actions: [Request.Transport.Action]) throws -> [String] {
      let (bench, client) = try bench(Self.mixed)
      let start = bench.clock.now + .seconds(1)
      #expect(client.play(handle: 1, playback: 7, timing, at: start)?.verdict == .played)
      for action in actions { client.change(7, action) }
      guard let record = client.ask(PlayingQuery())?.records.first else { return [] }
      // The first stroke is felt at the start: the motor gets it earlier, by a time that depends on the position.
      let begin = Instant(nanoseconds: record.startNanoseconds)
      bench.clock.advance(by: begin + .seconds(3) - bench.clock.now)
      client.begin(7, .stop)
      #expect(bench.motor.isOff && bench.clock.isIdle)
      return bench.motor.writes.drop { $0.at < begin }.map { "\(($0.at - begin).wholeMicroseconds) \($0.level)" }
    }
    let actions: [Request.Transport.Action] = [.loop(timing.loop), .rate(timing.rate), .seek(to: timing.offset)]
    // The action makes a plain playback one that is rendered incrementally.
    let (inPlay, later) = (try written(timing, [.mute(false)]), try written(Timing(), actions))
    #expect(inPlay == later)
  }

  @Test(arguments: [Timing(offset: .milliseconds(300)), Timing(rate: 2), Timing(loop: Loop(repeats: 2))])
  func `a play with a timing writes its first level at once`(timing: Timing) throws {
    let (bench, client) = try bench(Self.mixed)
    let reply = try #require(client.play(handle: 1, playback: 7, timing))
    #expect(reply.writtenNanoseconds == bench.clock.now.nanoseconds && !bench.motor.isOff)
  }

  // MARK: Position

  @Test func `a play begins at its offset`() throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(offset: .milliseconds(500)))
    #expect(bench.motor.isOff)
    #expect(expectedEnd(client) == (bench.clock.now + .milliseconds(500)).nanoseconds)
    bench.clock.advance(by: .milliseconds(450))
    #expect(bench.motor.pulses == 2)
    bench.clock.advance(by: .milliseconds(100))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test(arguments: [Duration.seconds(1), .seconds(2), .microseconds(Int64.max)])
  func `an offset at or beyond the end ends the playback at once`(offset: Duration) throws {
    let (bench, client) = try bench()
    let start = bench.clock.now + .seconds(1)
    for moment in [nil, start] {
      #expect(client.play(handle: 1, playback: 7, Timing(offset: offset), at: moment)?.verdict == .played)
      #expect(client.finishes.map(\.reason) == [.ended])
    }
    #expect(bench.motor.levels.isEmpty && bench.clock.isIdle)
  }

  @Test(arguments: [Duration.milliseconds(1000), .seconds(9)])
  func `an offset beyond a loop's end starts at its start, without using a repeat`(offset: Duration) throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(offset: offset, loop: Loop(repeats: 1)))
    bench.clock.advance(by: .seconds(3))
    #expect(bench.motor.pulses == 10)
    #expect(client.finishes.map(\.reason) == [.ended])
  }

  // MARK: Rate

  @Test(arguments: [(rate: 0.1, lasting: 10_000), (1e-30, 10_000), (0.5, 2000), (2, 500), (10, 100), (1e30, 100)])
  func `a rate outside the limits counts as the limit`(rate: Double, milliseconds: Int) throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(rate: rate))
    let end = try #require(expectedEnd(client)) - bench.clock.now.nanoseconds
    // The rate is a number of 24 bits.
    #expect(abs(end - Int64(milliseconds) * 1_000_000) < 1000)
    bench.clock.advance(by: .milliseconds(milliseconds + 100))
    #expect(client.finishes.map(\.reason) == [.ended])
  }

  // MARK: Loop

  @Test(arguments: [(repeats: UInt32(0), pulses: 5), (1, 10), (2, 15), (7, 40)])
  func `a loop plays its number of repeats, and its end is known`(repeats: UInt32, pulses: Int) throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(loop: Loop(repeats: repeats)))
    if repeats > 0 { #expect(expectedEnd(client) == (bench.clock.now + .seconds(Int(repeats) + 1)).nanoseconds) }
    bench.clock.advance(by: .seconds(Int(repeats) + 1))
    #expect(bench.motor.pulses == pulses)
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `after its last repeat, a playback continues to the end of the pattern`() throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(loop: Loop(end: .milliseconds(400), repeats: 2)))
    #expect(expectedEnd(client) == (bench.clock.now + .milliseconds(1800)).nanoseconds)
    bench.clock.advance(by: .milliseconds(1800))
    #expect(bench.motor.pulses == 2 + 2 + 5)
    #expect(client.finishes.map(\.reason) == [.ended])
  }

  @Test func `a loop may end after the pattern`() throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(loop: Loop(end: .seconds(3), repeats: 1)))
    #expect(expectedEnd(client) == (bench.clock.now + .seconds(4)).nanoseconds)
    bench.clock.advance(by: .milliseconds(2990))
    #expect(bench.motor.pulses == 5)
    bench.clock.advance(by: .milliseconds(1010))
    #expect(bench.motor.pulses == 10)
    #expect(client.finishes.map(\.reason) == [.ended])
  }

  @Test func `a loop without end has no expected end, and neither has one beyond the clock`() throws {
    let (bench, client) = try bench()
    for loop in [Loop(), Loop(end: .seconds(7200), repeats: .max - 1)] {
      client.play(handle: 1, playback: 7, Timing(rate: 0.1, loop: loop))
      #expect(expectedEnd(client) == nil)
      bench.clock.advance(by: .milliseconds(300))
      client.begin(7, .stop)
      #expect(bench.clock.isIdle)
    }
  }

  @Test func `a later action changes the number of repeats of a loop`() throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(loop: Loop()))
    bench.clock.advance(by: .milliseconds(2500))
    client.change(7, .loop(Loop(repeats: 1)))
    #expect(expectedEnd(client) == (bench.clock.now + .milliseconds(1500)).nanoseconds)
    // A seek is none of the returns; a loop that ends before the position returns at once.
    client.change(7, .seek(to: .zero))
    #expect(expectedEnd(client) == (bench.clock.now + .seconds(2)).nanoseconds)
    bench.clock.advance(by: .milliseconds(500))
    client.change(7, .loop(Loop(end: .milliseconds(400), repeats: 1)))
    #expect(expectedEnd(client) == (bench.clock.now + .seconds(1)).nanoseconds)
    bench.clock.advance(by: .seconds(1))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `in its last pass a playback no longer loops`() throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(loop: Loop(end: .milliseconds(400), repeats: 1)))
    bench.clock.advance(by: .milliseconds(500))
    client.change(7, .seek(to: .milliseconds(700)))
    #expect(expectedEnd(client) == (bench.clock.now + .milliseconds(300)).nanoseconds)
    client.begin(7, .seek(to: .seconds(1)))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `a pause keeps the remaining repeats of a loop`() throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(loop: Loop(repeats: 2)))
    bench.clock.advance(by: .milliseconds(1450))
    client.change(7, .pause)
    #expect(expectedEnd(client) == nil)
    bench.clock.advance(by: .seconds(20))
    client.change(7, .resume)
    #expect(expectedEnd(client) == (bench.clock.now + .milliseconds(1550)).nanoseconds)
    bench.clock.advance(by: .milliseconds(1550))
    #expect(bench.motor.pulses == 15)
    #expect(client.finishes.map(\.reason) == [.ended])
  }

  // MARK: Other ways

  @Test func `a prepared feedback plays with a timing, and afterwards as a whole`() throws {
    let bench = try ServerBench(vocabulary: .test)
    let client = try bench.client()
    client.verdict(.prepare(.init(handle: Handle(rawValue: 1)!, name: "long")))
    client.play(handle: 1, playback: 1)
    bench.clock.advance(by: .seconds(10))
    let whole = bench.motor.levels
    #expect(client.finishes.count == 1)
    client.play(handle: 1, playback: 2, Timing(rate: 2, loop: Loop(repeats: 1), limit: .milliseconds(150)))
    bench.clock.advance(by: .milliseconds(150))
    #expect(bench.motor.isOff && client.finishes.map(\.reason) == [.ended])
    let count = bench.motor.levels.count
    client.play(handle: 1, playback: 3)
    bench.clock.advance(by: .seconds(10))
    #expect(Array(bench.motor.levels[count...]) == whole)
  }

  @Test func `a timing applies to all devices at once`() throws {
    let bench = try ServerBench(actuators: 2)
    let client = try bench.client()
    client.define(Self.ticks, as: 1)
    var play = Request.Play(.handle(Handle(rawValue: 1)!), playback: PlaybackID(rawValue: 7), locality: .everywhere)
    play.timing = Timing(offset: .milliseconds(500), loop: Loop(repeats: 1), limit: .milliseconds(1250))
    #expect(client.verdict(.play(play))?.count == 2)
    bench.clock.advance(by: .milliseconds(1250))
    #expect(client.finishes.map(\.reason) == [.ended, .ended])
    #expect(bench.actuators.map(\.pulses) == [6, 6])
    #expect(bench.clock.isIdle)
  }

  @Test func `a client that leaves ends a loop that waits for its start`() throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(loop: Loop(), limit: .seconds(9)), at: bench.clock.now + .seconds(1))
    client.leave()
    #expect(bench.clock.isIdle && bench.motor.levels.isEmpty)
  }
}

extension Client {
  @discardableResult
  func play(
    handle: UInt32, playback: UInt32, _ timing: Request.Play.Timing, at start: Instant? = nil
  ) -> VerdictReply? {
    verdict(
      .play(
        .init(
          .handle(Handle(rawValue: handle)!), playback: PlaybackID(rawValue: playback),
          startNanoseconds: start?.nanoseconds, timing: timing)))
  }
}
