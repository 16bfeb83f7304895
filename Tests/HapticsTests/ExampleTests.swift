import FakeDaemon
import Haptics
import Testing

@Suite struct `The documentation's example` {
  let path = SocketPath()

  @Test func `the example of HapticClient runs as it is printed`() throws {
    let daemon = try AnsweringDaemon(at: path)
    let haptics = HapticClient(applicationName: "org.example.Notes", socketPath: path.path)
    let tap = haptics.prepare("impact.light")  // while the view appears
    #expect(tap.play())  // when the finger lands
    #expect(haptics.play("success", intensity: 0.8))  // no preparation needed either

    let verdict = try haptics.blocking.play(Haptic("error"), timeout: waitLimit)
    #expect(verdict.verdict.name == "played")
    try daemon.stop()
  }

  @Test func `the examples of patterns and playbacks run as they are printed`() throws {
    let daemon = try AnsweringDaemon(at: path)
    let haptics = HapticClient(applicationName: "org.example.Notes", socketPath: path.path)
    let knock = haptics.define([
      Event(.transient, intensity: 0.8, sharpness: 0.4),
      Event(.transient, at: .milliseconds(140), intensity: 1, sharpness: 0.6),
    ])
    #expect(knock.play())

    let hum = haptics.define([Event(.continuous(duration: Event.endless), intensity: 1, sharpness: 0.2)])
    let running = haptics.newPlayback()
    #expect(haptics.play(Haptic(hum, playback: running)))
    #expect(haptics.send([DynamicParameter(.intensity, 0.4), DynamicParameter(.sharpness, 0.5)], to: running))
    // Fades out within half a second.
    let fade = ParameterCurve(.intensity, [.init(at: .zero, 1), .init(at: .milliseconds(500), 0)])
    #expect(haptics.schedule(fade, for: running))
    #expect(haptics.stop(running, at: Instant.now + .milliseconds(500)))
    #expect(haptics.stop(running))

    let ringing = haptics.newPlayback()
    var knocks = Haptic(knock, playback: ringing)
    knocks.loop = Loop(end: .seconds(2))
    knocks.limit = .seconds(30)
    #expect(haptics.play(knocks))
    #expect(haptics.loop(ringing, Loop(end: .seconds(1))))
    #expect(haptics.loop(ringing, nil, at: Instant.now + .seconds(20)))
    try daemon.stop()
  }

  @Test func `the arithmetic of Instant needs no other import`() {
    let moment = Instant(nanoseconds: 1000)
    #expect(moment + .nanoseconds(5) == Instant(nanoseconds: 1005))
    #expect(moment - .nanoseconds(5) == Instant(nanoseconds: 995))
    #expect(Instant(nanoseconds: 1005) - moment == .nanoseconds(5))
  }
}
