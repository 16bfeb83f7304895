import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

@Suite struct VocabularyChangeTests {
  private let strong: Pattern = [Event(.continuous(duration: .milliseconds(200)), intensity: 1, sharpness: 0.1)]

  private var other: Vocabulary {
    Vocabulary([Feedback("impact.light", .touch, strong), Feedback("knock", .notification, strong)])
  }

  private func levels(of pattern: Pattern, in bench: ServerBench) -> [Level] {
    bench.motor.model.drive(for: pattern).steps.map(\.level)
  }

  @Test func `after a change of the vocabulary, a name plays its new pattern`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    #expect(client.play("knock")?.verdict == .unknownFeedback)
    bench.server.setVocabulary(other)
    #expect(client.play("knock")?.verdict == .played)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.levels == levels(of: strong, in: bench))
    #expect(client.play("success")?.verdict == .unknownFeedback)
  }

  @Test func `a handle plays the new pattern of its name`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let handle = Handle(rawValue: 1)!
    _ = client.verdict(.prepare(.init(handle: handle, name: "impact.light")))
    bench.server.setVocabulary(other)
    _ = client.verdict(.play(.init(.handle(handle))))
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.levels == levels(of: strong, in: bench))
  }

  @Test func `a handle whose name was removed keeps its pattern`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let handle = Handle(rawValue: 1)!
    _ = client.verdict(.prepare(.init(handle: handle, name: "success")))
    bench.server.setVocabulary(other)
    #expect(client.verdict(.play(.init(.handle(handle))))?.verdict == .played)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.levels == levels(of: Vocabulary.standard["success"]!.pattern, in: bench))
  }

  @Test func `only clients with handles are told to prepare again`() throws {
    let bench = try ServerBench()
    let (preparing, playing) = (try bench.client(), try bench.client())
    _ = preparing.verdict(.prepare(.init(handle: Handle(rawValue: 1)!, name: "success")))
    bench.server.setVocabulary(other)
    #expect(preparing.events == [.reset])
    #expect(playing.events == [])
  }

  @Test func `a running playback does not change`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    client.play("error", playback: 1)
    bench.clock.advance(by: .milliseconds(50))
    bench.server.setVocabulary(other)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.levels == levels(of: Vocabulary.standard["error"]!.pattern, in: bench))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.motor.isOff)
  }

  @Test func `the new vocabulary is preloaded without a request`() throws {
    let bench = try ServerBench()
    bench.server.setVocabulary(other)
    bench.clock.advance(by: .seconds(1))
    let palette = bench.motor.model.drive(for: strong).palette
    #expect(palette.filter { !bench.motor.prepared.contains($0) }.isEmpty)
  }
}
