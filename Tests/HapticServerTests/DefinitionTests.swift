import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import TestSupport
import Testing

/// Patterns of clients' own.
@Suite struct DefinitionTests {
  @Test func `a pattern plays like a feedback`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let pattern: Pattern = [Event(.transient, intensity: 1, sharpness: 0.5)]
    let reply = client.define(pattern, as: 3)
    #expect(reply?.verdict == .done)
    #expect(reply?.device == bench.motor.id)
    #expect(bench.motor.prepared.contains(bench.motor.model.drive(for: pattern).palette[0]))
    #expect(client.play(handle: 3)?.verdict == .played)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.levels == bench.motor.model.drive(for: pattern).steps.map(\.level))
  }

  @Test func `an empty pattern is silent`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    #expect(client.define([], as: 3)?.verdict == .done)
    #expect(client.play(handle: 3)?.verdict == .silent)
    #expect(bench.motor.levels.isEmpty)
  }

  @Test func `a pattern cannot be played before it is complete`() throws {
    let client = try ServerBench().client()
    let packets = Definition.packets(
      of: [Event(.transient, intensity: 1, sharpness: 0.5)], handle: Handle(rawValue: 3)!)
    client.send(packets[0].request)
    #expect(client.play(handle: 3)?.verdict == .unknownHandle)
    client.send(packets[1].request)
    #expect(client.play(handle: 3)?.verdict == .played)
  }

  @Test func `a part for an undefined handle is refused`() throws {
    let client = try ServerBench().client()
    let packets = Definition.packets(
      of: [Event(.transient, intensity: 1, sharpness: 0.5)], handle: Handle(rawValue: 3)!)
    #expect(client.verdict(packets[1].request)?.verdict == .unknownHandle)
  }

  @Test func `a definition replaces the former pattern of its handle`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    client.define([Event(.transient, intensity: 1, sharpness: 0.5)], as: 3)
    client.send(
      Definition.packets(
        of: [Event(.transient, intensity: 1, sharpness: 0)], handle: Handle(rawValue: 3)!)[0].request)
    #expect(client.play(handle: 3)?.verdict == .unknownHandle)
  }

  @Test func `the definitions of a client are limited`() throws {
    let client = try ServerBench().client()
    let events = (0..<Limits.patternEvents).map {
      Event(.transient, at: .milliseconds($0), intensity: 1, sharpness: 0.5)
    }
    var verdicts: [Verdict?] = []
    for handle in 1...4 as ClosedRange<UInt32> { verdicts.append(client.define(Pattern(events), as: handle)?.verdict) }
    #expect(verdicts == [.done, .done, .done, .limit], "a mebibyte holds three patterns of the largest size")
    #expect(client.verdict(.release(Handle(rawValue: 1)!))?.verdict == .done)
    #expect(client.define(Pattern(events), as: 4)?.verdict == .done)
  }

  @Test func `four thousand events play to their end`() throws {
    let bench = try ServerBench(preset: "erm")
    let client = try bench.client()
    let events = (0..<4500).map { index in
      index.isMultiple(of: 2)
        ? Event(.transient, at: .milliseconds(index * 40), intensity: 0.8, sharpness: 0.6)
        : Event(
          .continuous(duration: .milliseconds(30)), at: .milliseconds(index * 40), intensity: 0.5, sharpness: 0.2)
    }
    #expect(client.define(Pattern(events), as: 1)?.verdict == .done)
    #expect(client.play(handle: 1, playback: 1)?.verdict == .played)
    bench.clock.advance(by: .seconds(179))
    #expect(client.finishes.isEmpty)
    bench.clock.advance(by: .seconds(2))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
    #expect(bench.motor.pulses >= 2000)
  }

  @Test func `the coming levels of a long pattern are uploaded before they play`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let events = (0..<20).map { index in
      Event(
        .continuous(duration: .milliseconds(900)), at: .seconds(index), intensity: Intensity(0.3 + Double(index) / 30),
        sharpness: 0.5)
    }
    client.define(Pattern(events), as: 1)
    client.play(handle: 1)
    for _ in 0..<200 {
      bench.clock.advance(by: .milliseconds(100))
      for write in bench.motor.writes.suffix(3) where write.level != .off {
        #expect(bench.motor.prepared.contains { $0.level == write.level })
      }
    }
    #expect(bench.motor.prepared.count >= 5)
  }

  @Test(arguments: GoldenSteps.presets) func `the played steps are the rendered steps`(preset: String) throws {
    let bench = try ServerBench(preset: preset)
    let client = try bench.client()
    let golden = GoldenSteps(rendering: bench.motor.model).steps
    for (name, pattern) in SamplePatterns.all {
      #expect(client.define(pattern, as: 1)?.verdict == .done)
      let before = bench.motor.writes.count
      let start = bench.clock.now
      client.play(handle: 1)
      bench.clock.advance(by: .seconds(3))
      let played = Drive(
        bench.motor.writes.dropFirst(before).map { Drive.Step(at: $0.at - start, level: $0.level) }, end: .zero)
      #expect(played.steps == golden[name], "\(name)")
    }
  }

  @Test func `a start at a given time is handed over earlier by the rise of the motor`() throws {
    let bench = try ServerBench(preset: "erm")
    let client = try bench.client()
    let pattern: Pattern = [Event(.transient, intensity: 1, sharpness: 0.2)]
    client.define(pattern, as: 1)
    let start = bench.clock.now + .seconds(1)
    client.verdict(.play(.init(.handle(Handle(rawValue: 1)!), startNanoseconds: start.nanoseconds)))
    bench.clock.advance(by: .seconds(2))
    let lead = bench.motor.model.drive(for: pattern).lead
    #expect(lead > .milliseconds(5))
    #expect(bench.motor.writes[1].at == start - lead)
  }
}

extension Client {
  /// Sends a pattern in parts, and returns the reply to the last one.
  @discardableResult
  func define(_ pattern: Pattern, as handle: UInt32, category: Category? = nil) -> VerdictReply? {
    let packets = Definition.packets(of: pattern, handle: Handle(rawValue: handle)!, category: category)
    for packet in packets.dropLast() {
      if let reply = verdict(packet.request), reply.verdict != .done { return reply }
    }
    return verdict(packets[packets.count - 1].request)
  }
}
