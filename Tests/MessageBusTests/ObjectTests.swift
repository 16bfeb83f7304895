import EventLoop
import FakeServices
import Glibc
import HapticSystem
import Testing

@testable import MessageBus

/// Exported objects: checks of arguments, properties and introspection.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct ObjectTests {
  private let loop = try! EventLoop()
  private let bus = try! FakeBus()

  @Test func `a method is called with arguments of its types only`() throws {
    let bench = try ObjectBench(bus, loop)
    #expect(try bench.call("Turn", [.string("left"), .double(0.5)]) == .success([.uint32(1)]))
    #expect(bench.turns == [[.string("left"), .double(0.5)]])
    for wrong in [[], [.string("left")], [.double(0.5), .string("left")], [.string("a"), .double(0), .byte(1)]]
      as [[BusValue]]
    {
      guard case .failure(.refused("org.freedesktop.DBus.Error.InvalidArgs", let text)) = try bench.call("Turn", wrong)
      else {
        Issue.record("\(wrong) is accepted")
        continue
      }
      #expect(text.contains("expected 'sd'"))
    }
    #expect(bench.turns.count == 1)
    #expect(try bench.error("Spin") == "org.freedesktop.DBus.Error.UnknownMethod")
    #expect(try bench.error("Turn", interface: "org.example.Other") == "org.freedesktop.DBus.Error.UnknownInterface")
  }

  @Test func `a message of too many values is refused`() throws {
    let bench = try ObjectBench(bus, loop)
    func list(_ count: Int) -> [BusValue] { [.array([BusValue](repeating: .byte(0), count: count), of: "y")] }
    #expect(try bench.call("List", list(9)) == .success([]))
    #expect(try bench.error("List", list(10)) == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(try bench.error("List", list(1 << 16)) == "org.freedesktop.DBus.Error.InvalidArgs")
  }

  @Test func `properties are read, set and announced`() throws {
    let bench = try ObjectBench(bus, loop)
    let thing = BusValue.string("org.example.Thing")
    #expect(try bench.properties("Get", [thing, .string("Colour")]) == .success([.variant(.string("red"))]))
    #expect(
      try bench.properties("GetAll", [thing])
        == .success([.dictionary(["Colour": .string("red"), "Size": .uint32(3)])]))
    var heard: [BusValue] = []
    let match = try bench.client.match("type='signal',member='PropertiesChanged'") { message in
      heard += (try? message.values()) ?? []
    }
    #expect(try bench.properties("Set", [thing, .string("Colour"), .variant(.string("blue"))]) == .success([]))
    try loop.run { !heard.isEmpty }
    #expect(heard == [thing, .dictionary(["Colour": .string("blue")]), .array([], of: "s")])
    _ = match
  }

  @Test func `a wrong property is refused by name`() throws {
    let bench = try ObjectBench(bus, loop)
    let thing = BusValue.string("org.example.Thing")
    func error(_ member: String, _ arguments: [BusValue]) throws -> String? {
      try bench.name(of: bench.properties(member, arguments))
    }
    #expect(try error("Get", [thing, .string("Weight")]) == "org.freedesktop.DBus.Error.UnknownProperty")
    #expect(
      try error("Get", [.string("org.example.Other"), .string("x")]) == "org.freedesktop.DBus.Error.UnknownInterface")
    #expect(try error("GetAll", [.string("?")]) == "org.freedesktop.DBus.Error.UnknownInterface")
    #expect(try error("GetAll", []) == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(
      try error("Set", [thing, .string("Size"), .variant(.uint32(1))])
        == "org.freedesktop.DBus.Error.PropertyReadOnly")
    #expect(
      try error("Set", [thing, .string("Colour"), .variant(.uint32(1))]) == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(bench.colour == "red")
  }

  @Test func `introspection shows all members, and the path to the object`() throws {
    let bench = try ObjectBench(bus, loop)
    guard case .success(let values) = try bench.call("Introspect", interface: "org.freedesktop.DBus.Introspectable"),
      let text = values.first?.asString
    else {
      Issue.record("no introspection")
      return
    }
    for words in [
      "<interface name=\"org.example.Thing\">", "<method name=\"Turn\">",
      "<arg name=\"way\" type=\"s\" direction=\"in\"/>", "<arg name=\"turns\" type=\"u\" direction=\"out\"/>",
      "<signal name=\"Turned\"><arg name=\"way\" type=\"s\"/></signal>",
      "<property name=\"Colour\" type=\"s\" access=\"readwrite\"/>",
      "<property name=\"Size\" type=\"u\" access=\"read\"/>", "org.freedesktop.DBus.Properties",
    ] { #expect(text.contains(words), "\(words)") }
    guard
      case .success(let root) = try bench.call("Introspect", interface: "org.freedesktop.DBus.Introspectable", at: "/")
    else {
      Issue.record("no introspection of the root")
      return
    }
    #expect(root.first?.asString?.contains("<node name=\"org\"/>") == true, "\(root)")
  }

  @Test(.enabled(if: access("/usr/bin/busctl", X_OK) == 0, "busctl is not installed"))
  func `a call without an expected reply gets none`() throws {
    let bench = try ObjectBench(bus, loop)
    var message: BusMessage?
    let slot = try bench.service.connection.serve("/quiet") {
      message = $0
      return .values([])
    }
    var process: pid_t = 0
    let arguments = [
      "busctl", "--address=\(bus.address)", "--expect-reply=no", "call", "org.example.Thing", "/quiet",
      "org.example.Quiet", "Do",
    ]
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    try #require(posix_spawn(&process, "/usr/bin/busctl", nil, nil, &pointers, environ) == 0)
    try loop.run { message != nil }
    waitpid(process, nil, 0)
    #expect(message?.expectsReply == false)
    #expect(try bench.call("Turn", [.string("left"), .double(0.5)]) == .success([.uint32(1)]))
    _ = slot
  }
}

/// An object with one interface, and a client of it.
private final class ObjectBench {
  let service: FakeService
  let client: BusConnection
  private let loop: EventLoop
  private var object: BusObject?
  private(set) var colour = "red"
  private(set) var turns: [[BusValue]] = []

  init(_ bus: FakeBus, _ loop: EventLoop) throws {
    self.loop = loop
    service = try FakeService("org.example.Thing", on: bus, loop: loop)
    client = try BusConnection(to: bus.address, loop: loop) {}
    let thing = BusInterface(
      "org.example.Thing",
      methods: [
        .init("Turn", ["way": "s", "angle": "d"], returns: ["turns": "u"]) {
          [unowned self] _, arguments in
          turns.append(arguments)
          return .values([.uint32(UInt32(turns.count))])
        },
        .init("List", ["bytes": "ay"], mostValues: 10) { _, _ in .values([]) },
      ],
      properties: [
        .init("Colour", "s", { [unowned self] in .string(colour) }) { [unowned self] _, value in
          colour = value.asString ?? "?"
          try? object?.noteChange(of: "Colour", in: "org.example.Thing")
          return .values([])
        },
        .init("Size", "u", { .uint32(3) }),
      ],
      signals: ["Turned": ["way": "s"]])
    object = try BusObject("/org/example/Thing", [thing], on: service.connection)
    try loop.run { service.isReady }
  }

  func call(
    _ member: String, _ arguments: [BusValue] = [], interface: String = "org.example.Thing",
    at path: String = "/org/example/Thing"
  ) throws -> Result<[BusValue], BusError> {
    var answer: Result<[BusValue], BusError>?
    let call = client.call("org.example.Thing", path, interface, member, arguments) { answer = $0 }
    try loop.run { answer != nil }
    _ = call
    return answer!
  }

  func properties(_ member: String, _ arguments: [BusValue]) throws -> Result<[BusValue], BusError> {
    try call(member, arguments, interface: "org.freedesktop.DBus.Properties")
  }

  /// The name of the error; nil for a success.
  func error(
    _ member: String, _ arguments: [BusValue] = [], interface: String = "org.example.Thing"
  ) throws -> String? {
    try name(of: call(member, arguments, interface: interface))
  }

  func name(of result: Result<[BusValue], BusError>) -> String? {
    if case .failure(.refused(let name, _)) = result { name } else { nil }
  }
}
