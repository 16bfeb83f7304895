import HapticSystem
import Testing

@testable import ForceFeedback

/// Nodes whose calls do not return for longer than a second.
@Suite struct StallTests {
  @Test func `a node that does not respond for a second is stalled, and ready again when it does`() throws {
    let bench = try Bench(.fake(.uinput))
    let actuator = try bench.openNode()
    bench.kernel.hang()
    let start = Instant.now
    bench.drive(level(1), .short, planned: start)
    try bench.loop.run { bench.node.state == .stalled }
    #expect(Instant.now - start >= .seconds(1))
    #expect(bench.node.actuator === actuator)
    #expect(!actuator.isReady)
    bench.kernel.answer()
    try bench.loop.run { bench.node.state == .ready }
    #expect(actuator.isReady)
    #expect(bench.written.count == 1)
  }

  @Test func `a node that does not respond to a level of a later time is stalled`() throws {
    let bench = try Bench(.fake(.uinput))
    _ = try bench.openNode()
    bench.kernel.hang()
    // Later than the first look after a stall.
    bench.drive(level(1), .short, planned: .now + .seconds(1.3))
    try bench.loop.run { bench.node.state == .stalled }
    bench.kernel.answer()
    try bench.loop.run { bench.node.state == .ready }
  }

  @Test func `a node whose opening hangs is stalled, and nothing waits for it`() throws {
    let bench = try Bench(.fake(.uinput))
    bench.kernel.hang()
    bench.node.open()
    #expect(bench.node.state == .opening)
    try bench.loop.run { bench.node.state == .stalled }
    bench.kernel.answer()
    try bench.loop.run { bench.node.state == .ready }
  }
}
