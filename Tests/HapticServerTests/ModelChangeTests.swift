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

  @Test func `a vibration continues on the new model without a gap, and ends in time`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client()
    client.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(500))
    let before = bench.motor.writes.count
    try change(bench, to: "pad")
    #expect(!bench.motor.isOff && client.finishes.isEmpty)
    bench.clock.advance(by: .seconds(10))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.motor.writes[before...].filter { $0.level.isOff }.count == 1)
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }

  @Test(arguments: [false, true]) func `the rest of a playback is rendered for the new model`(isPaused: Bool) throws {
    let taps: Pattern = [
      Event(.transient, at: .zero, intensity: 1, sharpness: 0.5),
      Event(.transient, at: .seconds(1), intensity: 1, sharpness: 0.5),
    ]
    /// The length of the push of the second tap.
    func push(_ preset: String, changingTo other: String? = nil) throws -> Duration {
      let bench = try ServerBench(preset: preset, vocabulary: Vocabulary([Feedback("taps", .media, taps)]))
      let client = try bench.client()
      client.play("taps", playback: 1)
      bench.clock.advance(by: .milliseconds(500))
      let (number, count) = (PlaybackID(rawValue: 1)!, bench.motor.writes.count)
      if isPaused { _ = client.verdict(.transport(.init(number, .pause))) }
      if let other { try change(bench, to: other) }
      if isPaused { _ = client.verdict(.transport(.init(number, .resume))) }
      bench.clock.advance(by: .seconds(2))
      #expect(client.finishes.map(\.reason) == [.ended] && bench.motor.isOff)
      let writes = bench.motor.writes[count...]
      return try #require(writes.last { $0.level == .off }).at - #require(writes.first { !$0.level.isOff }).at
    }
    let (fast, slow) = (try push("lra"), try push("on-off"))
    #expect(fast < slow)
    #expect(try push("lra", changingTo: "on-off") == slow)
    #expect(try push("on-off", changingTo: "lra") == fast)
  }

  @Test func `a tap that is felt during the change ends, and its motor stops`() throws {
    let bench = try ServerBench(preset: "on-off")
    let client = try bench.client()
    client.play("impact.heavy", playback: 1)
    bench.clock.advance(by: .milliseconds(5))
    #expect(!bench.motor.isOff)
    try change(bench, to: "lra")
    bench.clock.advance(by: .seconds(1))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }

  @Test func `a prepared feedback is rendered for the new model`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let handle = Handle(rawValue: 1)!
    _ = client.verdict(.prepare(.init(handle: handle, name: "impact.heavy")))
    try change(bench, to: "on-off")
    /// The times from the first write of a play to the others.
    func times(_ play: Request.Play) -> [Duration] {
      let count = bench.motor.writes.count
      _ = client.verdict(.play(play))
      bench.clock.advance(by: .seconds(1))
      let writes = bench.motor.writes[count...]
      return writes.map { $0.at - writes[count].at }
    }
    #expect(times(.init(.handle(handle))) == times(.init(.name("impact.heavy"))))
  }

  @Test func `the device keeps its number, and its record has the new model`() throws {
    let bench = try ServerBench(actuators: 2)
    try change(bench, to: "erm")
    let record = try #require(bench.server.device(bench.motor.id))
    #expect(record.motor == DeviceRecord.MotorProperties(MotorModel.presets["erm"]!))
    #expect(bench.actuators.allSatisfy { bench.server.device($0.id) != nil })
  }

  @Test func `a level that is refused after the change ends the playback, and its stop is tried again`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client()
    client.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(50))
    bench.motor.refusal = .full
    try change(bench, to: "erm")
    for _ in 0..<2000 where bench.motor.refused == 0 { bench.clock.advance(by: .milliseconds(1)) }
    bench.motor.refusal = nil
    bench.clock.advance(by: .seconds(1))
    #expect(client.finishes.map(\.reason) == [.failed])
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
    #expect(!bench.motor.isOff)
    _ = client.verdict(.stop(nil))
    #expect(client.finishes.isEmpty)
    bench.motor.writeQueued()
    #expect(client.finishes.map(\.reason) == [.stopped])
    #expect(bench.motor.isOff)
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
