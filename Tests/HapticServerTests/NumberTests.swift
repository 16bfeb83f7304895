import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import TestSupport
import Testing

/// Every number in every field of a packet is safe.
@Suite struct NumberTests {
  private static let buzz: Pattern = [Event(.continuous(duration: .seconds(2)), intensity: 1, sharpness: 0.5)]
  /// Extremes of a time of 64 bits.
  private static let moments: [Int64] = [
    1, 999, 1_000_000, 1 << 31, 1 << 32, 1 << 53, 1_000_000_000_000_000_000, .max - 1, .max,
  ]

  private func playing(_ pattern: Pattern = buzz) throws -> (ServerBench, Client) {
    let bench = try ServerBench()
    let client = try bench.client()
    client.define(pattern, as: 1)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    return (bench, client)
  }

  @Test(arguments: moments, [0.1, 1, 10])
  func `a loop with any end and rate leaves the motor off`(microseconds: Int64, rate: Double) throws {
    let (bench, client) = try playing()
    #expect(client.change(7, .loop(Loop(end: .microseconds(microseconds))))?.verdict == .done)
    #expect(client.change(7, .rate(rate))?.verdict == .done)
    bench.clock.advance(by: .seconds(1))
    #expect(client.change(7, .seek(to: .microseconds(microseconds)))?.verdict == .done)
    bench.clock.advance(by: .seconds(1))
    client.change(7, .stop)
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test(arguments: moments) func `a seek to any position, paused or looping, leaves the motor off`(microseconds: Int64)
    throws
  {
    for prelude: [Request.Transport.Action] in [
      [], [.pause], [.loop(Loop())], [.loop(Loop()), .pause],
    ] {
      let (bench, client) = try playing()
      for action in prelude { client.change(7, action) }
      client.change(7, .seek(to: .microseconds(microseconds)))
      client.change(7, .resume)
      bench.clock.advance(by: .seconds(1))
      client.send(.stop(nil))
      #expect(bench.motor.isOff)
      #expect(bench.clock.isIdle)
    }
  }

  @Test(arguments: moments) func `a play with any cause, start and deadline leaves the motor off`(nanoseconds: Int64)
    throws
  {
    let bench = try ServerBench()
    let client = try bench.client()
    let moments: [(cause: Int64?, start: Int64?)] = [
      (nanoseconds, nil), (nil, nanoseconds), (nanoseconds, nanoseconds),
    ]
    for (cause, start) in moments {
      for deadline: UInt32? in [nil, 0, 1, .max] {
        var play = Request.Play(.name("impact.heavy"), playback: PlaybackID(rawValue: 7))
        play.causeNanoseconds = cause
        play.startNanoseconds = start
        play.deadlineMicroseconds = deadline
        client.verdict(.play(play))
      }
    }
    bench.clock.advance(by: .seconds(120))
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test(arguments: moments) func `a change at any time leaves the motor off`(nanoseconds: Int64) throws {
    let (bench, client) = try playing()
    client.change(7, .rate(10), at: Instant(nanoseconds: nanoseconds))
    client.verdict(
      .modulate(
        .init(
          PlaybackID(rawValue: 7)!, .intensity, atNanoseconds: nanoseconds,
          points: [.init(at: .zero, 1), .init(at: .microseconds(Int64(UInt32.max)), 0)])))
    bench.clock.advance(by: .seconds(10))
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  /// Sends sequences of requests with extreme numbers, on each kind of motor.
  @Test(arguments: 0..<24) func `any sequence of extremes leaves the motor off in the end`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bench = try ServerBench(preset: ["erm", "lra", "on-off", "pad"].randomElement(using: &random)!)
    let client = try bench.client()
    for _ in 0..<4 {
      client.define(extremePattern(&random), as: 1)
      client.play(handle: 1, playback: 7, intensity: [0, 1, .max].randomElement(using: &random)!)
      for _ in 0..<20 {
        change(client, bench, &random)
        bench.clock.advance(by: .milliseconds([0, 1, 90, 3000].randomElement(using: &random)!))
      }
    }
    client.leave()
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  private func change(_ client: Client, _ bench: ServerBench, _ random: inout SplitMix64) {
    let time = Duration.microseconds(Self.moments.randomElement(using: &random)!)
    let actions: [Request.Transport.Action] = [
      .pause, .resume, .seek(to: time), .loop(Loop(end: time)), .loop(Loop()), .loop(nil),
      .rate([0, 1e-30, 0.1, 10, 1e30].randomElement(using: &random)!), .mute(true), .mute(false),
    ]
    let moment = [nil, bench.clock.now, bench.clock.now + .seconds(1)].randomElement(using: &random)!
    if Bool.random(using: &random) {
      client.change(7, actions.randomElement(using: &random)!, at: moment)
    } else {
      let control = Control.allCases.randomElement(using: &random)!
      client.verdict(
        .modulate(
          .init(
            PlaybackID(rawValue: 7)!, control, atNanoseconds: moment?.nanoseconds,
            points: points(&random))))
    }
  }

  private func points(_ random: inout SplitMix64) -> [ParameterCurve.Point] {
    (0...2).map { _ in
      ParameterCurve.Point(at: patternTime(&random), [-1e30, -1, 0, 1].randomElement(using: &random)!)
    }
  }

  private func patternTime(_ random: inout SplitMix64) -> Duration {
    .microseconds([0, 1, 2, 10_000, 3_600_000_000, Int64(UInt32.max)].randomElement(using: &random)!)
  }

  private func extremePattern(_ random: inout SplitMix64) -> Pattern {
    let shares: [Double] = [0, 1 / 65535, 0.5, 1]
    func share(_ random: inout SplitMix64) -> Double { shares.randomElement(using: &random)! }
    let events = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Event(
        Bool.random(using: &random) ? .transient : .continuous(duration: patternTime(&random)),
        at: patternTime(&random), intensity: Intensity(share(&random)), sharpness: Sharpness(share(&random)),
        envelope: Envelope(
          attack: share(&random), decay: share(&random), release: share(&random),
          isSustained: Bool.random(using: &random)), logicalDuration: patternTime(&random))
    }
    let parameters = (0..<2).map { _ in
      DynamicParameter(Control.allCases.randomElement(using: &random)!, share(&random), at: patternTime(&random))
    }
    let curve = ParameterCurve(
      Control.allCases.randomElement(using: &random)!, at: patternTime(&random),
      (0..<3).map { _ in .init(at: patternTime(&random), share(&random)) })
    return Pattern(events, parameters: parameters, curves: [curve])
  }
}
