import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

@Suite struct StopTests {
  @Test func `a client that leaves silences its motor`() throws {
    let house = try House(vocabulary: .test)
    let client = try house.client()
    client.play("long")
    #expect(!house.motor.isOff)
    client.leave()
    #expect(house.motor.isOff)
    #expect(house.clock.isIdle)
  }

  @Test func `a client that leaves does not silence another`() throws {
    let house = try House(vocabulary: .test)
    let leaving = try house.client()
    let staying = try house.client()
    leaving.play("long")
    staying.play("long", intensity: 20000, playback: 1)
    leaving.leave()
    #expect(!house.motor.isOff)
    staying.verdict(.stop(PlaybackID(rawValue: 1)))
    #expect(house.motor.isOff)
  }

  @Test func `a stop by number ends that playback alone`() throws {
    let house = try House(vocabulary: .test)
    let client = try house.client()
    client.play("long", playback: 1)
    client.play("long", intensity: 20000, playback: 2)
    house.clock.advance(by: .milliseconds(200))
    let strong = house.motor.level.strong
    let verdict = client.verdict(.stop(PlaybackID(rawValue: 1)))
    #expect(verdict?.verdict == .done)
    #expect(verdict?.count == 1)
    #expect(house.motor.level.strong < strong)
    #expect(client.verdict(.stop(PlaybackID(rawValue: 1)))?.verdict == .unknownPlayback)
    #expect(client.verdict(.stop(nil))?.count == 1)
    #expect(house.motor.isOff)
  }

  @Test func `nobody stops another's playback by number`() throws {
    let house = try House(vocabulary: .test)
    try house.client().play("long", playback: 7)
    #expect(try house.client().verdict(.stop(PlaybackID(rawValue: 7)))?.verdict == .unknownPlayback)
    #expect(!house.motor.isOff)
  }

  @Test func `stopping everything ends all and writes the stop to every device`() throws {
    let house = try House(actuators: 2, vocabulary: .test)
    let player = try house.client()
    player.play("long", playback: 1)
    let other = try house.client()
    let writes = house.actuators.map(\.writes.count)
    #expect(other.verdict(.stopEverything)?.count == 1)
    for (actuator, before) in zip(house.actuators, writes) {
      #expect(actuator.isOff)
      #expect(actuator.writes.count > before)
    }
    #expect(player.finishes.map(\.reason) == [.stoppedEverything])
  }

  @Test func `a playback that ends says so with the times of its first write and its end`() throws {
    let house = try House()
    let client = try house.client()
    let start = house.clock.now
    client.play("impact.medium", playback: 9)
    house.clock.advance(by: .seconds(1))
    let finish = try #require(client.finishes.first)
    #expect(finish.playback.rawValue == 9)
    #expect(finish.reason == .ended)
    #expect(finish.firstWrittenNanoseconds == start.nanoseconds)
    #expect(finish.endedNanoseconds == house.motor.writes.last?.at.nanoseconds)
  }

  @Test func `an unplugged device ends its playbacks, and the next one plays`() throws {
    let house = try House(vocabulary: .test)
    let client = try house.client()
    client.play("long", playback: 1)
    house.server.remove(house.motor.id)
    #expect(client.finishes.map(\.reason) == [.unplugged])
    #expect(house.clock.isIdle)
    #expect(client.play("hit")?.verdict == .noActuator)
    let back = try house.add(2)
    #expect(client.play("hit")?.device == back.id)
    #expect(!back.isOff)
  }

  @Test func `a device that refuses a level in the middle ends its playbacks`() throws {
    let house = try House(vocabulary: .test)
    let client = try house.client()
    client.play("long", playback: 1)
    house.motor.refusal = .full
    house.clock.advance(by: .seconds(4))
    #expect(client.finishes.map(\.reason) == [.failed])
    #expect(house.clock.isIdle)
  }

  @Test func `the end of the service turns every motor off and tells the clients`() throws {
    let house = try House(actuators: 2, vocabulary: .test)
    let client = try house.client()
    client.play("long", playback: 1)
    house.server.shutDown()
    #expect(house.actuators.filter { !$0.isOff }.isEmpty)
    #expect(client.finishes.map(\.reason) == [.shutdown])
  }
}
