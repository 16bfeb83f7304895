import FakeDaemon
import Glibc
import HapticProtocol
import HapticSystem
import Synchronization
import Testing

@testable import Haptics

/// Calls that report their verdict to a handler.
@Suite struct Reporting {
  let path = SocketPath()

  @Test func `a reported play returns at once and reports its verdict`() throws {
    let daemon = try AnsweringDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let reports = Reports()
    try client.play(Haptic("selection")) { reports.add($0) }
    #expect(reports.wait(for: 1).first?.map(\.verdict) == .success(.played))
    try daemon.stop()
  }

  @Test func `an invalid name is an error`() {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let name = String(repeating: "x", count: 49)
    #expect(throws: ClientError.self) { try client.play(Haptic(FeedbackName(name))) { _ in } }
  }

  @Test func `a play without a daemon throws and reports nothing`() {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let reports = Reports()
    #expect(throws: ClientError.noDaemon(path: path.path, .noSuchFile)) {
      try client.play(Haptic("selection")) { reports.add($0) }
    }
    #expect(reports.all.isEmpty)
  }

  @Test func `a lost connection is reported`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let reports = Reports()
    try client.dispatch()
    try client.stop(nil) { reports.add($0) }
    var peer: ManualPeer? = try daemon.accept()
    _ = try peer?.greet()
    peer = nil
    #expect(reports.wait(for: 1) == [.failure(.disconnected)])
  }

  @Test func `a burst of reported plays reads the replies without the reader thread`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let counter = try EventCounter()
    // The client starts no thread if it has this counter.
    client.core.withConnection { $0.readerCounter = counter }
    try client.play(Haptic("selection")) { _ in }
    let peer = try daemon.accept()
    _ = try peer.greet()
    client.core.withConnection { $0.lastRead = .distantPast }
    try client.play(Haptic("selection")) { _ in }
    #expect(client.core.withConnection { $0.hello != nil })
  }

  @Test func `a burst of reported plays in a moment reads the replies`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let counter = try EventCounter()
    // The client starts no thread if it has this counter, and it does not read because of the time.
    client.core.withConnection { ($0.readerCounter, $0.lastRead) = (counter, .now + .seconds(3600)) }
    try client.play(Haptic("selection")) { _ in }
    let peer = try daemon.accept()
    _ = try peer.greet()
    for _ in 0..<32 { try client.play(Haptic("selection")) { _ in } }
    #expect(client.core.withConnection { $0.hello != nil })
  }

  @Test func `a stop is sent by a process without a free descriptor`() async throws {
    await #expect(processExitsWith: .success) {
      let path = SocketPath()
      let daemon = try ManualDaemon(at: path)
      let client = HapticClient(applicationName: "", socketPath: path.path)
      try client.play(Haptic("selection")) { _ in }
      let peer = try daemon.accept()
      _ = try peer.greet()
      _ = try peer.receivePlay()
      var limit = rlimit(rlim_cur: 3, rlim_max: 3)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      try client.stop(nil) { _ in }
      let packet = try #require(try peer.receiveWaiting())
      #expect(try RequestPacket(decoding: packet.span.bytes).request == .stop(nil))
    }
  }

  @Test func `a task gets its reply also while the system refuses to wait for descriptors`() async throws {
    await #expect(processExitsWith: .success) {
      let path = SocketPath()
      let daemon = try ManualDaemon(at: path)
      let client = HapticClient(applicationName: "", socketPath: path.path)
      let replies = Replies()
      replies.ask(client)
      let peer = try daemon.accept()
      _ = try peer.greet()
      let first = try peer.receive()
      // `poll` refuses two descriptors under a limit of one. The first reply ends a wait that has begun before.
      var limit = rlimit(rlim_cur: 1, rlim_max: 1)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      try peer.send(.reply(serial: first.serial, .answer(to: DevicesQuery.self, DeviceList(records: []))))
      #expect(replies.wait(for: 1) == 1)
      replies.ask(client)
      let second = try peer.receive()
      try peer.send(.reply(serial: second.serial, .answer(to: DevicesQuery.self, DeviceList(records: []))))
      #expect(replies.wait(for: 2) == 2)
    }
  }

  @Test func `another reply is reported as an error`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      if case .stop = packet.request { return packet.answers(DevicesQuery.self, DeviceList(records: [])) }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let reports = Reports()
    try client.dispatch()
    try client.stop(nil) { reports.add($0) }
    #expect(reports.wait(for: 1) == [.failure(.unexpectedReply)])
    try daemon.stop()
  }
}

/// The reports that have arrived.
private final class Reports: Sendable {
  private let reports = Mutex<[Result<VerdictReply, ClientError>]>([])

  var all: [Result<VerdictReply, ClientError>] { reports.withLock { $0 } }

  func add(_ report: Result<VerdictReply, ClientError>) { reports.withLock { $0.append(report) } }

  func wait(for count: Int) -> [Result<VerdictReply, ClientError>] {
    let end = ContinuousClock.now + waitLimit
    while all.count < count, ContinuousClock.now < end { usleep(1000) }
    return all
  }
}

/// Counts the replies to tasks.
private final class Replies: Sendable {
  private let replies = Mutex(0)

  private var count: Int { replies.withLock { $0 } }

  func wait(for wanted: Int) -> Int {
    let end = ContinuousClock.now + waitLimit
    while count < wanted, ContinuousClock.now < end { usleep(1000) }
    return count
  }

  func ask(_ client: HapticClient) {
    Task {
      _ = try await client.devices(timeout: waitLimit)
      replies.withLock { $0 += 1 }
    }
  }
}
