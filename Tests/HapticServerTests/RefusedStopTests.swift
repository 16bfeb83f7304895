import HapticPatterns
import HapticProtocol
import HapticSystem
import MotorRendering
import Testing

@testable import HapticServer

@Suite struct `A stop that the device refuses` {
  private let house: House
  private let client: Client

  init() throws {
    house = try House(vocabulary: .test)
    client = try house.client()
    client.play("long", playback: 1)
    house.clock.advance(by: .milliseconds(100))
    house.motor.refusal = .noSpace
  }

  private var playback: PlaybackID { PlaybackID(rawValue: 1)! }

  private var history: [Observed] {
    if case .history(let history) = client.ask(.history(after: 0)) { history.records } else { [] }
  }

  /// The device takes commands again: the motor is off soon, and then all is quiet.
  private func expectRecovery() {
    #expect(!house.motor.isOff)
    house.clock.advance(by: .milliseconds(30))
    house.motor.refusal = nil
    house.clock.advance(by: .milliseconds(100))
    #expect(house.motor.isOff)
    #expect(house.clock.isIdle)
    #expect(client.play("hit")?.verdict == .played)
  }

  @Test func `is told to the client that asked for it, shown in the history, and tried again`() throws {
    let verdict = try #require(client.verdict(.stop(playback)))
    #expect(verdict.verdict == .deviceFailed && verdict.count == 1 && verdict.device == house.motor.id)
    #expect(client.verdict(.stop(playback))?.verdict == .unknownPlayback)
    #expect(history.map(\.opcode) == [.play, .stop, .stop])
    #expect(history.map(\.verdict) == [.played, .deviceFailed, .unknownPlayback])
    #expect(history.first?.end == .failed)
    expectRecovery()
  }

  @Test func `of all of a client's playbacks is told`() throws {
    let verdict = try #require(client.verdict(.stop(nil)))
    #expect(verdict.verdict == .deviceFailed && verdict.count == 1)
    #expect(client.verdict(.stop(nil))?.verdict == .done)
    expectRecovery()
  }

  @Test func `of everything is told, also where nothing is known to play`() throws {
    let verdict = try #require(client.verdict(.stopEverything))
    #expect(verdict.verdict == .deviceFailed && verdict.count == 1)
    let again = try #require(client.verdict(.stopEverything))
    #expect(again.verdict == .deviceFailed && again.count == 0)
    expectRecovery()
    #expect(client.verdict(.stopEverything)?.verdict == .done)
  }

  @Test(arguments: [Request.Transport.Action.stop, .cancel, .pause])
  func `of a transport is told`(action: Request.Transport.Action) throws {
    let verdict = try #require(client.verdict(.transport(.init(playback, action))))
    #expect(verdict.verdict == .deviceFailed && verdict.count == 1)
    #expect(history.first?.end == .failed)
    expectRecovery()
  }

  @Test func `does not matter where another device played`() throws {
    let other = try house.add(2)
    #expect(
      client.verdict(.play(.init(.name("long"), playback: PlaybackID(rawValue: 2), device: other.id)))?.verdict
        == .played)
    #expect(client.verdict(.stop(PlaybackID(rawValue: 2)))?.verdict == .done)
    #expect(client.verdict(.stop(playback))?.verdict == .deviceFailed)
    #expect(client.verdict(.stop(nil))?.verdict == .done)
  }

  @Test func `is tried again when its client has left`() {
    client.leave()
    house.clock.advance(by: .milliseconds(30))
    house.motor.refusal = nil
    house.clock.advance(by: .milliseconds(100))
    #expect(house.motor.isOff && house.clock.isIdle)
  }

  @Test func `is given up after a second, when the lease has ended`() {
    client.verdict(.stop(playback))
    house.clock.advance(by: .milliseconds(900))
    #expect(!house.clock.isIdle)
    house.clock.advance(by: .milliseconds(400))
    #expect(house.clock.isIdle)
    #expect(house.motor.isOff(byLeaseAt: house.clock.now))
    #expect((5...25).contains(house.motor.refused), "\(house.motor.refused) attempts")
  }

  @Test func `is forgotten where the device is unplugged`() {
    client.verdict(.stop(playback))
    house.server.remove(house.motor.id)
    #expect(house.clock.isIdle)
  }

  @Test func `of a device that is gone is none`() {
    house.motor.refusal = .noDevice
    #expect(client.verdict(.stop(playback))?.verdict == .done)
    #expect(house.clock.isIdle)
  }

  @Test func `does not end what plays since`() {
    client.verdict(.stop(playback))
    house.motor.refusal = nil
    client.play("long", playback: 2)
    let writes = house.motor.writes.count
    house.clock.advance(by: .milliseconds(50))
    #expect(!house.motor.isOff && house.motor.writes.dropFirst(writes).allSatisfy { $0.level != .off })
    #expect(client.verdict(.stop(PlaybackID(rawValue: 2)))?.verdict == .done)
    #expect(house.motor.isOff && house.clock.isIdle)
  }

  @Test func `that comes from a thread of the device's own is tried again`() {
    house.motor.refusal = nil
    house.motor.queues = true
    #expect(client.verdict(.stop(playback))?.verdict == .done)
    let writes = house.motor.writes.count
    house.motor.onQueuedFailure?(.noSpace)
    #expect(!house.clock.isIdle)
    house.clock.advance(by: .milliseconds(10))
    #expect(house.motor.writes.count == writes + 1 && house.clock.isIdle)
    house.motor.onQueuedFailure?(.noSpace)
    house.clock.advance(by: .milliseconds(20))
    #expect(house.motor.writes.count == writes + 2)
    house.motor.onQueuedWrite?(.init(level: .off, lease: .short), house.clock.now, house.clock.now)
    house.clock.advance(by: .seconds(2))
    #expect(house.motor.writes.count == writes + 2 && house.clock.isIdle)
  }
}

@Suite struct `Numbers that run out` {
  @Test func `a device gets a number that no other has, also after the last one`() {
    var numbers = DeviceNumbers(after: .max - 1)
    let taken: Set<UInt32> = [1, 2]
    let next = (0..<3).map { _ in numbers.next { taken.contains($0.rawValue) }.rawValue }
    #expect(next == [.max, 3, 4])
  }

  @Test func `costs of a device that counts anew are not below zero`() {
    let before = ActuatorCounters(uploads: 5, writes: 7)
    #expect(ActuatorCounters(uploads: 3, writes: 9) - before == ActuatorCounters(uploads: 0, writes: 2))
  }
}
