import EventLoop
import FakeServices
import HapticSystem
import Testing

@testable import MessageBus

/// Messages that are too large for libsystemd, and the bytes around them.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct RelayTests {
  private let loop = try! EventLoop()
  private static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"

  /// A service that counts its calls, and a client.
  private final class Pair {
    let bus: FakeBus
    let client: BusConnection
    let loop: EventLoop
    private let service: BusConnection
    private var slots: [BusSlot] = []
    private var claim: BusNameClaim?
    private(set) var calls: [Int] = []
    private(set) var isClosed = false

    init(_ loop: EventLoop) throws {
      self.loop = loop
      bus = try FakeBus()
      client = try BusConnection(to: bus.address, loop: loop) {}
      var close: (() -> Void)?
      service = try BusConnection(to: bus.address, loop: loop, acceptsDescriptors: false) { close?() }
      close = { [unowned self] in isClosed = true }
      slots.append(
        try service.serve("/") { [unowned self] message in
          calls.append((try? message.values(textBytes: 1 << 20).first?.asString?.utf8.count) ?? -1)
          return .values([])
        })
      claim = try BusNameClaim("org.example.Relay", on: service) { _ in }
      try loop.run { claim?.state == .owned }
    }

    func send(_ count: Int, _ reply: @escaping (Result<[BusValue], BusError>) -> Void) -> BusSlot? {
      let text = BusValue.string(String(repeating: "x", count: count))
      return client.call("org.example.Relay", "/", "org.example.Relay", "Take", [text], reply: reply)
    }

    func error(_ count: Int) throws -> String? {
      var answer: Result<[BusValue], BusError>?
      let slot = send(count) { answer = $0 }
      try loop.run { answer != nil }
      _ = slot
      if case .failure(.refused(let name, _)) = answer { return name }
      return nil
    }
  }

  @Test func `a call beyond the limit is refused, and calls around it are served`() throws {
    let pair = try Pair(loop)
    let sizes = [10, BusRelay.largestMessage - 1000, BusRelay.largestMessage, 1 << 20, 8 << 20, 20]
    let errors = try sizes.map { try pair.error($0) }
    #expect(errors == [nil, nil, Self.limitsExceeded, Self.limitsExceeded, Self.limitsExceeded, nil])
    #expect(pair.calls == [10, BusRelay.largestMessage - 1000, 20])
    #expect(!pair.isClosed)
  }

  @Test func `calls that wait behind a large one keep their order`() throws {
    let pair = try Pair(loop)
    var replies: [Int] = []
    let sizes = [1, 4 << 20, 2, 3, 1 << 18, 4]
    let slots = sizes.map { size in pair.send(size) { _ in replies.append(size) } }
    try loop.run { replies.count == sizes.count && slots.count == sizes.count }
    #expect(replies.sorted() == sizes.sorted() && pair.calls == [1, 2, 3, 4])
  }

  @Test func `a signal beyond the limit is dropped, and the next one arrives`() throws {
    let bus = try FakeBus()
    let (sender, receiver) = (
      try BusConnection(to: bus.address, loop: loop) {}, try BusConnection(to: bus.address, loop: loop) {}
    )
    var heard: [Int] = []
    let slot = try receiver.match("type='signal',interface='org.example.Bell'") {
      heard.append((try? $0.values().first?.asString?.utf8.count) ?? -1)
    }
    try loop.settle()
    for size in [1, 2 << 20, 2] {
      try sender.emit("/", "org.example.Bell", "Rang", [.string(String(repeating: "x", count: size))])
    }
    try loop.run { heard.count == 2 }
    #expect(heard == [1, 2])
    _ = slot
  }

  @Test func `a message that was sent before the end of a connection arrives`() throws {
    let bus = try FakeBus()
    let receiver = try BusConnection(to: bus.address, loop: loop) {}
    var heard = 0
    let slot = try receiver.match("type='signal',interface='org.example.Bell'") { _ in heard += 1 }
    var sender: BusConnection? = try BusConnection(to: bus.address, loop: loop) {}
    var isReady = false
    let call = sender?.call(Bus.name, Bus.path, Bus.name, "GetId") { _ in isReady = true }
    try loop.run { isReady }
    for number in 0..<20 { try sender?.emit("/", "org.example.Bell", "Rang", [.uint32(UInt32(number))]) }
    sender = nil
    try loop.run { heard == 20 }
    _ = (slot, call, sender)
  }

  // MARK: Bytes

  /// A call with a body of `count` bytes, as the bus delivers it.
  private static func call(_ count: Int, isBigEndian: Bool = false, sender: String = ":1.7") -> [UInt8] {
    func word(_ number: Int) -> [UInt8] {
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    func text(_ text: String) -> [UInt8] { word(text.utf8.count) + Array(text.utf8) + [0] }
    func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + Array(repeating: 0, count: -bytes.count & 7) }
    /// A field of the header: its number, its type and its value.
    func field(_ number: UInt8, _ type: Unicode.Scalar, _ value: [UInt8]) -> [UInt8] {
      [number, 1, UInt8(ascii: type), 0] + value
    }
    let signature: [UInt8] = [2] + Array("ay".utf8) + [0]
    let others = [
      field(1, "o", text("/")), field(3, "s", text("Take")), field(8, "g", signature), field(9, "u", word(0)),
    ]
    let fields = others.flatMap(padded) + field(7, "s", text(sender))
    let start: [UInt8] = [UInt8(ascii: isBigEndian ? "B" : "l"), 1, 0, 1]
    let header = start + [count, 5, fields.count].flatMap(word) + fields
    return padded(header) + Array(repeating: 0, count: count)
  }

  @Test(arguments: [false, true]) func `the length and the sender of a message are found`(isBigEndian: Bool) throws {
    for count in [0, 1, 7, 8, 1000] {
      let bytes = Self.call(count, isBigEndian: isBigEndian)
      let frame = try #require(MessageFrame(Array(bytes.prefix(16))))
      #expect(frame.byteCount == bytes.count && frame.serial == 5 && frame.expectsReply && frame.isCall)
      #expect(frame.sender(in: Array(bytes.prefix(frame.headerCount))) == ":1.7")
    }
  }

  @Test func `a header that is cut or random has no sender and does no harm`() throws {
    let bytes = Self.call(0)
    let frame = try #require(MessageFrame(bytes))
    for count in 0..<frame.headerCount - 1 { #expect(frame.sender(in: Array(bytes.prefix(count))) == nil) }
    for count in 0..<16 { #expect(MessageFrame(Array(bytes.prefix(count))) == nil) }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<10_000 {
      var changed = bytes
      for _ in 0..<4 {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = MessageFrame(changed)?.sender(in: changed)
    }
  }

  @Test func `messages are independent of the pieces in which they arrive`() throws {
    let lines = ["OK 0123\r\n", "AGREE_UNIX_FD\r\n"].map { Array($0.utf8) }
    let messages = [Self.call(0), Self.call(100, isBigEndian: true), Self.call(5000), Self.call(3)]
    let stream = Array((lines + messages).joined())
    for size in [1, 2, 3, 7, 16, 17, 100, 6000] {
      let pair = try StreamSocket.pair()
      var reader = MessageReader(limit: 1000, takesDescriptors: false)
      var pieces: [[UInt8]] = []
      var refused = 0
      func read() throws {
        // Each call may only discard a part.
        for _ in 0..<20 {
          switch try reader.next(from: pair.second) {
          case .message(let bytes, _): pieces.append(bytes)
          case .tooLarge(let frame, let header):
            refused += 1
            #expect(frame.byteCount == messages[2].count && frame.sender(in: header) == ":1.7")
          case nil: break
          }
        }
      }
      var rest = stream[...]
      while !rest.isEmpty {
        let sent = try pair.first.send(Array(rest.prefix(size)).span.bytes)
        rest = rest.dropFirst(sent)
        try read()
      }
      #expect(pieces == lines + [messages[0], messages[1], messages[3]] && refused == 1)
    }
  }

  @Test func `each turn of the loop discards only a part of a large message`() throws {
    let pair = try StreamSocket.pair()
    var reader = MessageReader(limit: 1000, takesDescriptors: false)
    // The first call of `next` reads the line.
    _ = try pair.first.send(Array("OK\r\n".utf8).span.bytes)
    let line = try reader.next(from: pair.second)
    #expect(line != nil)
    var rest = (Self.call(1 << 20) + Self.call(3))[...]
    var turns = 0
    var isRead = false
    while !isRead {
      if let sent = try? pair.first.send(Array(rest).span.bytes) { rest = rest.dropFirst(sent) }
      if case .message(let bytes, _)? = try reader.next(from: pair.second) { isRead = bytes == Self.call(3) }
      turns += 1
    }
    #expect(turns >= (1 << 20) / (32 << 10))
  }

  @Test func `a line of the login that begins like a message is read as a line`() throws {
    let pair = try StreamSocket.pair()
    var reader = MessageReader(limit: 1000, takesDescriptors: false)
    let lines = Array("\0AUTH EXTERNAL\r\nBEGIN\r\n".utf8)
    _ = try pair.first.send((lines + Self.call(1)).span.bytes)
    var pieces: [[UInt8]] = []
    while case .message(let bytes, _)? = try reader.next(from: pair.second) { pieces.append(bytes) }
    #expect(pieces.count == 3 && pieces.last == Self.call(1))
  }

  @Test func `bytes that are not a message end the connection`() throws {
    let tooLong = [UInt8(ascii: "l"), 1] + [UInt8](repeating: 255, count: 14)
    for bytes in [Array("l\u{9}".utf8), [UInt8](repeating: 0, count: 5000), tooLong] {
      let pair = try StreamSocket.pair()
      var reader = MessageReader(limit: 1000, takesDescriptors: false)
      _ = try pair.first.send(bytes.span.bytes)
      if bytes.count == 2 {
        // A line, which has no end yet.
        let isComplete = try reader.next(from: pair.second).map { _ in true } ?? false
        #expect(!isComplete)
      } else {
        #expect(throws: Errno.malformed) { _ = try reader.next(from: pair.second) }
      }
    }
  }

  @Test func `addresses of sockets are read`() {
    #expect(BusAddress.sockets(in: "unix:path=/run/bus") == [.path("/run/bus")])
    #expect(BusAddress.sockets(in: "unix:path=/tmp/a%20b%2c,guid=12") == [.path("/tmp/a b,")])
    #expect(BusAddress.sockets(in: "unix:guid=12,abstract=/tmp/x") == [.abstract("/tmp/x")])
    #expect(
      BusAddress.sockets(in: "tcp:host=a;unix:path=/a;nonce-tcp:port=1;unix:path=/b") == [.path("/a"), .path("/b")])
    let wrong = ["", "nonsense", "unix:", "unix:path", "unix:path=%", "unix:path=%2", "unix:path=%zz", "unix:path=%00"]
    for address in wrong { #expect(BusAddress.sockets(in: address) == []) }
  }
}
