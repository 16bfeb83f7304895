import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import Testing

@Suite struct RoutingTests {
  private let house: House
  private let phone, firstPad, secondPad: RecordingActuator

  init() throws {
    house = try House(actuators: 0, vocabulary: .reasons)
    firstPad = try house.add(1, preset: "pad", kind: .gamepad)
    phone = try house.add(2, preset: "lra", kind: .vibrator)
    secondPad = try house.add(3, preset: "pad", kind: .gamepad)
  }

  private func device(_ locality: Locality?) throws -> DeviceID? {
    try house.client().verdict(.play(.init(.name("tap"), locality: locality)))?.device
  }

  @Test func `the interface is felt in the phone, unless somebody asks for something else`() throws {
    #expect(try device(nil) == phone.id)
    #expect(try device(.phone) == phone.id)
    #expect(try device(.gamepad) == firstPad.id)
    #expect(try device(.hand) == phone.id)
  }

  @Test func `of several pads the one touched last plays`() throws {
    firstPad.lastTouch = house.clock.now
    #expect(try device(.gamepad) == firstPad.id)
    secondPad.lastTouch = house.clock.now + .milliseconds(1)
    #expect(try device(.gamepad) == secondPad.id)
    firstPad.lastTouch = house.clock.now + .seconds(1)
    #expect(try device(.gamepad) == firstPad.id)
  }

  @Test func `a pad is in the hand for a while after it was touched`() throws {
    secondPad.lastTouch = house.clock.now
    #expect(try device(.hand) == secondPad.id)
    house.clock.advance(by: .seconds(5))
    #expect(try device(.hand) == secondPad.id)
    house.clock.advance(by: .milliseconds(1))
    #expect(try device(.hand) == phone.id)
    #expect(try device(.gamepad) == secondPad.id)
  }

  @Test func `everywhere is everywhere, with one answer`() throws {
    let client = try house.client()
    let play = Request.Play(.name("effect"), playback: PlaybackID(rawValue: 5), locality: .everywhere)
    #expect(client.verdict(.play(play))?.device == phone.id)
    #expect(house.actuators.allSatisfy { !$0.isOff })
    #expect(client.verdict(.stop(PlaybackID(rawValue: 5)))?.count == 3)
    #expect(house.actuators.allSatisfy { $0.isOff })
  }

  @Test func `the person's word for an application outranks the application's, and that the person's in general`()
    throws
  {
    var preferences = Preferences.unlimited
    preferences.locality = .gamepad
    house.server.setPreferences(preferences)
    #expect(try device(nil) == firstPad.id)
    #expect(try device(.phone) == phone.id)
    preferences.applications["test"] = ApplicationPreferences()
    preferences.applications["test"]?.locality = .gamepad
    house.server.setPreferences(preferences)
    #expect(try device(.phone) == firstPad.id)
  }

  @Test func `a device that is switched off is passed over, and named where there is no other`() throws {
    var preferences = Preferences.unlimited
    preferences.devices["recorder 2"] = .off
    house.server.setPreferences(preferences)
    #expect(try device(.phone) == firstPad.id)
    preferences.devices["recorder 1"] = .off
    preferences.devices["recorder 3"] = .off
    house.server.setPreferences(preferences)
    let client = try house.client()
    #expect(client.play("tap")?.verdict == .deviceOff)
    #expect(client.verdict(.play(.init(.name("tap"), device: firstPad.id)))?.verdict == .deviceOff)
    for actuator in house.actuators { house.server.remove(actuator.id) }
    #expect(client.play("tap")?.verdict == .noActuator)
  }

  @Test func `without a pad nothing that is meant for one plays elsewhere`() throws {
    house.server.remove(firstPad.id)
    house.server.remove(secondPad.id)
    #expect(try house.client().play("tap", at: .gamepad)?.verdict == .noActuator)
  }
}
