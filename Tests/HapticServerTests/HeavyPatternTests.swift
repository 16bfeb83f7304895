import EventLoop
import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

/// A heavy pattern of one client is rendered in slices, so that it does not delay other clients.
@Suite struct HeavyPatternTests {
  /// 8000 vibrations with rising intensity, each at a different microsecond of half a second.
  private static let heavy = Pattern(
    (0..<8000).map { (index: Int) -> Event in
      let intensity = Intensity(Double(index % 97) / 97)
      let envelope = Envelope(attack: 0.7 + Double(index % 31) / 100, release: 0.9)
      return Event(
        .continuous(duration: .milliseconds(500)), at: .microseconds(index * 60), intensity: intensity, sharpness: 0.5,
        envelope: envelope)
    })

  private func playing() throws -> (ServerBench, Client, other: Client) {
    let bench = try ServerBench(vocabulary: .test)
    let client = try bench.client()
    #expect(client.define(Self.heavy, as: 1)?.verdict == .done)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    return (bench, client, try bench.client())
  }

  @Test func `a heavy pattern is rendered in several turns of the loop`() throws {
    let (bench, client, _) = try playing()
    var turns = 0
    while bench.clock.ringDue(.normal) { turns += 1 }
    #expect((4...200).contains(turns))
    bench.clock.advance(by: .milliseconds(200))
    #expect(!bench.motor.isOff)
    client.leave()
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test func `another client can play and stop between two slices of rendering`() throws {
    let (bench, client, other) = try playing()
    let quiet = try bench.add(2)
    let device = quiet.id
    var turns = 0
    repeat {
      turns += 1
      let play = Request.Play(.name("long"), playback: PlaybackID(rawValue: 3), device: device)
      #expect(other.verdict(.play(play))?.verdict == .played)
      #expect(!quiet.isOff)
      #expect(other.verdict(.stop(PlaybackID(rawValue: 3)))?.count == 1)
      #expect(quiet.isOff)
      // The device takes no more than one command in this time.
      bench.clock.stall(for: quiet.model.minimumInterval)
    } while bench.clock.ringDue(.normal)
    #expect(turns > 4)
    client.leave()
    #expect(bench.clock.isIdle)
  }

  /// Whether `levels` contains all of `others` in the same order.
  private static func contains(_ levels: [Level], _ others: [Level]) -> Bool {
    var rest = others[...]
    for level in levels where level == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  @Test func `rendering in slices gives the steps of rendering at once`() throws {
    let (bench, client, other) = try playing()
    while bench.clock.ringDue(.normal) { _ = other.verdict(.stop(nil)) }
    bench.clock.advance(by: .seconds(5))
    #expect(client.finishes.map(\.reason) == [.ended])
    let drive = bench.motor.model.drive(for: Self.heavy)
    // A lasting level is written again before its lease ends.
    let levels = bench.motor.levels.reduce(into: [Level]()) { if $0.last != $1 { $0.append($1) } }
    #expect(Self.contains(drive.steps.map(\.level), levels))
    // That may delay the next step until the one after it replaces it.
    let shortest = bench.motor.model.minimumInterval * 2
    let lasting = drive.steps.indices.filter { drive.length(ofStep: $0) >= shortest }.map { drive.steps[$0].level }
    #expect(lasting.count > 15 && Self.contains(levels, lasting) && levels.last == .off)
    #expect(bench.clock.isIdle)
  }

  @Test func `many changes at one time are carried out, and end with the playback`() throws {
    let (bench, client, _) = try playing()
    for index in 0..<Limits.scheduledActions {
      let moment = bench.clock.now + .milliseconds(100)
      let verdict =
        index % 2 == 0
        ? client.change(7, .seek(to: .milliseconds(index)), at: moment)
        : client.verdict(
          .modulate(
            .init(
              PlaybackID(rawValue: 7)!, .intensity, atNanoseconds: moment.nanoseconds, points: [.init(at: .zero, 0.9)]))
        )
      #expect(verdict?.verdict == .done)
    }
    bench.clock.advance(by: .milliseconds(150))
    #expect(!bench.motor.isOff)
    client.change(7, .stop)
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test func `the motor is off while rendering is late, until it has caught up`() throws {
    let (bench, client, _) = try playing()
    bench.clock.advance(by: .milliseconds(200))
    #expect(!bench.motor.isOff)
    bench.clock.stall(for: .milliseconds(700))
    client.change(7, .mute(false))
    #expect(bench.motor.isOff)
    bench.clock.advance(by: .milliseconds(20))
    #expect(!bench.motor.isOff)
    client.leave()
    #expect(bench.clock.isIdle)
  }

  @Test func `a short pattern that takes long to render is rendered while it plays`() throws {
    let bench = try ServerBench(actuators: 0)
    let pad = try bench.add(1, preset: "pad")
    let client = try bench.client()
    let taps = (0..<90).map { Event(.transient, at: .milliseconds($0 * 50), intensity: 1, sharpness: 0.5) }
    #expect(client.define(Pattern(taps), as: 1)?.verdict == .done)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    #expect(!pad.isOff)
    #expect(bench.clock.ringDue(.normal))
    bench.clock.advance(by: .seconds(5))
    let levels = pad.levels.reduce(into: [Level]()) { if $0.last != $1 { $0.append($1) } }
    #expect(levels == pad.model.drive(for: Pattern(taps)).steps.map(\.level))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `a pass of a loop takes twenty milliseconds at least, at any rate`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    client.define([Event(.transient, intensity: 1, sharpness: 0.5)], as: 1)
    client.play(handle: 1, playback: 7)
    client.change(7, .loop(Loop(end: .microseconds(1))))
    client.change(7, .rate(10))
    bench.clock.advance(by: .seconds(2))
    #expect(bench.motor.pulses <= 102)
    client.change(7, .stop)
    #expect(bench.clock.isIdle)
  }
}
