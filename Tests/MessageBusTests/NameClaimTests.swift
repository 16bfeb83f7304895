import EventLoop
import FakeServices
import Glibc
import HapticSystem
import Testing

@testable import MessageBus

@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct NameClaimTests {
  private let loop = try! EventLoop()
  private let bus = try! FakeBus()

  @Test func `a free name is owned until the claim ends`() throws {
    let (connection, other) = (try connect(), try connect())
    var states: [BusNameClaim.State] = []
    var claim: BusNameClaim? = try BusNameClaim("org.example.Name", on: connection) { states.append($0) }
    try loop.run { claim?.state == .owned }
    var owners: [String?] = []
    let name = try BusName("org.example.Name", on: other) { owners.append($0?.name) }
    try loop.run { owners.count == 1 }
    claim = nil
    try loop.run { owners.count == 2 }
    #expect(owners[0] != nil && owners[1] == nil && states == [.owned])
    _ = name
  }

  @Test func `the next in the queue gets the name when its owner ends`() throws {
    var first: BusConnection? = try connect()
    let second = try connect()
    var firstClaim: BusNameClaim? = try BusNameClaim("org.example.Name", on: first!) { _ in }
    try loop.run { firstClaim?.state == .owned }
    let claim = try BusNameClaim("org.example.Name", on: second) { _ in }
    try loop.run { claim.state == .waiting }
    firstClaim = nil
    first = nil
    try loop.run { claim.state == .owned }
  }

  @Test func `a replaced owner is notified and waits in the queue`() throws {
    let (first, second) = (try connect(), try connect())
    var states: [BusNameClaim.State] = []
    let firstClaim = try BusNameClaim("org.example.Name", on: first) { states.append($0) }
    try loop.run { firstClaim.state == .owned }
    var claim: BusNameClaim? = try BusNameClaim("org.example.Name", on: second, replaces: true) { _ in }
    try loop.run { claim?.state == .owned && states == [.owned, .waiting] }
    claim = nil
    try loop.run { states == [.owned, .waiting, .owned] }
  }

  @Test func `an owner that does not permit it is not replaced`() throws {
    let service = try FakeService("org.example.Name", on: bus, loop: loop)
    try loop.run { service.isReady }
    let claim = try BusNameClaim("org.example.Name", on: try connect(), replaces: true) { _ in }
    try loop.run { claim.state == .waiting }
  }

  @Test func `a name that the bus does not permit is refused`() throws {
    let claim = try BusNameClaim(":1.1", on: try connect()) { _ in }
    try loop.run { claim.state != nil }
    guard case .refused = claim.state else {
      Issue.record("\(String(describing: claim.state))")
      return
    }
  }

  @Test func `only the bus can say that a name is lost`() throws {
    let connection = try connect()
    let claim = try BusNameClaim("org.example.Name", on: connection) { _ in }
    try loop.run { claim.state == .owned }
    var owner: BusPeer?
    let name = try BusName("org.example.Name", on: connection) { owner = $0 }
    try loop.run { owner != nil }
    let liar = try connect()
    try liar.emit(
      "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameLost", [.string("org.example.Name")], to: owner!.name)
    try loop.settle()
    #expect(claim.state == .owned)
    _ = name
  }

  private func connect() throws -> BusConnection { try BusConnection(to: bus.address, loop: loop) {} }
}

/// The programs that call this one.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct CallerTests {
  private let loop = try! EventLoop()
  private let bus = try! FakeBus()

  @Test func `the process of a caller is known, and its end`() throws {
    let service = try BusConnection(to: bus.address, loop: loop) {}
    let claim = try BusNameClaim("org.example.Service", on: service) { _ in }
    try loop.run { claim.state == .owned }
    var callers: [String] = []
    let object = try service.serve("/") {
      callers.append($0.sender)
      return .values([])
    }
    var client: BusConnection? = try BusConnection(to: bus.address, loop: loop) {}
    var isAnswered = false
    var call = client?.call("org.example.Service", "/", "a.b", "C") { _ in isAnswered = true }
    try loop.run { isAnswered }
    var process: BusProcess??
    var ends = 0
    let caller = try BusCaller(callers[0], on: service) {
      process = $0
    } onRefused: {
      Issue.record("the caller is refused")
    } onEnd: {
      ends += 1
    }
    try loop.run { process != nil }
    #expect(process??.processID == getpid() && process??.userID == getuid())
    #expect(try process??.reference().isAlive == true)
    #expect(ends == 0)
    call = nil
    client = nil
    try loop.run { ends == 1 }
    try loop.settle()
    #expect(ends == 1 && call == nil)
    _ = (caller, object)
  }

  @Test func `a caller that has ended before is reported as ended`() throws {
    let service = try BusConnection(to: bus.address, loop: loop) {}
    var isKnown = false
    var ends = 0
    let caller = try BusCaller(":1.4711", on: service) { _ in
      isKnown = true
    } onRefused: {
      Issue.record("the caller is refused")
    } onEnd: {
      ends += 1
    }
    try loop.run { ends == 1 }
    try loop.settle()
    #expect(ends == 1 && !isKnown)
    _ = caller
  }

  @Test func `a caller whose end the bus does not report is refused, and the connection stays`() throws {
    let bus = try FakeBus(mostMatches: 1)
    var losses = 0
    let service = try BusConnection(to: bus.address, loop: loop) { losses += 1 }
    let first = try BusConnection(to: bus.address, loop: loop) {}
    // The bus has given `:1.0` and `:1.1` to these two, in either order.
    var answers = 0
    let greetings = [service, first].map { $0.call(Bus.name, Bus.path, Bus.name, "GetId") { _ in answers += 1 } }
    try loop.run { answers == 2 }
    var processes = 0
    var refusals = 0
    let callers = try (1...3).map { number in
      try BusCaller(":1.\(number)", on: service) { _ in
        processes += 1
      } onRefused: {
        refusals += 1
      } onEnd: {
      }
    }
    try loop.run { processes + refusals == 3 }
    try loop.settle()
    #expect(processes == 1 && refusals == 2 && losses == 0)
    _ = (callers, first, greetings)
  }
}
