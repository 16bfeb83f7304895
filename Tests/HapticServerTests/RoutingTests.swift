import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import Testing

@Suite struct RoutingTests {
  private let bench: ServerBench
  private let phone, firstPad, secondPad: RecordingActuator

  init() throws {
    bench = try ServerBench(actuators: 0, vocabulary: .reasons)
    firstPad = try bench.add(1, preset: "pad", kind: .gamepad)
    phone = try bench.add(2, preset: "lra", kind: .vibrator)
    secondPad = try bench.add(3, preset: "pad", kind: .gamepad)
  }

  private func device(_ locality: Locality?) throws -> DeviceID? {
    try bench.client().verdict(.play(.init(.name("tap"), locality: locality)))?.device
  }

  @Test func `the interface is felt in the phone, unless somebody asks for something else`() throws {
    #expect(try device(nil) == phone.id)
    #expect(try device(.phone) == phone.id)
    #expect(try device(.gamepad) == firstPad.id)
    #expect(try device(.hand) == phone.id)
  }

  @Test func `of several pads the one touched last plays`() throws {
    firstPad.lastTouch = bench.clock.now
    #expect(try device(.gamepad) == firstPad.id)
    secondPad.lastTouch = bench.clock.now + .milliseconds(1)
    #expect(try device(.gamepad) == secondPad.id)
    firstPad.lastTouch = bench.clock.now + .seconds(1)
    #expect(try device(.gamepad) == firstPad.id)
  }

  @Test func `a pad is in the hand for a while after it was touched`() throws {
    secondPad.lastTouch = bench.clock.now
    #expect(try device(.hand) == secondPad.id)
    bench.clock.advance(by: .seconds(5))
    #expect(try device(.hand) == secondPad.id)
    bench.clock.advance(by: .milliseconds(1))
    #expect(try device(.hand) == phone.id)
    #expect(try device(.gamepad) == secondPad.id)
  }

  @Test func `everywhere is everywhere, with one answer`() throws {
    let client = try bench.client()
    let play = Request.Play(.name("effect"), playback: PlaybackID(rawValue: 5), locality: .everywhere)
    #expect(client.verdict(.play(play))?.device == phone.id)
    #expect(bench.actuators.allSatisfy { !$0.isOff })
    #expect(client.verdict(.stop(PlaybackID(rawValue: 5)))?.count == 3)
    #expect(bench.actuators.allSatisfy { $0.isOff })
  }

  @Test func `the person's word for an application outranks the application's, and that the person's in general`()
    throws
  {
    var preferences = Preferences.unlimited
    preferences.locality = .gamepad
    bench.server.setPreferences(preferences)
    #expect(try device(nil) == firstPad.id)
    #expect(try device(.phone) == phone.id)
    preferences.applications["test"] = ApplicationPreferences()
    preferences.applications["test"]?.locality = .gamepad
    bench.server.setPreferences(preferences)
    #expect(try device(.phone) == firstPad.id)
  }

  @Test func `a device that is switched off is passed over, and named where there is no other`() throws {
    var preferences = Preferences.unlimited
    preferences.devices["recorder 2"] = .off
    bench.server.setPreferences(preferences)
    #expect(try device(.phone) == firstPad.id)
    preferences.devices["recorder 1"] = .off
    preferences.devices["recorder 3"] = .off
    bench.server.setPreferences(preferences)
    let client = try bench.client()
    #expect(client.play("tap")?.verdict == .deviceOff)
    #expect(client.verdict(.play(.init(.name("tap"), device: firstPad.id)))?.verdict == .deviceOff)
    for actuator in bench.actuators { bench.server.remove(actuator.id) }
    #expect(client.play("tap")?.verdict == .noActuator)
  }

  @Test func `without a pad nothing that is meant for one plays elsewhere`() throws {
    bench.server.remove(firstPad.id)
    bench.server.remove(secondPad.id)
    #expect(try bench.client().play("tap", at: .gamepad)?.verdict == .noActuator)
  }
}
