import EventLoop
import HapticPatterns
import HapticProtocol
import HapticSystem
import Testing

@testable import HapticServer

/// The events for many monitors: they must not keep the requests of clients waiting.
@Suite struct MonitorTests {
  /// Clients of different applications that monitor requests. Their replies are read.
  private func monitors(_ count: Int, on bench: ServerBench) throws -> [Client] {
    try (1...count).map { number in
      let client = try bench.client(as: Identity(ShortName(truncating: "app\(number)"), from: .unit))
      client.verdict(.monitor(.requests))
      while bench.clock.ringDue(.normal) {}
      return client
    }
  }

  /// The observed requests that have arrived.
  private func requests(_ client: Client) -> [Observed] {
    client.events.compactMap { if case .observed(let request) = $0 { request } else { nil } }
  }

  @Test func `the turn of a request sends its event to some monitors, and the next turns to the others`() throws {
    let bench = try ServerBench()
    let monitors = try monitors(3 * MonitorRegistry.slice, on: bench)
    for monitor in monitors { _ = monitor.events }
    try bench.client().play("success")
    for turn in 1...3 {
      let served = monitors.count { requests($0).contains { $0.feedback == "success" } }
      #expect(served == MonitorRegistry.slice, "turn \(turn)")
      #expect(bench.clock.ringDue(.normal) == (turn < 3))
    }
  }

  @Test func `a stop is served while events wait`() throws {
    let bench = try ServerBench()
    let monitors = try monitors(3 * MonitorRegistry.slice, on: bench)
    let player = try bench.client()
    player.play("impact.soft", playback: 1)
    #expect(!bench.motor.isOff)
    #expect(player.verdict(.stop(PlaybackID(rawValue: 1)))?.count == 1)
    #expect(bench.motor.isOff)
    let last = try #require(monitors.last)
    #expect(!requests(last).contains { $0.opcode == .stop })
    while bench.clock.ringDue(.normal) {}
    #expect(requests(last).map(\.opcode) == [.play, .stop])
  }

  @Test func `each monitor gets all events in their order`() throws {
    let bench = try ServerBench()
    let monitors = try monitors(2 * MonitorRegistry.slice + 1, on: bench)
    for monitor in monitors { _ = monitor.events }
    let player = try bench.client()
    let names: [ShortName] = ["success", "warning", "error", "selection"]
    for name in names { player.play(name) }
    while bench.clock.ringDue(.normal) {}
    for monitor in monitors { #expect(requests(monitor).map(\.feedback) == names) }
  }

  @Test func `many events for one monitor are sent in slices, too`() throws {
    let bench = try ServerBench()
    let monitor = try bench.client()
    monitor.send(.monitor(.levels))
    let level = LevelChange(
      device: bench.motor.id, strong: 1, weak: 1, plannedNanoseconds: 0, writtenNanoseconds: 0, leaseMilliseconds: 64)
    for _ in 1...MonitorRegistry.slice + 1 { bench.server.recorder.show(level) }
    #expect(monitor.events.count < MonitorRegistry.slice + 1)
    #expect(bench.clock.ringDue(.normal))
    #expect(monitor.events.count == 1)
  }

  @Test func `a monitor that leaves while events wait is left out, and no other monitor`() throws {
    let bench = try ServerBench()
    let monitors = try monitors(2 * MonitorRegistry.slice, on: bench)
    for monitor in monitors { _ = monitor.events }
    try bench.client().play("success")
    monitors[0].leave()
    monitors[MonitorRegistry.slice].leave()
    #expect(bench.server.inventory.watchers == monitors.count - 2)
    while bench.clock.ringDue(.normal) {}
    for (index, monitor) in monitors.enumerated() where index % MonitorRegistry.slice != 0 {
      #expect(requests(monitor).map(\.feedback) == ["success"])
    }
  }

  @Test func `a client that begins to monitor while events wait gets only later ones`() throws {
    let bench = try ServerBench()
    let monitors = try monitors(2 * MonitorRegistry.slice, on: bench)
    let player = try bench.client()
    player.play("success")
    let late = try bench.client()
    late.send(.monitor(.requests))
    player.play("warning")
    while bench.clock.ringDue(.normal) {}
    #expect(requests(late).map(\.feedback) == ["warning"])
    withExtendedLifetime(monitors) {}
  }

  @Test func `monitors miss the oldest events when too many wait, and get their number`() throws {
    let bench = try ServerBench()
    let monitors = try monitors(MonitorRegistry.slice + 1, on: bench)
    for monitor in monitors { _ = monitor.events }
    let player = try bench.client()
    for _ in 1...MonitorRegistry.capacity + 10 { player.send(.stop(nil)) }
    let first = try #require(monitors.first)
    let last = try #require(monitors.last)
    var (early, late) = (requests(first), requests(last))
    while bench.clock.ringDue(.normal) {
      early += requests(first)
      late += requests(last)
    }
    #expect(early.count == 1 + MonitorRegistry.capacity && early.reduce(0) { $0 + $1.lost } == 9)
    #expect(late.map(\.lost) == [10] + Array(repeating: 0, count: MonitorRegistry.capacity - 1))
  }

  @Test func `the end of the service sends the events that wait`() throws {
    let bench = try ServerBench()
    let monitors = try monitors(2 * MonitorRegistry.slice, on: bench)
    for monitor in monitors { _ = monitor.events }
    try bench.client().play("success")
    bench.server.shutDown()
    for monitor in monitors { #expect(requests(monitor).map(\.feedback) == ["success"]) }
  }
}
