import EventLoop
import FakeServices
import Glibc
import HapticSystem
import Testing

@testable import MessageBus

@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct ConnectionTests {
  private let loop = try! EventLoop()

  private static func samples() throws -> [BusValue] {
    [
      .byte(255), .bool(true), .bool(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min),
      .uint64(.max), .double(-0.5), .string(""), .string("é\n"), .objectPath("/a/b"), .signature("a{sv}"),
      .variant(.variant(.string("x"))), .array([], of: "s"), .array([.int32(1), .int32(2)], of: "i"),
      .array([.structure([.double(0.5), .uint32(7)])], of: "(du)"), .structure([.string("a"), .variant(.byte(1))]),
      .dictionary(["one": .uint32(1), "two": .array([.string("x")], of: "s")]), .dictionary([:]),
    ]
  }

  @Test func `values are received unchanged`() throws {
    let bus = try FakeBus()
    let service = try FakeService("org.example.Echo", on: bus, loop: loop)
    try service.serve("/", "org.example.Echo", "Echo") { .values($0) }
    try loop.run { service.isReady }
    let client = try BusConnection(to: bus.address, loop: loop) {}
    var answer: Result<[BusValue], BusError>?
    let call = client.call("org.example.Echo", "/", "org.example.Echo", "Echo", try Self.samples()) { answer = $0 }
    try loop.run { answer != nil }
    #expect(try answer?.get() == Self.samples() && call != nil)
    #expect(client.hasAnswered)
  }

  @Test func `a descriptor is handed over`() throws {
    let bus = try FakeBus()
    let service = try FakeService("org.example.Pipe", on: bus, loop: loop)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let reader = FileDescriptor(owning: ends[0])
    var writer: BusDescriptor? = BusDescriptor(FileDescriptor(owning: ends[1]))
    try service.serve("/", "org.example.Pipe", "Open") { _ in .values([.descriptor(writer!)]) }
    try loop.run { service.isReady }
    let client = try BusConnection(to: bus.address, loop: loop, acceptsDescriptors: true) {}
    var got: BusDescriptor?
    let call = client.call("org.example.Pipe", "/", "org.example.Pipe", "Open") {
      got = (try? $0.get())?[0].asDescriptor
    }
    try loop.run { got != nil }
    writer = nil
    try loop.settle()
    var poll = pollfd(fd: reader.rawValue, events: 0, revents: 0)
    #expect(Glibc.poll(&poll, 1, 0) == 0, "somebody still holds the other end")
    got = nil
    #expect(Glibc.poll(&poll, 1, 20_000) == 1, "nobody holds the other end any more")
    _ = call
  }

  @Test func `the error of a refused call has its D-Bus name`() throws {
    let bus = try FakeBus()
    let service = try FakeService("org.example.No", on: bus, loop: loop)
    try service.serve("/", "org.example.No", "No") { _ in .error(name: "org.example.Error.No", text: "never") }
    try loop.run { service.isReady }
    let client = try BusConnection(to: bus.address, loop: loop) {}
    func error(_ destination: String, _ path: String, _ member: String) throws -> BusError? {
      var answer: Result<[BusValue], BusError>?
      let call = client.call(destination, path, "org.example.No", member) { answer = $0 }
      try loop.run { answer != nil }
      _ = call
      guard case .failure(let error) = answer else { return nil }
      return error
    }
    #expect(try error("org.example.No", "/", "No") == .refused(name: "org.example.Error.No", text: "never"))
    #expect(try error("org.example.No", "/", "Perhaps")?.description.contains("UnknownMethod") == true)
    #expect(try error("org.example.No", "/other", "No")?.description.contains("UnknownObject") == true)
    #expect(try error("org.example.Nobody", "/", "No")?.description.contains("NameHasNoOwner") == true)
    #expect(try error("not a name", "/", "No") == .failed(.invalidArgument))
  }

  @Test func `a message with too many values is not parsed`() throws {
    let bus = try FakeBus()
    let service = try FakeService("org.example.Much", on: bus, loop: loop)
    try service.serve("/", "org.example.Much", "Much") {
      $0.isEmpty ? .unknown : .values([.array($0[0].asArray!, of: "y")])
    }
    try loop.run { service.isReady }
    let client = try BusConnection(to: bus.address, loop: loop) {}
    func size(_ count: Int) throws -> Int? {
      var answer: Result<[BusValue], BusError>?
      let bytes = BusValue.array([BusValue](repeating: .byte(1), count: count), of: "y")
      let call = client.call("org.example.Much", "/", "org.example.Much", "Much", [bytes]) { answer = $0 }
      try loop.run { answer != nil }
      _ = call
      return try? answer?.get().first?.asArray?.count
    }
    #expect(try size(4095) == 4095)
    #expect(try size(4096) == nil)
  }

  @Test func `texts of more than 64 KiB are not parsed`() throws {
    let bus = try FakeBus()
    let service = try FakeService("org.example.Long", on: bus, loop: loop)
    try service.serve("/", "org.example.Long", "Long") { .values($0) }
    try loop.run { service.isReady }
    let client = try BusConnection(to: bus.address, loop: loop) {}
    func size(_ counts: Int...) throws -> Int? {
      var answer: Result<[BusValue], BusError>?
      let texts = counts.map { BusValue.string(String(repeating: "x", count: $0)) }
      let call = client.call("org.example.Long", "/", "org.example.Long", "Long", texts) { answer = $0 }
      try loop.run { answer != nil }
      _ = call
      return try? answer?.get().compactMap { $0.asString?.utf8.count }.reduce(0, +)
    }
    #expect(try size(1 << 16) == 1 << 16)
    #expect(try size((1 << 16) + 1) == nil)
    #expect(try size(1 << 15, 1 << 15) == 1 << 16)
    #expect(try size(1 << 15, 1 << 15, 1) == nil)
  }

  @Test func `a connection without descriptors refuses calls with descriptors`() throws {
    let bus = try FakeBus()
    let pair = try FilePair(bus, loop, acceptsDescriptors: false)
    let file = BusDescriptor(try FileDescriptor.open("/dev/null", .nonBlocking))
    #expect(try pair.call([.descriptor(file)]) == nil)
    #expect(pair.calls == 0)
  }

  @Test func `calls with descriptors are dropped, and their descriptors are kept until the end of the connection`()
    throws
  {
    let bus = try FakeBus()
    var pair: FilePair? = try FilePair(bus, loop, acceptsDescriptors: true)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let reader = FileDescriptor(owning: ends[0])
    pair?.send([.descriptor(BusDescriptor(FileDescriptor(owning: ends[1])))])
    // The bus delivers both calls in order.
    #expect(try pair?.call([]) == [])
    #expect(pair?.calls == 1)
    try loop.settle()
    var poll = pollfd(fd: reader.rawValue, events: 0, revents: 0)
    #expect(Glibc.poll(&poll, 1, 0) == 0, "nobody holds the other end any more")
    pair = nil
    #expect(Glibc.poll(&poll, 1, 20_000) == 1, "somebody still holds the other end")
  }

  @Test func `a program that sends many descriptors ends the connection`() throws {
    let bus = try FakeBus()
    let pair = try FilePair(bus, loop, acceptsDescriptors: true)
    let file = BusDescriptor(try FileDescriptor.open("/dev/null", .nonBlocking))
    for _ in 0...BusRelay.mostDropped { pair.send([.descriptor(file)]) }
    try loop.run { pair.isClosed }
  }

  /// A connection that counts its calls, and a client that can send descriptors to it.
  private final class FilePair {
    private(set) var calls = 0
    private(set) var isClosed = false
    private let loop: EventLoop
    private let client: BusConnection
    private var service: BusConnection?
    private var slots: [BusSlot?] = []
    private var claim: BusNameClaim?

    init(_ bus: FakeBus, _ loop: EventLoop, acceptsDescriptors: Bool) throws {
      self.loop = loop
      client = try BusConnection(to: bus.address, loop: loop, acceptsDescriptors: true) {}
      let service = try BusConnection(to: bus.address, loop: loop, acceptsDescriptors: acceptsDescriptors) {
        [unowned self] in isClosed = true
      }
      self.service = service
      slots.append(
        try service.serve("/") { [unowned self] _ in
          calls += 1
          return .values([])
        })
      claim = try BusNameClaim("org.example.Files", on: service) { _ in }
      var isReady = false
      slots.append(client.call(Bus.name, Bus.path, Bus.name, "GetId") { _ in isReady = true })
      try loop.run { isReady && claim?.state == .owned }
    }

    func send(_ values: [BusValue]) {
      slots.append(client.call("org.example.Files", "/", "org.example.Files", "Take", values) { _ in })
    }

    /// The answer of the service; nil for an error.
    func call(_ values: [BusValue]) throws -> [BusValue]? {
      var answer: Result<[BusValue], BusError>?
      slots.append(client.call("org.example.Files", "/", "org.example.Files", "Take", values) { answer = $0 })
      try loop.run { answer != nil }
      return try? answer?.get()
    }
  }

  @Test func `a descriptor is refused before the bus has replied to hello`() throws {
    let bus = try FakeBus()
    let client = try BusConnection(to: bus.address, loop: loop) {}
    let file = BusValue.descriptor(BusDescriptor(try FileDescriptor.open("/dev/null", .nonBlocking)))
    for value in [file, .variant(file), .array([file], of: "h"), .structure([.string(""), file])] {
      var answer: Result<[BusValue], BusError>?
      let call = client.call(Bus.name, Bus.path, Bus.name, "GetId", [value]) { answer = $0 }
      #expect(call == nil)
      #expect(throws: BusError.failed(.wouldBlock)) { try answer?.get() }
    }
  }

  @Test func `an answer to a dropped call is not delivered`() throws {
    let bus = try FakeBus()
    let service = try FakeService("org.example.Echo", on: bus, loop: loop)
    try service.serve("/", "org.example.Echo", "Echo") { .values($0) }
    try loop.run { service.isReady }
    let client = try BusConnection(to: bus.address, loop: loop) {}
    var isCalled = false
    var call = client.call("org.example.Echo", "/", "org.example.Echo", "Echo") { _ in isCalled = true }
    call = nil
    try loop.run { service.calls == ["Echo"] }
    try loop.settle()
    #expect(!isCalled && call == nil)
  }

  @Test func `a match receives its signals until it is dropped`() throws {
    let bus = try FakeBus()
    let service = try FakeService("org.example.Bell", on: bus, loop: loop)
    let client = try BusConnection(to: bus.address, loop: loop) {}
    var heard: [[BusValue]] = []
    var slot: BusSlot? = try client.match("type='signal',interface='org.example.Bell'") {
      if let values = try? $0.values() { heard.append(values) }
    }
    try loop.settle()
    try service.connection.emit("/", "org.example.Bell", "Rang", [.uint32(1)])
    try loop.run { heard == [[.uint32(1)]] }
    slot = nil
    try service.connection.emit("/", "org.example.Bell", "Rang", [.uint32(2)])
    try loop.settle()
    #expect(heard.count == 1 && slot == nil)
  }

  @Test func `a connection to a missing bus is an error`() throws {
    let bus = try FakeBus(isRunning: false)
    #expect(throws: Errno.noSuchFile) { _ = try BusConnection(to: bus.address, loop: loop) {} }
    try bus.start()
    bus.stop()
    #expect(throws: Errno.connectionRefused) { _ = try BusConnection(to: bus.address, loop: loop) {} }
  }

  @Test func `a bus that does not respond does not block the loop`() throws {
    let bus = try FakeBus(isRunning: false)
    let silent = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let listener = FileDescriptor(owning: silent)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bus.path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(silent, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(result == 0 && listen(listener.rawValue, 3) == 0)
    // libsystemd would wait for 25 seconds and more, every time; a busy machine does not.
    let isImmediate = try (1...3).contains { _ in
      let start = Instant.now
      var client: BusConnection? = try BusConnection(to: bus.address, loop: loop) {}
      let call = client?.call(Bus.name, Bus.path, Bus.name, "GetId") { _ in }
      let match = try client?.match("type='signal'") { _ in }
      try loop.settle()
      client = nil
      #expect(call != nil && match != nil)
      return Instant.now - start < .seconds(20)
    }
    #expect(isImmediate)
  }
}
