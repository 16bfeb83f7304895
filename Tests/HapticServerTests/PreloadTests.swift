import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

/// The vocabulary is made resident before the first play, and never during one.
@Suite struct PreloadTests {
  private let calm = Duration.milliseconds(100)

  private func palette(_ name: ShortName, in house: House) -> [LeasedLevel] {
    house.motor.model.drive(for: Vocabulary.standard[name]!.pattern).palette
  }

  @Test func `the vocabulary is resident before anybody asks`() throws {
    let house = try House(preset: "pad")
    house.clock.advance(by: calm)
    for feedback in Vocabulary.standard.feedbacks {
      #expect(palette(feedback.name, in: house).filter { !house.motor.prepared.contains($0) }.isEmpty)
    }
  }

  @Test func `a request at the start does not wait for preloading`() throws {
    let house = try House(preset: "pad")
    #expect(house.motor.prepared.isEmpty)
    #expect(try house.client().play("success")?.verdict == .played)
    #expect(house.motor.prepared.isEmpty)
    #expect(!house.motor.isOff)
  }

  @Test func `no more than there is room for, the first names first`() throws {
    let house = try House(actuators: 0)
    let actuator = try house.add(1, preset: "pad", slots: 4)
    house.clock.advance(by: calm)
    let first = palette(Vocabulary.standard.feedbacks[0].name, in: house)
    #expect(actuator.prepared.count == 3)
    #expect(Array(actuator.prepared.prefix(first.count)) == first)
    #expect(Set(actuator.prepared).count == 3)
  }

  @Test(arguments: [0, 1]) func `nothing is preloaded on a device with one slot or none`(slots: UInt16) throws {
    let house = try House(actuators: 0)
    let actuator = try house.add(1, slots: slots)
    house.clock.advance(by: .seconds(1))
    #expect(actuator.prepared.isEmpty)
  }

  @Test func `while something plays, on whatever device, it waits`() throws {
    let house = try House()
    let client = try house.client()
    let handle = Handle(rawValue: 1)!
    let long: Pattern = [Event(.continuous(duration: .seconds(3)), intensity: 1, sharpness: 0.5)]
    client.define(long, as: 1)
    client.verdict(.play(.init(.handle(handle))))
    let pad = try house.add(2, preset: "pad", kind: .gamepad)
    house.clock.advance(by: .seconds(2))
    #expect(pad.prepared.isEmpty)
    house.clock.advance(by: .seconds(2))
    #expect(house.motor.isOff)
    #expect(!pad.prepared.isEmpty)
  }

  @Test func `a playback that pauses for ever costs no wakeups`() throws {
    let house = try House()
    let client = try house.client()
    let endless: Pattern = [Event(.continuous(duration: .seconds(3000)), intensity: 1, sharpness: 0.5)]
    client.define(endless, as: 1)
    client.verdict(.play(.init(.handle(Handle(rawValue: 1)!), playback: PlaybackID(rawValue: 1))))
    #expect(client.change(1, .pause)?.verdict == .done)
    house.clock.advance(by: .seconds(1))
    #expect(house.clock.isSilent)
    let before = house.motor.prepared.count
    client.leave()
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.prepared.count > before && house.clock.isSilent)
  }

  @Test func `another strength is rehearsed, but only once the slider rests`() throws {
    let house = try House()
    house.clock.advance(by: calm)
    let before = house.motor.prepared.count
    var preferences = house.preferences
    for percent in 1...9 {
      preferences[.touch].strength = Intensity(Double(percent) / 10)
      house.server.setPreferences(preferences)
      house.clock.advance(by: calm / 2)
      #expect(house.motor.prepared.count == before)
    }
    house.clock.advance(by: calm)
    #expect(house.motor.prepared.count > before)
  }

  @Test func `a device that left is not rehearsed on`() throws {
    let house = try House()
    house.server.remove(house.motor.id)
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.prepared.isEmpty)
  }
}
