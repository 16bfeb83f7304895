import Glibc
import Synchronization
import Testing

@testable import HapticSystem

@Suite struct LogTests {
  @Test func `a line over the budget is dropped, and errors have a budget of their own`() {
    var budget = LogBudget()
    let start = Instant(nanoseconds: 0)
    var taken = 0
    while budget.take(.service, at: start) { taken += 1 }
    #expect(taken == 200)
    let others = [budget.take(.errors, at: start), budget.take(.clients, at: start)]
    #expect(others == [true, true])
    let later = start + .milliseconds(100)
    let refilled = [budget.take(.service, at: later), budget.take(.service, at: later)]
    #expect(refilled == [true, false])
    taken = 0
    while budget.take(.clients, at: start + .seconds(3600)) { taken += 1 }
    #expect(taken == 20)
  }

  @Test(arguments: Channel.Kind.allCases) func `a full log drops lines, counts them and says so when there is room`(
    _ kind: Channel.Kind
  ) throws {
    let channel = try Channel(kind)
    let log = Log(verbose: true, to: channel.writeEnd)
    let calls = Mutex(0)
    log.onDrop { calls.withLock { $0 += 1 } }
    channel.fill()
    // Would block here for ever, were it written as it is.
    for _ in 0..<5 { log.error("lost") }
    #expect(!log.reportDropped())
    #expect(calls.withLock { $0 } == 1)
    channel.drain()
    #expect(log.reportDropped())
    log.error("kept")
    let text = channel.drain()
    #expect(text.contains("5 log lines were dropped: 0 over the limit of lines per second, 5 because standard error"))
    #expect(text.hasSuffix(kind == .terminal ? "hapticd: kept\n" : "<3>kept\n") && !text.contains("lost"))
    #expect(!channel.isNonBlocking, "the open file is shared with others")
  }

  @Test func `a flood is limited, the number of dropped lines is logged, an error comes through`() throws {
    let channel = try Channel(.pipe)
    let log = Log(verbose: false, to: channel.writeEnd)
    for index in 0..<1000 { log.info("line \(index)") }
    for index in 0..<1000 { log.aboutClients.warning("client \(index)") }
    log.error("an error")
    let lines = channel.drain().split(separator: "\n")
    #expect((200...240).contains(lines.count { $0.hasPrefix("<6>line") }))
    #expect((20...30).contains(lines.count { $0.hasPrefix("<4>client") }))
    #expect(lines.last == "<3>an error")
    #expect(lines.contains { $0.contains("log lines were dropped") })
  }

  @Test func `a name cannot begin a line or steer a terminal, and a line has an end`() throws {
    let channel = try Channel(.pipe)
    let log = Log(verbose: false, to: channel.writeEnd)
    log.info("a\n<3>b\u{1b}[2J\u{9b}é")
    log.info(String(repeating: "x", count: 100_000))
    let lines = channel.drain().split(separator: "\n")
    #expect(lines.map(\.utf8.count) == [lines[0].utf8.count, 3 + LogOutput.longest])
    #expect(lines[0] == "<6>a\u{fffd}<3>b\u{fffd}[2J\u{fffd}é")
  }

  @Test func `a line for a log without a reader is dropped without an error`() throws {
    signal(SIGPIPE, SIG_IGN)
    let channel = try Channel(.pipe)
    let log = Log(verbose: false, to: channel.writeEnd)
    channel.closeReadEnd()
    log.error("nobody reads this")
    #expect(log.reportDropped())
  }
}

/// Two ends, of which one may be full.
final class Channel {
  enum Kind: CaseIterable { case pipe, stream, sequence, terminal }
  private var readEnd: Int32
  let writeEnd: Int32

  init(_ kind: Kind) throws {
    var ends: [Int32] = [-1, -1]
    var (master, slave) = (Int32(-1), Int32(-1))
    let result =
      switch kind {
      case .pipe: pipe(&ends)
      case .stream: socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      case .sequence: socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
      case .terminal: openpty(&master, &slave, nil, nil, nil)
      }
    if result < 0 { throw Errno.last }
    if kind == .terminal { ends = [master, slave] }
    (readEnd, writeEnd) = (ends[0], ends[1])
    if kind == .terminal {
      // As a service's pipe: with prefixes, and lines as they are.
      var settings = termios()
      tcgetattr(writeEnd, &settings)
      cfmakeraw(&settings)
      tcsetattr(writeEnd, TCSANOW, &settings)
    }
  }

  deinit {
    close(writeEnd)
    closeReadEnd()
  }

  func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  var isNonBlocking: Bool { fcntl(writeEnd, F_GETFL) & O_NONBLOCK != 0 }

  /// Writes until there is no room, not for a byte.
  func fill() {
    let flags = fcntl(writeEnd, F_GETFL)
    _ = fcntl(writeEnd, F_SETFL, flags | O_NONBLOCK)
    // A terminal moves what it was given from one buffer to the next a little later.
    for _ in 0..<20 {
      for size in [4096, 512, 64, 1] {
        let bytes = [UInt8](repeating: UInt8(ascii: "."), count: size)
        while write(writeEnd, bytes, size) > 0 {}
      }
      usleep(5000)
    }
    _ = fcntl(writeEnd, F_SETFL, flags)
  }

  /// The written text.
  @discardableResult func drain() -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    var poll = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    while Glibc.poll(&poll, 1, 50) > 0, poll.revents & Int16(POLLIN) != 0 {
      let count = read(readEnd, &buffer, buffer.count)
      if count <= 0 { break }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
