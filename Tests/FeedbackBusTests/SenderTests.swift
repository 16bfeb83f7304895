import FakeServices
import Glibc
import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MessageBus
import ServerHarness
import Testing

@testable import FeedbackBus
@testable import MessageBus

/// The places of programs on the bus, and what becomes of a program's events when it loses its place.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct SenderTests {
  private static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
  private let bench: FeedbackBench

  init() throws { bench = try FeedbackBench() }

  private var senders: SenderTable { bench.feedback!.object!.senders }

  private func vibrate(_ client: BusClient) throws -> String? {
    try client.error("Vibrate", [.string("a.b"), BusClient.pattern([])], of: ".Haptic")
  }

  /// Sends calls without waiting for their replies.
  private func call(
    _ client: BusClient, _ count: Int, _ onReply: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
  ) -> [BusSlot?] {
    (0..<count).map { _ in
      client.send(
        FeedbackBus.name, "TriggerFeedback",
        [.string("a.b"), .string("button-pressed"), .dictionary([:]), .int32(0)], interface: FeedbackBus.name, onReply)
    }
  }

  // MARK: Places

  @Test func `connections of an application beyond its share hold no place`() throws {
    bench.identity = Identity("org.example.Bad", from: .flatpak)
    let clients = try (0..<Limits.clientsPerApplication + 20).map { _ in try bench.caller() }
    let errors = try clients.map(vibrate)
    #expect(errors.filter { $0 == nil }.count == Limits.clientsPerApplication)
    #expect(errors.suffix(20) == [String?](repeating: Self.limitsExceeded, count: 20))
    #expect(senders.count == Limits.clientsPerApplication)
    // A refused connection costs no second identification.
    let identifications = bench.identifications
    #expect(try vibrate(clients.last!) == Self.limitsExceeded && bench.identifications == identifications)
    // Later it is identified again, and finds a place that has become free.
    clients[0].leave()
    try bench.run { senders.count == Limits.clientsPerApplication - 1 }
    try bench.advance(by: .seconds(1))
    #expect(try vibrate(clients.last!) == nil)
    bench.identity = Identity("org.example.Phone", from: .unit)
    #expect(try vibrate(bench.caller()) == nil)
  }

  @Test func `programs beyond the match rules of the bus are refused, and the others stay`() throws {
    let bench = try FeedbackBench(mostMatches: 6)
    let clients = try (0..<8).map { _ in try bench.caller() }
    let errors = try clients.map(vibrate)
    let served = errors.prefix { $0 == nil }.count
    #expect((1..<8).contains(served), "\(errors)")
    #expect(errors.dropFirst(served).allSatisfy { $0 == Self.limitsExceeded })
    #expect(bench.losses == 0)
    let senders = bench.feedback!.object!.senders
    #expect(senders.count == served)
    // A program that ends gives its rule back.
    clients[0].leave()
    try bench.run { senders.count == served - 1 }
    try bench.advance(by: .seconds(1))
    #expect(try vibrate(clients[7]) == nil)
    #expect(try vibrate(clients[1]) == nil && bench.losses == 0)
  }

  @Test func `only some connections of a process are identified at a time`() throws {
    bench.identity = nil
    var errors = 0
    let clients = try (0..<senders.mostOfProcess + 5).map { _ in try bench.caller() }
    let slots = clients.flatMap { call($0, 1) { if case .failure = $0 { errors += 1 } } }
    try bench.run { errors == 5 && bench.identifications == senders.mostOfProcess }
    #expect(senders.count == senders.mostOfProcess && senders.waitingCalls == senders.mostOfProcess)
    for client in clients { client.leave() }
    try bench.run { senders.count == 0 }
    #expect(senders.waitingCalls == 0 && !slots.isEmpty)
    bench.identity = Identity()
    #expect(try vibrate(bench.caller()) == nil)
  }

  @Test func `a program with one waiting call takes the place of one of many calls of another`() throws {
    bench.identity = nil
    senders.mostOfProcess = .max
    let hogs = try (0..<SenderTable.mostWaitingOfAll / SenderTable.mostWaiting).map { _ in try bench.caller() }
    var errors = 0
    let slots = hogs.flatMap { call($0, SenderTable.mostWaiting) { if case .failure = $0 { errors += 1 } } }
    try bench.run { senders.waitingCalls == SenderTable.mostWaitingOfAll }
    #expect(errors == 0)
    let other = try bench.caller()
    var isAnswered = false
    let slot = call(other, 1) { _ in isAnswered = true }
    try bench.run { errors == 1 }
    #expect(!isAnswered && senders.waitingCalls == SenderTable.mostWaitingOfAll && slots.count + slot.count > 0)
    for client in hogs + [other] { client.leave() }
    try bench.run { senders.count == 0 }
    #expect(senders.waitingCalls == 0)
  }

  @Test func `programs that leave before they are identified leave nothing behind`() throws {
    bench.identity = nil
    for _ in 0..<100 {
      let client = try bench.caller()
      let slots = call(client, 3)
      try bench.run { senders.count == 1 }
      client.leave()
      try bench.run { senders.count == 0 }
      #expect(senders.waitingCalls == 0 && slots.count == 3)
    }
  }

  // MARK: Lost places

  @Test func `a program that makes room for another one learns of the end of its events`() throws {
    // The ordinary connections of this process are taken, so all further ones are in the reserve.
    var others = try (0..<Limits.clientsPerApplication).map { _ in try bench.bench.client() }
    let client = try bench.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    #expect(!bench.motor.isOff && senders.count == 1)
    bench.clock.advance(by: .seconds(1))
    others += try (0..<Limits.reservedClients).map { _ in try bench.bench.client() }
    try bench.run { !client.ended.isEmpty }
    #expect(client.ended == [.init(id: id, reason: Reason.explicit)])
    #expect(bench.motor.isOff && senders.count == 0 && bench.bench.server.playingCount == 0)
    // It may come back.
    bench.clock.advance(by: .seconds(1))
    _ = try client.trigger("phone-incoming-call", timeout: 0)
    #expect(!bench.motor.isOff && others.count > 0)
  }

  @Test func `a program that sets the profile gets an error when the interface is switched off meanwhile`() throws {
    bench.identity = nil
    let client = try bench.caller()
    var answer: Result<[BusValue], BusError>?
    let slot = client.send(
      "org.sigxcpu.Feedback", "Set",
      [.string(FeedbackBus.name), .string("Profile"), .variant(.string("quiet"))],
      interface: "org.freedesktop.DBus.Properties"
    ) { answer = $0 }
    try bench.run { bench.identifications == 1 }
    bench.endService()
    try bench.run { answer != nil }
    #expect(throws: BusError.self) { try answer?.get() }
    #expect(bench.profiles == [] && slot != nil)
  }

  @Test func `a program learns of the end of its events after a loss of the connection to the bus`() throws {
    let client = try bench.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    let owner = try client.owner()
    #expect(shutdown(try #require(bench.link?.connection?.relay.descriptor), Int32(SHUT_RDWR)) == 0)
    try bench.run { bench.motor.isOff && bench.losses == 1 }
    try bench.run { !client.ended.isEmpty }
    #expect(client.ended == [.init(id: id, reason: Reason.explicit)])
    #expect(try client.owner() != owner)
    // Each end is sent once.
    #expect(shutdown(try #require(bench.link?.connection?.relay.descriptor), Int32(SHUT_RDWR)) == 0)
    try bench.run { bench.losses == 2 && bench.link?.connection?.hasAnswered == true }
    try bench.settle()
    #expect(client.ended.count == 1)
  }
}
