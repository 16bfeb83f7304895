import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

/// A motor that is found to be slower, or faster, while it is in use.
@Suite struct ModelChangeTests {
  private func change(_ house: House, to preset: String) throws {
    house.motor.model = try #require(MotorModel.presets[preset])
    try house.server.noteModel(of: house.motor.id)
  }

  /// The length of the first push of a tap.
  private func push(_ house: House, _ client: Client) throws -> Duration {
    let count = house.motor.writes.count
    _ = client.verdict(.play(.init(.name("impact.heavy"))))
    house.clock.advance(by: .seconds(1))
    let writes = house.motor.writes[count...]
    let (on, off) = (try #require(writes.first), try #require(writes.first { $0.level == .off }))
    return off.at - on.at
  }

  @Test func `feedback is rendered for the new model at once`() throws {
    let house = try House()
    let client = try house.client()
    let fast = try push(house, client)
    try change(house, to: "on-off")
    let slow = try push(house, client)
    #expect(slow > fast)
    try change(house, to: "lra")
    #expect(try push(house, client) == fast)
  }

  @Test func `a playback ends, and its motor stops`() throws {
    let house = try House(vocabulary: .reasons)
    let client = try house.client()
    client.play("effect", playback: 1)
    house.clock.advance(by: .milliseconds(50))
    #expect(!house.motor.isOff)
    try change(house, to: "erm")
    #expect(house.motor.isOff)
    #expect(client.finishes.map(\.reason) == [.stopped])
    house.clock.advance(by: .seconds(5))
    #expect(house.motor.isOff && house.clock.isIdle)
  }

  @Test func `the device keeps its number, and its record has the new model`() throws {
    let house = try House(actuators: 2)
    try change(house, to: "erm")
    let record = try #require(house.server.device(house.motor.id))
    #expect(record.motor == DeviceRecord.MotorProperties(MotorModel.presets["erm"]!))
    #expect(house.actuators.allSatisfy { house.server.device($0.id) != nil })
  }

  @Test func `a stop that is refused during the change is tried again`() throws {
    let house = try House(vocabulary: .reasons)
    let client = try house.client()
    client.play("effect", playback: 1)
    house.clock.advance(by: .milliseconds(50))
    house.motor.refusal = .full
    try change(house, to: "erm")
    house.motor.refusal = nil
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.isOff)
  }

  @Test func `levels that were queued before the change do not disturb it`() throws {
    let house = try House(vocabulary: .reasons)
    house.motor.queues = true
    let client = try house.client()
    client.play("effect", playback: 1)
    house.clock.advance(by: .milliseconds(50))
    try change(house, to: "erm")
    house.motor.writeQueued()
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.isOff)
    client.play("effect", playback: 2)
    house.clock.advance(by: .milliseconds(50))
    house.motor.writeQueued()
    #expect(!house.motor.isOff)
  }

  @Test func `a number without a device changes nothing`() throws {
    let house = try House()
    try house.server.noteModel(of: DeviceID(rawValue: 77)!)
    #expect(house.motor.isOff)
  }
}
