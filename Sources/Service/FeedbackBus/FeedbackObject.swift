internal import EventLoop
internal import HapticPatterns
internal import HapticPreferences
internal import HapticServer
internal import HapticSystem
internal import MessageBus

/// The object `/org/sigxcpu/Feedback` on one connection, and the programs that call it.
final class FeedbackObject {
  private let connection: FeedbackConnection
  private let profile: () -> Profile
  private var object: BusObject?
  private(set) var senders: SenderTable
  /// The events that a user's stop of everything ends in the next turn of the loop.
  private var stopped: [FeedbackEvent] = []
  private lazy var ending = connection.context.scheduler.makeAlarm(.normal) { [unowned self] _ in endStopped() }

  init(_ connection: FeedbackConnection, profile: @escaping () -> Profile) throws(Errno) {
    self.connection = connection
    self.profile = profile
    senders = SenderTable(connection)
    object = try BusObject(Self.path, [feedback, haptic], on: connection.bus)
  }

  /// Announces the profile, and ends sounds that it excludes.
  func noteProfile() {
    for event in connection.allEvents { event.noteProfile() }
    try? object?.noteChange(of: "Profile", in: FeedbackBus.name)
  }

  /// Ends all present events in the next turn of the loop: also those that sound or shine only, and those whose haptics
  /// wait to play again.
  func noteStopOfEverything() {
    stopped = connection.allEvents
    ending.arm(at: connection.context.scheduler.now)
  }

  private func endStopped() {
    let events = stopped
    stopped = []
    for event in events { event.end(.explicit) }
  }

  /// Ends all playbacks and informs their clients, also those whose calls wait.
  func endAll() {
    for event in connection.allEvents { event.end(.explicit) }
    senders.refuseWaiting()
    senders = SenderTable(connection)
  }

  /// The events that end with the connection, which their programs do not know.
  var unreported: [UnreportedEnd] { connection.allEvents.map { UnreportedEnd(id: $0.id, sender: $0.client.sender) } }

  /// Informs the programs of a former connection that their events have ended with it.
  func report(_ ends: some Sequence<UnreportedEnd>) {
    for end in ends { connection.emitEnd(of: end.id, .explicit, to: end.sender) }
  }

  static let path = "/org/sigxcpu/Feedback"
  static let hapticInterface = "org.sigxcpu.Feedback.Haptic"

  // MARK: Interfaces

  private var feedback: BusInterface {
    BusInterface(
      FeedbackBus.name,
      methods: [
        .init(
          "TriggerFeedback", ["app_id": "s", "event": "s", "hints": "a{sv}", "timeout": "i"], returns: ["id": "u"],
          mostValues: Self.mostValues, textBytes: Self.textBytes
        ) { [unowned self] in trigger($0, $1) },
        .init("EndFeedback", ["id": "u"]) { [unowned self] in end($0, $1) },
      ],
      properties: [
        .init("Profile", "s", { [unowned self] in .string(profile().name) }) { [unowned self] in setProfile($0, $1) }
      ],
      signals: ["FeedbackEnded": ["id": "u", "reason": "u"]])
  }

  private var haptic: BusInterface {
    BusInterface(
      Self.hapticInterface,
      methods: [
        .init(
          "Vibrate", ["app_id": "s", "pattern": "a(du)"], returns: ["success": "b"], mostValues: Self.mostValues,
          textBytes: Self.textBytes
        ) { [unowned self] in vibrate($0, $1) }
      ])
  }

  /// The maximum number of values in a call: a pattern of 340 items, or 255 hints.
  private static let mostValues = 1024
  /// The maximum number of bytes of all texts in a call. A call waits with its texts until its sender is identified.
  static let textBytes = 8192

  // MARK: Calls

  private func trigger(_ message: BusMessage, _ arguments: [BusValue]) -> BusConnection.Answer {
    do throws(InvalidArgument) {
      let call = try TriggerCall(arguments)
      return serve(message, for: call.application) { [unowned self] client in
        let event = FeedbackEvent(connection.unusedID(), call, client)
        connection.insert(event)
        event.startHaptics()
        connection.bus.answer(message, .values([.uint32(event.id)]))
        event.startRest()
      }
    } catch {
      return .invalidArguments(error.text)
    }
  }

  /// Ends an event of the caller. An id of another caller has the effect of an unknown one: none.
  private func end(_ message: BusMessage, _ arguments: [BusValue]) -> BusConnection.Answer {
    if let id = arguments[0].asUInt32, let event = connection[id], event.client.sender == message.sender {
      event.end(.explicit)
    }
    return .values([])
  }

  private func vibrate(_ message: BusMessage, _ arguments: [BusValue]) -> BusConnection.Answer {
    do throws(InvalidArgument) {
      let call = try VibrateCall(arguments)
      return serve(message, for: call.application) { [unowned self] client in
        connection.bus.answer(message, .values([.bool(client.vibrate(call.pattern))]))
      }
    } catch {
      return .invalidArguments(error.text)
    }
  }

  private func setProfile(_ message: BusMessage, _ value: BusValue) -> BusConnection.Answer {
    guard let profile = value.asString.flatMap(Profile.init(rawValue:)) else {
      return .invalidArguments("invalid profile; expected full, quiet or silent")
    }
    return serve(message, for: .empty) { [unowned self] client in
      guard client.direct?.isOwn == true else {
        return connection.bus.answer(
          message,
          .error(
            name: "org.freedesktop.DBus.Error.AccessDenied", text: "a program in a sandbox cannot set the profile"))
      }
      connection.context.hooks.setProfile(profile) { [connection] failure in
        connection.bus.answer(
          message, failure.map { .error(name: "org.freedesktop.DBus.Error.Failed", text: $0) } ?? .values([]))
      }
    }
  }

  /// Serves a call as soon as its sender is identified.
  private func serve(
    _ message: BusMessage, for application: ShortName, _ body: @escaping (FeedbackClient) -> Void
  ) -> BusConnection.Answer {
    let isTaken = senders.serve(message.sender, for: application) { [unowned self] result in
      switch result {
      case .success(let client): body(client)
      case .failure(.limit): connection.bus.answer(message, .limitsExceeded)
      case .failure(.nameLost): connection.bus.answer(message, .nameLost)
      }
    }
    return isTaken ? .later : .limitsExceeded
  }
}

/// An event that has ended with the connection to the bus, before its program could be informed.
struct UnreportedEnd {
  let id: UInt32
  /// The unique name of the program on the bus. A bus that was started anew may have given it to another one, which does
  /// not know the id.
  let sender: String
}

extension BusConnection.Answer {
  fileprivate static var limitsExceeded: BusConnection.Answer {
    .error(name: "org.freedesktop.DBus.Error.LimitsExceeded", text: "too many clients or calls")
  }

  fileprivate static var nameLost: BusConnection.Answer {
    .error(name: "org.freedesktop.DBus.Error.Failed", text: "another program owns \(FeedbackBus.name) now")
  }
}
