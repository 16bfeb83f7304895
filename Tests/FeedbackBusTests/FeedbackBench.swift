import EventLoop
import FakeServices
import FeedbackBus
import FeedbackdThemes
import Glibc
import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import HapticThemes
import MessageBus
import ServerHarness
import TestSupport
import Testing

/// A server with recording motors and a manual clock, its feedback interface, and a private bus.
final class FeedbackBench {
  let bus: FakeBus
  let loop: EventLoop
  let bench: ServerBench
  private(set) var feedback: FeedbackBus?
  /// The interface's connection to the bus.
  private(set) var link: BusLink?
  /// The identity that the next callers get; nil leaves them unidentified.
  var identity: Identity? = Identity()
  /// The number of identifications.
  private(set) var identifications = 0
  /// The profiles that clients have set.
  private(set) var profiles: [Profile] = []
  /// The failure of the next change of the profile.
  var profileFailure: String?
  private(set) var losses = 0
  /// The connection whose replies show that the bus has delivered the messages before.
  private var settling: BusConnection?
  let cues = RecordingCues()
  /// The theme of feedbackd.
  var theme = FeedbackdTheme.empty

  init(
    actuators: Int = 1, preset: String = "lra", preferences: Preferences = .unlimited, replaces: Bool = false,
    isServing: Bool = true, mostMatches: Int = 50_000
  ) throws {
    bus = try FakeBus(mostMatches: mostMatches)
    loop = try EventLoop()
    bench = try ServerBench(
      actuators: actuators, preset: preset, vocabulary: Theme.standard.vocabulary, preferences: preferences)
    if isServing { try serve(replaces: replaces) }
  }

  /// Uses a theme of feedbackd without mistakes.
  func use(theme text: String) throws {
    let folder = try TestFolder()
    theme = FeedbackdTheme(in: ThemePlaces(file: try folder.write(text, to: "theme.json")))
    #expect(theme.findings.isEmpty)
  }

  var motor: RecordingActuator { bench.motor }
  var clock: ManualScheduler { bench.clock }

  func serve(replaces: Bool = false, log: Log = .silent) throws {
    let hooks = FeedbackBus.Hooks(
      identify: { [unowned self] process, finish in
        identifications += 1
        if let identity { finish(identity) }
      },
      setProfile: { [unowned self] profile, finish in
        profiles.append(profile)
        if profileFailure == nil { feedback?.profile = profile }
        finish(profileFailure)
      }, theme: { [unowned self] in theme }, onLoss: { [unowned self] in losses += 1 })
    let link = BusLink(to: bus.address, loop: loop)
    self.link = link
    feedback = FeedbackBus(
      link, bench.server, bench.clock, cues: cues, log: log,
      replaces: replaces, profile: .full, hooks)
  }

  func endService() { (feedback, link) = (nil, nil) }

  /// Puts preferences into force.
  func prefer(_ change: (inout Preferences) -> Void) {
    var preferences = bench.preferences
    change(&preferences)
    bench.server.setPreferences(preferences)
    feedback?.profile = preferences.profile
  }

  // MARK: Time

  /// Serves the bus and the alarms that are due, without any progress of the clock, until `condition` is true.
  func run(until condition: () throws -> Bool) throws {
    let limit = Instant.now + TestWait.limit
    while try !condition() {
      if Instant.now > limit { throw NeverHappened() }
      _ = try loop.runOnce(timeout: .milliseconds(5))
      clock.advance(by: .zero)
    }
  }

  /// Serves until the bus has delivered all messages, their replies and the signals after them.
  func settle() throws {
    // The bus, which a busy machine may not run for a while, reads what was sent before it replies. A message, its
    // signal and what a program does then need one reply each.
    for _ in 0..<4 { try waitForReplyOfBus() }
    while try loop.runOnce(timeout: .milliseconds(20)) { clock.advance(by: .zero) }
    clock.advance(by: .zero)
  }

  /// Returns at once if no bus runs.
  private func waitForReplyOfBus() throws {
    settling = settling ?? (try? BusConnection(to: bus.address, loop: loop) {})
    var reply: Result<[BusValue], BusError>?
    let call = settling?.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId") {
      reply = $0
    }
    try run { call == nil || reply != nil }
    if case .success = reply { return }
    settling = nil
  }

  /// Advances the clock and serves the bus afterwards.
  func advance(by length: Duration) throws {
    clock.advance(by: length)
    try settle()
  }

  // MARK: Clients

  func caller() throws -> BusClient { try BusClient(self) }

  /// The number of match rules of the interface's connection, as the bus counts them.
  func matchRules() throws -> UInt32 {
    let client = try caller()
    guard let owner = try client.ask("org.freedesktop.DBus", "GetNameOwner", [.string(FeedbackBus.name)]).first,
      let statistics = try client.ask("org.freedesktop.DBus", "GetConnectionStats", [owner], of: ".Debug.Stats").first
    else { return .max }
    return statistics.asDictionary?["MatchRules"]?.asUInt32 ?? .max
  }
}

/// A program on the bus.
final class BusClient {
  private let bench: FeedbackBench
  private var connection: BusConnection?
  private var match: BusSlot?
  /// The ended feedbacks that it hears of, in order.
  private(set) var ended: [Ended] = []
  /// The arrived messages, in order: `reply` or `ended`.
  private(set) var arrivals: [String] = []

  struct Ended: Equatable {
    let id: UInt32
    let reason: UInt32
  }

  init(_ bench: FeedbackBench) throws {
    self.bench = bench
    let connection = try BusConnection(to: bench.bus.address, loop: bench.loop) {}
    self.connection = connection
    match = try connection.match("type='signal',interface='org.sigxcpu.Feedback'") { [unowned self] message in
      guard let values = try? message.values(), values.count == 2, let id = values[0].asUInt32,
        let reason = values[1].asUInt32
      else { return }
      ended.append(Ended(id: id, reason: reason))
      arrivals.append("ended")
    }
    // The interface may still wait for its name.
    try bench.run { try self.owner() != nil }
  }

  /// The unique name of the owner of feedbackd's name.
  func owner() throws -> String? {
    try result("org.freedesktop.DBus", "GetNameOwner", [.string(FeedbackBus.name)], at: "/org/freedesktop/DBus")
      .map { $0.first?.asString } ?? nil
  }

  /// Ends the connection, as the end of the process does.
  func leave() {
    match = nil
    connection = nil
  }

  // MARK: Calls

  func trigger(
    _ event: String, as application: String = "org.example.App", hints: [String: BusValue] = [:], timeout: Int32 = -1
  ) throws -> UInt32 {
    let values = try ask(
      FeedbackBus.name, "TriggerFeedback",
      [.string(application), .string(event), .dictionary(hints), .int32(timeout)])
    return values.first?.asUInt32 ?? 0
  }

  func end(_ id: UInt32) throws { _ = try ask(FeedbackBus.name, "EndFeedback", [.uint32(id)]) }

  func vibrate(_ items: [(Double, UInt32)], as application: String = "org.example.App") throws -> Bool {
    let values = try ask(
      FeedbackBus.name, "Vibrate", [.string(application), Self.pattern(items)], of: ".Haptic")
    return values.first?.asBool ?? false
  }

  static func pattern(_ items: [(Double, UInt32)]) -> BusValue {
    .array(items.map { .structure([.double($0.0), .uint32($0.1)]) }, of: "(du)")
  }

  func profile() throws -> String? {
    try ask("org.freedesktop.DBus", "Get", [.string(FeedbackBus.name), .string("Profile")], of: ".Properties")
      .first?.asVariant?.asString
  }

  func setProfile(_ value: BusValue) throws {
    _ = try ask(
      "org.freedesktop.DBus", "Set", [.string(FeedbackBus.name), .string("Profile"), .variant(value)],
      of: ".Properties")
  }

  /// Calls a method of feedbackd's object, or of the bus.
  ///
  /// - Parameter part: the rest of the interface's name after `service`.
  func ask(_ service: String, _ member: String, _ arguments: [BusValue], of part: String = "") throws -> [BusValue] {
    let isBus = service == "org.freedesktop.DBus" && part != ".Properties" && part != ".Introspectable"
    let answer = try call(
      isBus ? service : FeedbackBus.name, member, arguments, interface: service + part,
      at: isBus ? "/org/freedesktop/DBus" : "/org/sigxcpu/Feedback")
    return try answer.get()
  }

  private func result(
    _ service: String, _ member: String, _ arguments: [BusValue], at path: String
  ) throws -> [BusValue]? {
    try? call(service, member, arguments, interface: service, at: path).get()
  }

  private func call(
    _ service: String, _ member: String, _ arguments: [BusValue], interface: String, at path: String
  ) throws -> Result<[BusValue], BusError> {
    var answer: Result<[BusValue], BusError>?
    let slot = send(service, member, arguments, interface: interface, at: path) { answer = $0 }
    try bench.run { answer != nil }
    _ = slot
    return answer!
  }

  /// Calls a method without waiting for the reply.
  func send(
    _ service: String, _ member: String, _ arguments: [BusValue], interface: String,
    at path: String = "/org/sigxcpu/Feedback", _ reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) -> BusSlot? {
    connection?.call(service, path, interface, member, arguments) { [weak self] in
      self?.arrivals.append("reply")
      reply($0)
    }
  }

  /// The name of the error of a call; nil for a success.
  func error(_ member: String, _ arguments: [BusValue], of part: String = "") throws -> String? {
    let answer = try call(
      FeedbackBus.name, member, arguments, interface: FeedbackBus.name + part, at: "/org/sigxcpu/Feedback")
    if case .failure(.refused(let name, _)) = answer { return name }
    return nil
  }
}

/// The reasons of `FeedbackEnded` on the bus.
enum Reason {
  static let natural: UInt32 = 0
  static let expired: UInt32 = 1
  static let explicit: UInt32 = 2
  static let notFound: UInt32 = 4_294_967_295
}
