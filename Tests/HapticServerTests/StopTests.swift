import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorDriving
import MotorRendering
import Testing

@Suite struct StopTests {
  @Test func `a client that leaves silences its motor`() throws {
    let bench = try ServerBench(vocabulary: .test)
    let client = try bench.client()
    client.play("long")
    #expect(!bench.motor.isOff)
    client.leave()
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test func `a client that leaves does not silence another`() throws {
    let bench = try ServerBench(vocabulary: .test)
    let leaving = try bench.client()
    let staying = try bench.client()
    leaving.play("long")
    staying.play("long", intensity: 20000, playback: 1)
    leaving.leave()
    #expect(!bench.motor.isOff)
    staying.verdict(.stop(PlaybackID(rawValue: 1)))
    #expect(bench.motor.isOff)
  }

  @Test func `a stop by number ends that playback alone`() throws {
    let bench = try ServerBench(vocabulary: .test)
    let client = try bench.client()
    client.play("long", playback: 1)
    client.play("long", intensity: 20000, playback: 2)
    bench.clock.advance(by: .milliseconds(200))
    let strong = bench.motor.level.strong
    let verdict = client.verdict(.stop(PlaybackID(rawValue: 1)))
    #expect(verdict?.verdict == .done)
    #expect(verdict?.count == 1)
    #expect(bench.motor.level.strong < strong)
    #expect(client.verdict(.stop(PlaybackID(rawValue: 1)))?.verdict == .unknownPlayback)
    #expect(client.verdict(.stop(nil))?.count == 1)
    #expect(bench.motor.isOff)
  }

  @Test func `a client cannot stop the playback of another by its number`() throws {
    let bench = try ServerBench(vocabulary: .test)
    try bench.client().play("long", playback: 7)
    #expect(try bench.client().verdict(.stop(PlaybackID(rawValue: 7)))?.verdict == .unknownPlayback)
    #expect(!bench.motor.isOff)
  }

  @Test func `stopping everything ends all and writes the stop to every device`() throws {
    let bench = try ServerBench(actuators: 2, vocabulary: .test)
    let player = try bench.client()
    player.play("long", playback: 1)
    let other = try bench.client()
    let writes = bench.actuators.map(\.writes.count)
    #expect(other.verdict(.stopEverything)?.count == 1)
    for (actuator, before) in zip(bench.actuators, writes) {
      #expect(actuator.isOff)
      #expect(actuator.writes.count > before)
    }
    #expect(player.finishes.map(\.reason) == [.stoppedEverything])
  }

  @Test func `the end of a playback is reported with the times of its first write and its end`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let start = bench.clock.now
    client.play("impact.medium", playback: 9)
    bench.clock.advance(by: .seconds(1))
    let finish = try #require(client.finishes.first)
    #expect(finish.playback.rawValue == 9)
    #expect(finish.reason == .ended)
    #expect(finish.firstWrittenNanoseconds == start.nanoseconds)
    #expect(finish.endedNanoseconds == bench.motor.writes.last?.at.nanoseconds)
  }

  @Test func `an unplugged device ends its playbacks, and the next one plays`() throws {
    let bench = try ServerBench(vocabulary: .test)
    let client = try bench.client()
    client.play("long", playback: 1)
    bench.server.remove(bench.motor.id)
    #expect(client.finishes.map(\.reason) == [.unplugged])
    #expect(bench.clock.isIdle)
    #expect(client.play("hit")?.verdict == .noActuator)
    let back = try bench.add(2)
    #expect(client.play("hit")?.device == back.id)
    #expect(!back.isOff)
  }

  @Test func `a device reports nothing after it was removed or its server has ended`() throws {
    var bench: ServerBench? = try ServerBench(actuators: 2)
    let motors = try #require(bench?.actuators)
    #expect(motors.allSatisfy { $0.onWritten != nil && $0.onFailure != nil })
    bench?.server.remove(motors[0].id)
    #expect(motors.map { $0.onWritten == nil && $0.onFailure == nil } == [true, false])
    bench = nil
    #expect(motors.allSatisfy { $0.onWritten == nil && $0.onFailure == nil })
  }

  @Test func `a device that refuses a level in the middle ends its playbacks`() throws {
    let bench = try ServerBench(vocabulary: .test)
    let client = try bench.client()
    client.play("long", playback: 1)
    bench.motor.refusal = .full
    bench.clock.advance(by: .seconds(4))
    #expect(client.finishes.map(\.reason) == [.failed])
    #expect(bench.clock.isIdle)
  }

  @Test func `the end of the service turns every motor off, tells the clients, and refuses later plays`() throws {
    let bench = try ServerBench(actuators: 2, vocabulary: .test)
    let client = try bench.client()
    client.play("long", playback: 1)
    bench.server.shutDown()
    #expect(bench.actuators.filter { !$0.isOff }.isEmpty)
    #expect(client.finishes.map(\.reason) == [.shutdown])
    for device in [nil, bench.motor.id] {
      #expect(client.verdict(.play(.init(.name("long"), device: device)))?.verdict == .noActuator)
    }
    #expect(bench.actuators.filter { !$0.isOff }.isEmpty)
  }
}
