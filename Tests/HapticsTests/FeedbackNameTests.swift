import FakeDaemon
import HapticProtocol
import Haptics
import Synchronization
import Testing

struct FeedbackNameTests {
  let path = SocketPath()

  @Test func `constants, literals and variables name the same feedbacks`() {
    let variable = ["success", "impact.light"].last!
    #expect(FeedbackName(variable) == .impact(.light))
    #expect(FeedbackName("success" as String) == .success)
    #expect(("selection" as FeedbackName) == .selection)
    #expect(
      FeedbackName.ImpactStyle.allCases.map { "\(FeedbackName.impact($0))" } == [
        "impact.light", "impact.medium", "impact.heavy", "impact.rigid", "impact.soft",
      ])
  }

  @Test(arguments: ["49 bytes", "a NUL"])
  func `a name that no feedback can have is never sent`(kind: String) async throws {
    let name = kind == "a NUL" ? "a\0b" : String(repeating: "a", count: 49)
    let requests = Mutex<[Request]>([])
    let daemon = try AnsweringDaemon(at: path) { packet in
      requests.withLock { $0.append(packet.request) }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: String(repeating: "long", count: 20), socketPath: path.path)
    let error = ClientError.invalidName(ShortName(truncating: name))
    #expect(!client.play(name))
    #expect(!client.play(Haptic(name)))
    let prepared = client.prepare(name)
    #expect(!prepared.play())
    #expect(throws: error) { try client.blocking.play(Haptic(name), timeout: waitLimit) }
    #expect(throws: error) { try client.blocking.verdict(of: prepared, timeout: waitLimit) }
    await #expect(throws: error) { _ = try await prepared.verdict(timeout: waitLimit) }
    #expect(try client.blocking.play(Haptic(.success), timeout: waitLimit).verdict == .played)
    let plays = requests.withLock { $0 }.filter { if case .hello = $0 { false } else { true } }
    #expect(plays.count == 1, "only the valid play")
    try daemon.stop()
  }

  @Test func `a long name of an application is truncated`() throws {
    let names = Mutex<[ShortName]>([])
    let daemon = try AnsweringDaemon(at: path) { packet in
      if case .hello(let hello) = packet.request { names.withLock { $0.append(hello.applicationName) } }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: String(repeating: "x", count: 100), socketPath: path.path)
    _ = try client.blocking.devices(timeout: waitLimit)
    #expect(names.withLock { $0 }.map(\.utf8Count) == [48])
    try daemon.stop()
  }
}
