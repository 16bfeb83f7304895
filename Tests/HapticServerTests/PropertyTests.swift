import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorModel
import Testing

@Suite struct PropertyTests {
  /// Whatever happens, in whatever order: a motor that nobody plays on is off, and nothing rings any more.
  @Test(arguments: 0..<60) func `after any sequence of events every motor is off`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let house = try House(
      actuators: 2, preset: ["erm", "lra", "on-off", "pad"].randomElement(using: &random)!,
      vocabulary: .test)
    var clients = [try house.client()]
    var nextDevice: UInt32 = 10
    for _ in 0..<300 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<5:
        clients.randomElement(using: &random)?.play(
          Bool.random(using: &random) ? "hit" : "long", intensity: .random(in: 0 ... .max, using: &random),
          playback: .random(in: 0...5, using: &random))
      case 5:
        _ = clients.randomElement(using: &random)?.verdict(
          .stop(PlaybackID(rawValue: .random(in: 0...5, using: &random))))
      case 6 where clients.count > 1: clients.remove(at: .random(in: clients.indices, using: &random)).leave()
      case 7: clients.append(try house.client())
      case 8:
        let actuator = house.actuators.randomElement(using: &random)!
        house.server.remove(actuator.id)
        try house.add(nextDevice)
        nextDevice += 1
      case 9: house.actuators.last?.refusal = Bool.random(using: &random) ? .noSpace : nil
      case 10: house.clock.stall(for: .milliseconds(.random(in: 1...2000, using: &random)))
      default: house.clock.advance(by: .microseconds(.random(in: 1...300_000, using: &random)))
      }
    }
    for actuator in house.actuators { actuator.refusal = nil }
    for client in clients { client.leave() }
    house.clock.advance(by: .seconds(5))
    #expect(house.clock.isIdle)
    for actuator in house.presentActuators {
      #expect(actuator.isOff(byLeaseAt: house.clock.now), "\(actuator.writes.suffix(3))")
    }
    #expect(try house.client().play("hit")?.verdict == .played)
  }
}

/// A small seeded generator (Steele, Lea, Flood 2014), so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
