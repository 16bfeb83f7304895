import EventLoop
import FakeServices
import HapticSystem
import TestSupport
import Testing

@testable import MessageBus

@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct LinkTests {
  private let loop = try! EventLoop()

  @Test func `a link connects again when the bus returns`() throws {
    let bus = try FakeBus()
    let link = BusLink(to: bus.address, loop: loop)
    var connections: [Bool] = []
    var name: BusName?
    var owners = 0
    link.observe { connection in
      connections.append(connection != nil)
      name = connection.flatMap { try? BusName("org.example.X", on: $0) { _ in owners += 1 } }
    }
    try loop.run { owners == 1 }
    for round in 1...2 {
      bus.stop()
      try loop.run { connections.last == false }
      #expect(link.connection == nil)
      try bus.start()
      try loop.run { owners == round + 1 }
    }
    #expect(connections == [true, false, true, false, true])
    #expect(name != nil && link.failure == nil)
  }

  @Test func `waiting for a missing bus causes no wakeups`() throws {
    let bus = try FakeBus(isRunning: false)
    let link = BusLink(to: bus.address, loop: loop)
    #expect(link.failure == .noSuchFile)
    var name: BusName?
    var isAnswered = false
    link.observe { connection in
      name = connection.flatMap { try? BusName("org.example.X", on: $0) { _ in isAnswered = true } }
    }
    try loop.settle()
    // Other programs may do something in the folders on the way to the socket; a clock of ours would wake each time.
    let end = Instant.now + TestWait.limit
    while try loop.runOnce(timeout: .milliseconds(700)) {
      if .now > end { try cancelTest("other programs change the folders on the way to the socket all the time") }
    }
    try bus.start()
    try loop.run { isAnswered }
    #expect(name != nil)
  }

  @Test func `an invalid bus address is reported as a failure`() throws {
    let link = BusLink(to: "nonsense", loop: loop)
    #expect(link.connection == nil && link.failure != nil)
    try loop.settle()
  }

  @Test func `a watch reports the owner of a name, first and at each change`() throws {
    let bus = try FakeBus()
    let connection = try BusConnection(to: bus.address, loop: loop) {}
    var owners: [String?] = []
    let name = try BusName("org.example.X", on: connection) { owners.append($0?.name) }
    try loop.run { owners == [nil] }
    var service: FakeService? = try FakeService("org.example.X", on: bus, loop: loop)
    try loop.run { owners.count == 2 }
    #expect(owners[1]?.hasPrefix(":") == true)
    service = nil
    try loop.run { owners.count == 3 }
    #expect(owners[2] == nil && service == nil)
    _ = name
  }

  @Test func `an owner change from any sender but the bus is ignored`() throws {
    let bus = try FakeBus()
    let connection = try BusConnection(to: bus.address, loop: loop) {}
    var owners: [String?] = []
    let name = try BusName("org.example.X", on: connection) { owners.append($0?.name) }
    try loop.run { owners == [nil] }
    let liar = try FakeService(nil, on: bus, loop: loop)
    // Names on a bus of our own are counted: the first to come was the connection above.
    try liar.connection.emit(
      Bus.path, Bus.name, "NameOwnerChanged", [.string("org.example.X"), .string(""), .string(":1.1")], to: ":1.0")
    var isAnswered = false
    let call = liar.connection.call(Bus.name, Bus.path, Bus.name, "GetId") { _ in isAnswered = true }
    try loop.run { isAnswered }
    try loop.settle()
    #expect(owners == [nil])
    _ = (name, call)
  }

  @Test func `properties are updated by changed and by invalidated values`() throws {
    let bus = try FakeBus()
    let service = try FakeService("org.example.X", on: bus, loop: loop)
    try service.serve("/x", "org.example.X", ["A": .uint32(1), "B": .string("b")])
    try loop.run { service.isReady }
    let connection = try BusConnection(to: bus.address, loop: loop) {}
    var properties: BusProperties?
    let name = try BusName("org.example.X", on: connection) { peer in
      properties = peer.flatMap { try? BusProperties(of: "/x", "org.example.X", at: $0) { _ in } }
    }
    try loop.run { properties?.values == ["A": .uint32(1), "B": .string("b")] }
    try service.set("A", "org.example.X", of: "/x", to: .uint32(2))
    try loop.run { properties?.values["A"] == .uint32(2) }
    #expect(service.calls == ["GetAll"])
    try service.set("B", "org.example.X", of: "/x", to: .string("c"), isSecret: true)
    try loop.run { properties?.values["B"] == .string("c") }
    _ = name
  }
}
