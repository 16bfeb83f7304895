import FakeDaemon
import HapticProtocol
import Haptics
import TestSupport
import Testing

/// The Swift client with a daemon of a later version.
@Suite struct LaterDaemonTests {
  @Test func `the client goes on, lists all devices and passes unknown values on`() throws {
    let path = SocketPath()
    let daemon = try AnsweringDaemon(at: path, LaterDaemon.rule, encoding: LaterDaemon.lengthened)
    let client = HapticClient(applicationName: "test", socketPath: path.path)
    #expect(try client.blocking.play(Haptic("selection"), timeout: TestWait.limit).verdict == LaterDaemon.verdict)
    #expect(try client.blocking.devices(timeout: TestWait.limit) == LaterDaemon.devices)
    let history = try client.blocking.list(HistoryQuery(), timeout: TestWait.limit)
    #expect(history.map(\.verdict) == [LaterDaemon.verdict] && history.map(\.end) == [LaterDaemon.reason])
    #expect(try client.blocking.feedbacks(timeout: TestWait.limit).map(\.category) == [.unknown(99)])
    #expect(try client.blocking.ask(StatusQuery(), timeout: TestWait.limit).profile.name == "profile 33")
    #expect(try client.blocking.devices(timeout: TestWait.limit).count == 2)
    try daemon.stop()
  }
}
