internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import MessageBus

/// A program on the bus that requests feedback. Its playbacks end with its connection to the bus.
final class FeedbackSender {
  /// The unique name on the bus.
  let name: String
  private let connection: BusConnection
  private let context: FeedbackContext
  private let events: EventTable
  private let onEnd: () -> Void
  private var caller: BusCaller?
  /// The process and its application; nil until they are known.
  private var origin: Origin?
  /// The calls that wait until then.
  private var waiting: [() -> Void] = []
  /// The clients by the applications that the program names, the latest at the end.
  private var clients: [(application: ApplicationName, client: FeedbackClient)] = []

  private struct Origin {
    let credentials: PeerCredentials
    let identity: Identity
  }

  /// The maximum number of senders.
  static let most = Limits.clients
  /// The maximum number of calls of one sender that wait for its identification.
  static let mostWaiting = 16
  /// The maximum number of calls of all senders that wait: 9 MB with texts.
  static let mostWaitingOfAll = 1024
  /// The maximum number of applications for which one program requests feedback at a time.
  static let mostClients = 16

  init(
    _ name: String, on connection: BusConnection, _ context: FeedbackContext, _ events: EventTable,
    onEnd: @escaping () -> Void
  ) throws(Errno) {
    self.name = name
    self.connection = connection
    self.context = context
    self.events = events
    self.onEnd = onEnd
    caller = try BusCaller(name, on: connection) { [unowned self] in
      identify($0)
    } onEnd: { [unowned self] in
      self.onEnd()
    }
  }

  deinit {
    context.waitingCalls -= waiting.count
    for (_, client) in clients { client.leave() }
  }

  // MARK: Identification

  /// Runs a call now, or as soon as the application of the program is known.
  ///
  /// - Returns: false if too many calls wait.
  func whenIdentified(_ call: @escaping () -> Void) -> Bool {
    if origin != nil {
      call()
      return true
    }
    guard waiting.count < Self.mostWaiting, context.waitingCalls < Self.mostWaitingOfAll else { return false }
    waiting.append(call)
    context.waitingCalls += 1
    return true
  }

  private func identify(_ process: BusProcess?) {
    guard let process else {
      // The bus does not know the process: no user is known either.
      return note(Origin(credentials: PeerCredentials(processID: 0, userID: .max, groupID: .max), identity: .hidden))
    }
    let credentials = PeerCredentials(processID: process.processID, userID: process.userID, groupID: .max)
    do throws(Errno) {
      context.hooks.identify(try process.reference()) { [weak self] identity in
        self?.note(Origin(credentials: credentials, identity: identity))
      }
    } catch {
      note(Origin(credentials: credentials, identity: .hidden))
    }
  }

  private func note(_ origin: Origin) {
    self.origin = origin
    let calls = waiting
    waiting = []
    context.waitingCalls -= calls.count
    for call in calls { call() }
  }

  // MARK: Clients

  /// The client for an application that the program names.
  ///
  /// - Returns: nil if a limit on connections or on applications is reached.
  func client(for application: ApplicationName) -> FeedbackClient? {
    guard let origin else { return nil }
    if let index = clients.firstIndex(where: { $0.application == application }) {
      let known = clients.remove(at: index)
      if known.client.isConnected {
        clients.append(known)
        return known.client
      }
      known.client.leave()
    }
    guard makeRoom() else { return nil }
    guard
      let client = FeedbackClient(
        sender: name, for: application, origin.credentials, origin.identity, on: connection, context, events)
    else { return nil }
    clients.append((application, client))
    return client
  }

  /// Releases the idle client that was used least recently, if there are too many.
  private func makeRoom() -> Bool {
    if clients.count < Self.mostClients { return true }
    guard let index = clients.firstIndex(where: { $0.client.isIdle }) else { return false }
    clients.remove(at: index).client.leave()
    return true
  }
}
