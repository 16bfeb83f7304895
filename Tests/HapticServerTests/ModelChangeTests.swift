import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorDriving
import MotorRendering
import Testing

/// A motor that is found to be slower, or faster, while it is in use.
@Suite struct ModelChangeTests {
  private func change(_ bench: ServerBench, to preset: String) throws {
    bench.server.setModel(try #require(MotorModel.presets[preset]), of: bench.motor.id)
  }

  /// The length of the first push of a tap.
  private func push(_ bench: ServerBench, _ client: Client) throws -> Duration {
    let count = bench.motor.writes.count
    _ = client.verdict(.play(.init(.name("impact.heavy"))))
    bench.clock.advance(by: .seconds(1))
    let writes = bench.motor.writes[count...]
    let (on, off) = (try #require(writes.first), try #require(writes.first { $0.level == .off }))
    return off.at - on.at
  }

  @Test func `feedback is rendered for the new model at once`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let fast = try push(bench, client)
    try change(bench, to: "on-off")
    let slow = try push(bench, client)
    #expect(slow > fast)
    try change(bench, to: "lra")
    #expect(try push(bench, client) == fast)
  }

  @Test func `a playback ends, and its motor stops`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client()
    client.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(50))
    #expect(!bench.motor.isOff)
    try change(bench, to: "erm")
    #expect(bench.motor.isOff)
    #expect(client.finishes.map(\.reason) == [.stopped])
    bench.clock.advance(by: .seconds(5))
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }

  @Test func `the device keeps its number, and its record has the new model`() throws {
    let bench = try ServerBench(actuators: 2)
    try change(bench, to: "erm")
    let record = try #require(bench.server.device(bench.motor.id))
    #expect(record.motor == DeviceRecord.MotorProperties(MotorModel.presets["erm"]!))
    #expect(bench.actuators.allSatisfy { bench.server.device($0.id) != nil })
  }

  @Test func `a stop that is refused during the change is tried again`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client()
    client.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(50))
    bench.motor.refusal = .full
    try change(bench, to: "erm")
    bench.motor.refusal = nil
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.isOff)
  }

  @Test func `levels that were queued before the change do not disturb it`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    bench.motor.queues = true
    let client = try bench.client()
    client.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(50))
    try change(bench, to: "erm")
    bench.motor.writeQueued()
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.isOff)
    client.play("effect", playback: 2)
    bench.clock.advance(by: .milliseconds(50))
    bench.motor.writeQueued()
    #expect(!bench.motor.isOff)
  }

  @Test func `a device reports to the new player, also when the former one has gone`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    bench.motor.queues = true
    try change(bench, to: "erm")
    let client = try bench.client()
    client.play("effect", playback: 1)
    bench.motor.writeQueued()
    _ = client.verdict(.stop(nil))
    #expect(client.finishes.isEmpty)
    bench.motor.writeQueued()
    #expect(client.finishes.map(\.reason) == [.stopped])
  }

  @Test func `a motor keeps its remaining duty after a change of its model`() throws {
    let bench = try ServerBench(
      vocabulary: Vocabulary([
        Feedback("buzz", .alarm, [Event(.continuous(duration: .seconds(3600)), intensity: 1, sharpness: 0.3)])
      ]))
    let client = try bench.client()
    client.play("buzz", playback: 1)
    bench.clock.advance(by: bench.motor.model.endurance.longestBuzz + .seconds(1))
    #expect(client.finishes.map(\.reason) == [.coolingDown])
    try change(bench, to: "erm")
    #expect(client.play("buzz")?.verdict == .coolingDown)
  }

  @Test func `the model that the device has already changes nothing`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client()
    client.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(50))
    bench.server.setModel(bench.motor.model, of: bench.motor.id)
    #expect(!bench.motor.isOff && client.finishes.isEmpty)
  }

  @Test func `a number without a device changes nothing`() throws {
    let bench = try ServerBench()
    bench.server.setModel(try #require(MotorModel.presets["erm"]), of: DeviceID(rawValue: 77)!)
    #expect(bench.motor.isOff)
    #expect(bench.server.device(bench.motor.id)?.motor == DeviceRecord.MotorProperties(bench.motor.model))
  }
}
