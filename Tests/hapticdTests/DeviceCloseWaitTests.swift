import EventLoop
import HapticSystem
import TestSupport
import Testing

@testable import DaemonAssembly
@testable import ForceFeedback

@Suite struct DeviceCloseWaitTests {
  private let loop = try! EventLoop()
  private let nodes = OpenNodes()

  @Test func `devices that are closed are not waited for`() throws {
    #expect(try end() == true)
  }

  @Test func `an open device is waited for until its thread has closed it`() throws {
    nodes.enter()
    nodes.enter()
    nodes.leave()
    try BackgroundThread.start { [nodes] in nodes.leave() }
    #expect(try end() == true)
  }

  @Test func `the daemon waits to the limit for a device that does not respond`() throws {
    nodes.enter()
    #expect(try end(limit: .milliseconds(20)) == false)
  }

  /// Waits for the end.
  ///
  /// - Returns: whether all devices were closed.
  private func end(limit: Duration = .seconds(3600)) throws -> Bool? {
    var ends: [Bool] = []
    let closeWait = try DeviceCloseWait(loop, nodes, limit: limit) { ends.append($0) }
    #expect(ends.isEmpty)
    let deadline = Instant.now + TestWait.limit
    while ends.isEmpty, .now < deadline { _ = try loop.runOnce(timeout: .milliseconds(100)) }
    withExtendedLifetime(closeWait) {}
    return ends.first
  }
}
