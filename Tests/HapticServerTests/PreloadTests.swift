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

  private func palette(_ name: ShortName, in bench: ServerBench) -> [LeasedLevel] {
    bench.motor.model.drive(for: Vocabulary.standard[name]!.pattern).palette
  }

  @Test func `the vocabulary is preloaded without a request`() throws {
    let bench = try ServerBench(preset: "pad")
    bench.clock.advance(by: calm)
    for feedback in Vocabulary.standard.feedbacks {
      #expect(palette(feedback.name, in: bench).filter { !bench.motor.prepared.contains($0) }.isEmpty)
    }
  }

  @Test func `a request at the start does not wait for preloading`() throws {
    let bench = try ServerBench(preset: "pad")
    #expect(bench.motor.prepared.isEmpty)
    #expect(try bench.client().play("success")?.verdict == .played)
    #expect(bench.motor.prepared.isEmpty)
    #expect(!bench.motor.isOff)
  }

  @Test func `preloading fills the free slots in the order of the names`() throws {
    let bench = try ServerBench(actuators: 0)
    let actuator = try bench.add(1, preset: "pad", slots: 4)
    bench.clock.advance(by: calm)
    let first = palette(Vocabulary.standard.feedbacks[0].name, in: bench)
    #expect(actuator.prepared.count == 3)
    #expect(Array(actuator.prepared.prefix(first.count)) == first)
    #expect(Set(actuator.prepared).count == 3)
  }

  @Test(arguments: [0, 1]) func `nothing is preloaded on a device with one slot or none`(slots: UInt16) throws {
    let bench = try ServerBench(actuators: 0)
    let actuator = try bench.add(1, slots: slots)
    bench.clock.advance(by: .seconds(1))
    #expect(actuator.prepared.isEmpty)
  }

  @Test func `preloading waits while any device plays`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let handle = Handle(rawValue: 1)!
    let long: Pattern = [Event(.continuous(duration: .seconds(3)), intensity: 1, sharpness: 0.5)]
    client.define(long, as: 1)
    client.verdict(.play(.init(.handle(handle))))
    let pad = try bench.add(2, preset: "pad", kind: .gamepad)
    bench.clock.advance(by: .seconds(2))
    #expect(pad.prepared.isEmpty)
    bench.clock.advance(by: .seconds(2))
    #expect(bench.motor.isOff)
    #expect(!pad.prepared.isEmpty)
  }

  @Test func `a playback that pauses for ever costs no wakeups`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let endless: Pattern = [Event(.continuous(duration: .seconds(3000)), intensity: 1, sharpness: 0.5)]
    client.define(endless, as: 1)
    client.verdict(.play(.init(.handle(Handle(rawValue: 1)!), playback: PlaybackID(rawValue: 1))))
    #expect(client.change(1, .pause)?.verdict == .done)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.clock.isSilent)
    let before = bench.motor.prepared.count
    client.leave()
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.prepared.count > before && bench.clock.isSilent)
  }

  @Test func `a new strength is preloaded after its setting has stopped changing`() throws {
    let bench = try ServerBench()
    bench.clock.advance(by: calm)
    let before = bench.motor.prepared.count
    var preferences = bench.preferences
    for percent in 1...9 {
      preferences[.touch].strength = Intensity(Double(percent) / 10)
      bench.server.setPreferences(preferences)
      bench.clock.advance(by: calm / 2)
      #expect(bench.motor.prepared.count == before)
    }
    bench.clock.advance(by: calm)
    #expect(bench.motor.prepared.count > before)
  }

  @Test func `nothing is preloaded on a removed device`() throws {
    let bench = try ServerBench()
    bench.server.remove(bench.motor.id)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.prepared.isEmpty)
  }
}
