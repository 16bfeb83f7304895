import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import Testing

@Suite struct `Names of feedbacks` {
  private let bench: ServerBench
  private let client: Client
  private let handle = Handle(rawValue: 1)!

  init() throws {
    let tap: Pattern = [Event(.transient, intensity: 1, sharpness: 0.5)]
    bench = try ServerBench(
      vocabulary: Vocabulary([Feedback("impact", .touch, tap), Feedback("message-new", .notification, tap)]))
    client = try bench.client()
  }

  private func play(_ name: ShortName) -> Verdict? {
    client.verdict(.play(.init(.name(name), allowsFallback: true)))?.verdict
  }

  private var history: [Observed] { client.ask(HistoryQuery())?.records ?? [] }

  @Test func `a misspelt name is refused, also where a part of it is known`() {
    #expect(client.play("impact.mediun")?.verdict == .unknownFeedback)
    #expect(client.verdict(.prepare(.init(handle: handle, name: "message-new-video")))?.verdict == .unknownFeedback)
    #expect(client.verdict(.play(.init(.handle(handle))))?.verdict == .unknownHandle)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.levels.isEmpty)
    #expect(history.map(\.feedback) == ["impact.mediun", "message-new-video", ""])
    #expect(history.allSatisfy { $0.category == nil })
  }

  @Test func `a client that allows it gets a shorter name, and others see which`() throws {
    let watcher = try bench.client(named: "watcher")
    watcher.verdict(.monitor(.requests))
    #expect(play("impact.mediun") == .played)
    #expect(play("message-new-video") == .played)
    #expect(play("doorbell") == .unknownFeedback)
    #expect(history.map(\.feedback) == ["impact", "message-new", "doorbell"])
    #expect(history.map(\.category) == [.known(.touch), .known(.notification), nil])
    let prepared = Request.Prepare(handle: handle, name: "message-new-video", allowsFallback: true)
    #expect(client.verdict(.prepare(prepared))?.verdict == .done)
    #expect(client.verdict(.play(.init(.handle(handle))))?.verdict == .played)
    #expect(history.last?.feedback == "message-new")
    let seen = watcher.events.compactMap { if case .observed(let observed) = $0 { observed } else { nil } }
    #expect(seen.last { $0.opcode == .prepare }?.feedback == "message-new")
    #expect(seen.filter { $0.opcode == .play }.map(\.feedback) == ["impact", "message-new", "doorbell", "message-new"])
  }
}
