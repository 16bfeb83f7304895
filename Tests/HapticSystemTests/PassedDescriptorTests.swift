import Glibc
import HapticSystem
import TestSupport
import Testing

/// Descriptors that the peer of an accepted connection passes.
@Suite struct PassedDescriptorTests {
  @Test func `a packet with a descriptor is refused, and stays`() throws {
    let connection = try Connection()
    let pipe = try Pipe()
    try connection.send([1])
    try connection.send([2], passing: [pipe.writer!.rawValue])
    pipe.writer = nil
    #expect(try connection.receive() == [1])
    for _ in 1...2 { #expect(throws: Errno.notSupported) { try connection.receive() } }
    #expect(!pipe.isReleased)
  }

  @Test(arguments: [[], [[1]], [[1], [2], []], [[]]] as [[[UInt8]]], [true, false])
  func `a socket is closed without a wait for a descriptor in its packets`(
    _ before: [[UInt8]], _ peerLeaves: Bool
  ) throws {
    let lingering = try LingeringSocket()
    let pipes = [try Pipe(), try Pipe()]
    let connection = try Connection()
    for packet in before { try connection.send(packet) }
    try connection.send(
      [9], passing: [pipes[0].writer!.rawValue, lingering.rawValue, pipes[1].writer!.rawValue])
    for pipe in pipes { pipe.writer = nil }
    lingering.release()
    if peerLeaves { connection.client = nil }
    connection.server = nil
    #expect(TestWait.until { pipes.allSatisfy(\.isReleased) })
  }

  @Test func `packets without descriptors are discarded at the end`() throws {
    let connection = try Connection()
    for packet: [UInt8] in [[], [1], []] { try connection.send(packet) }
    connection.server = nil
    #expect(throws: Errno.brokenPipe) { try connection.send([2]) }
  }
}

/// An accepted connection, and its client, which can pass descriptors.
private final class Connection {
  var server: SeqpacketSocket?
  var client: StreamSocket?

  init() throws {
    let folder = try TestFolder()
    let listener = try SeqpacketListener.bind(to: folder.path(of: "socket"))
    let socket = try SeqpacketSocket.connect(to: folder.path(of: "socket"))
    client = StreamSocket(owning: try FileDescriptor.duplicating(socket.rawValue))
    server = try listener.accept()
  }

  func send(_ bytes: [UInt8], passing passed: [Int32] = []) throws(Errno) {
    // A pointer to no bytes is not nil.
    let room = bytes + [0]
    _ = try client?.send(RawSpan(_elements: room.span).extracting(first: bytes.count), passing: passed)
  }

  func receive() throws(Errno) -> [UInt8] {
    var buffer: [UInt8] = [0, 0]
    var elements = buffer.mutableSpan
    var bytes = MutableRawSpan(_elements: &elements)
    let size = try server?.receive(into: &bytes) ?? 0
    return Array(buffer.prefix(size))
  }
}

/// A pipe that shows when its writer is released everywhere.
private final class Pipe {
  private let reader: FileDescriptor
  var writer: Writer?

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    reader = FileDescriptor(owning: ends[0])
    writer = Writer(ends[1])
  }

  var isReleased: Bool {
    var poll = pollfd(fd: reader.rawValue, events: 0, revents: 0)
    return Glibc.poll(&poll, 1, 0) == 1
  }

  final class Writer {
    let rawValue: Int32
    init(_ rawValue: Int32) { self.rawValue = rawValue }
    deinit { close(rawValue) }
  }
}
