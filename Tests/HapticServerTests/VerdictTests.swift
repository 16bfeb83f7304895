import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorDriving
import MotorRendering
import Testing

@Suite struct VerdictTests {
  @Test func `an unknown name is refused by that name`() throws {
    #expect(try ServerBench().client().play("impact.mild")?.verdict == .unknownFeedback)
  }

  @Test func `a play without a device is refused, and the server continues`() throws {
    let bench = try ServerBench(actuators: 0)
    let client = try bench.client()
    #expect(client.play("success")?.verdict == .noActuator)
    #expect(client.verdict(.prepare(.init(handle: Handle(rawValue: 1)!, name: "success")))?.verdict == .noActuator)
    try bench.add(1)
    let play = Request.play(.init(.handle(Handle(rawValue: 1)!)))
    #expect(client.verdict(play)?.verdict == .played)
  }

  @Test func `a device that is not ready is skipped`() throws {
    let bench = try ServerBench(actuators: 2)
    bench.motor.isReady = false
    let client = try bench.client()
    #expect(client.play("success")?.device == bench.actuators[1].id)
    let play = Request.play(.init(.name("success"), device: bench.motor.id))
    #expect(client.verdict(play)?.verdict == .deviceFailed)
  }

  @Test func `a phone's motor has precedence over a gamepad`() throws {
    let bench = try ServerBench(actuators: 0)
    try bench.add(1, preset: "pad", kind: .gamepad)
    try bench.add(2, preset: "erm", kind: .vibrator)
    #expect(try bench.client().play("success")?.device?.rawValue == 2)
  }

  @Test func `a play on a named device plays there, and is refused if it does not exist`() throws {
    let bench = try ServerBench(actuators: 2)
    let client = try bench.client()
    let second = bench.actuators[1].id
    #expect(client.verdict(.play(.init(.name("success"), device: second)))?.device == second)
    let absent = Request.play(.init(.name("success"), device: DeviceID(rawValue: 99)))
    #expect(client.verdict(absent)?.verdict == .unknownDevice)
  }

  @Test func `a play that comes too late after its cause is dropped`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    func play(_ late: Duration, deadline: UInt32? = nil) -> Verdict? {
      let cause = bench.clock.now - late
      let play = Request.Play(
        .name("impact.light"), causeNanoseconds: cause.nanoseconds, deadlineMicroseconds: deadline)
      return client.verdict(.play(play))?.verdict
    }
    #expect(play(.milliseconds(20)) == .played)
    #expect(play(.milliseconds(21)) == .expired)
    #expect(play(.milliseconds(21), deadline: 30_000) == .played)
    #expect(play(.milliseconds(3), deadline: 2_000) == .expired)
    #expect(play(.milliseconds(-500)) == .played)
  }

  @Test func `the deadline begins at the start time`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let now = bench.clock.now.nanoseconds
    func verdict(startingAt start: Int64) -> Verdict? {
      client.verdict(.play(.init(.name("impact.light"), startNanoseconds: start)))?.verdict
    }
    #expect(verdict(startingAt: now + 500_000_000) == .played)
    #expect(verdict(startingAt: now + Limits.startAheadNanoseconds + 1) == .limit)
    #expect(verdict(startingAt: now - 20_000_000) == .played)
    #expect(verdict(startingAt: now - 20_000_001) == .expired)
  }

  @Test func `a client has playbacks up to its limit`() throws {
    let bench = try ServerBench(vocabulary: .test)
    let client = try bench.client()
    for _ in 1...Limits.playbacks { #expect(client.play("long")?.verdict == .played) }
    #expect(client.play("long")?.verdict == .limit)
    #expect(try bench.client().play("long")?.verdict == .played)
    bench.clock.advance(by: .seconds(4))
    #expect(client.play("long")?.verdict == .played)
  }

  @Test func `a handle plays what was prepared until it is released`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let handle = Handle(rawValue: 5)!
    #expect(client.verdict(.play(.init(.handle(handle))))?.verdict == .unknownHandle)
    let prepared = client.verdict(.prepare(.init(handle: handle, name: "error")))
    #expect(prepared?.verdict == .done)
    #expect(prepared?.count ?? 0 > 0)
    #expect(client.verdict(.play(.init(.handle(handle))))?.verdict == .played)
    #expect(client.verdict(.release(handle))?.verdict == .done)
    #expect(client.verdict(.release(handle))?.verdict == .unknownHandle)
    #expect(client.verdict(.play(.init(.handle(handle))))?.verdict == .unknownHandle)
  }

  @Test func `nearly equal intensities have equal renderings, and the weakest is felt`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    func levels(_ intensity: UInt16) -> [Level] {
      let before = bench.motor.writes.count
      client.play("impact.heavy", intensity: intensity)
      bench.clock.advance(by: .seconds(1))
      return bench.motor.writes.dropFirst(before).map(\.level)
    }
    #expect(levels(.max) == levels(65000))
    #expect(levels(.max) != levels(20000))
    #expect(!levels(1).isEmpty)
  }

  @Test func `a handle is rendered for each device that plays it`() throws {
    let bench = try ServerBench(actuators: 0)
    try bench.add(1, preset: "erm")
    try bench.add(2, preset: "lra")
    let client = try bench.client()
    let handle = Handle(rawValue: 1)!
    _ = client.verdict(.prepare(.init(handle: handle, name: "error")))
    for actuator in bench.actuators {
      _ = client.verdict(.play(.init(.handle(handle), device: actuator.id)))
      bench.clock.advance(by: .seconds(2))
      let drive = actuator.model.drive(for: Vocabulary.standard["error"]!.pattern)
      #expect(actuator.levels == drive.steps.map(\.level))
    }
  }

  @Test func `the verdict names the device that refused`() throws {
    let bench = try ServerBench()
    bench.motor.refusal = .full
    let client = try bench.client()
    // A refused play takes no place among the client's playbacks.
    for _ in 0...Limits.playbacks {
      #expect(client.play("success")?.verdict == .deviceFailed)
      #expect(client.play("impact.mild")?.verdict == .unknownFeedback)
    }
    bench.motor.refusal = nil
    #expect(client.play("success")?.verdict == .played)
  }

  @Test func `a request of a later version is unsupported, and the connection lasts`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    #expect(client.verdict(.unknown(Opcode(rawValue: 0x0fff), byteCount: 20))?.verdict == .unsupported)
    #expect(client.play("success")?.verdict == .played)
  }

  @Test func `every query has an answer`() throws {
    let bench = try ServerBench()
    bench.server.settings.onSetting = { _ in "" }
    let client = try bench.client()
    for query in queries {
      let opcode = query.opcode.rawValue
      var packet = [UInt8(truncatingIfNeeded: opcode), UInt8(opcode >> 8), 0, 0, 9, 0, 0, 0]
      // The error of a packet without fields tells the right size.
      if case .size(_, let size, _) = requestError(packet) { packet += Array(repeating: 0, count: size - packet.count) }
      client.send(raw: packet)
      let isAnswered = if case .answer = client.reply(to: 9) { true } else { false }
      #expect(isAnswered, "\(query)")
    }
  }
}

private func requestError(_ bytes: [UInt8]) -> ProtocolError? {
  do {
    _ = try RequestPacket(decoding: bytes.span.bytes)
    return nil
  } catch {
    return error
  }
}
