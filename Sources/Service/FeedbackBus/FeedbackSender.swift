internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MessageBus

/// A program on the bus that requests feedback. Its playbacks end with its connection to the bus.
final class FeedbackSender {
  /// A call that waits until the application of the program is known.
  struct Call {
    let application: ShortName
    /// Serves the call, or replies with the refusal.
    let serve: (Result<FeedbackClient, Refusal>) -> Void
  }

  /// The reason why a call gets no client.
  enum Refusal: Error {
    /// A limit on programs, clients or waiting calls is reached.
    case limit
    /// Another program owns the name of the service now.
    case nameLost
  }

  /// The unique name on the bus.
  let name: String
  /// The calls that wait, counted by `SenderTable`.
  var waiting: [Call] = []

  private let connection: FeedbackConnection
  private unowned let table: SenderTable
  private var caller: BusCaller?
  /// The process and its application; nil until they are known.
  private var origin: (credentials: PeerCredentials, identity: Identity)?
  /// The process whose application is looked up.
  private var lookedUp: Int32?
  /// The clients by the applications that the program names, the latest at the end.
  private var clients: [(application: ShortName, client: FeedbackClient)] = []

  /// The maximum number of applications for which one program requests feedback at a time.
  static let mostClients = 16

  init(_ name: String, on connection: FeedbackConnection, in table: SenderTable) throws(Errno) {
    self.name = name
    self.connection = connection
    self.table = table
    caller = try BusCaller(name, on: connection.bus) { [unowned self] in
      identify($0)
    } onRefused: { [unowned self] in
      note(nil)
    } onEnd: { [unowned self] in
      self.table.remove(self, lookedUp)
    }
  }

  deinit { for (_, client) in clients { client.leave() } }

  // MARK: Identification

  var isIdentified: Bool { origin != nil }

  private func identify(_ process: BusProcess?) {
    guard let process else {
      // The bus does not know the process: no user is known either.
      return note((PeerCredentials(processID: 0, userID: .max), .hidden))
    }
    guard table.noteProcess(process.processID) else { return note(nil) }
    lookedUp = process.processID
    let credentials = PeerCredentials(processID: process.processID, userID: process.userID)
    do throws(Errno) {
      connection.context.hooks.identify(try process.reference()) { [weak self] identity in
        self?.note((credentials, identity))
      }
    } catch {
      note((credentials, .hidden))
    }
  }

  /// - Parameter origin: nil if the program is refused.
  private func note(_ origin: (credentials: PeerCredentials, identity: Identity)?) {
    self.origin = origin
    let processID = lookedUp
    lookedUp = nil
    table.noteIdentified(self, processID)
  }

  // MARK: Clients

  var hasClients: Bool { !clients.isEmpty }

  /// The client for an application that the program names.
  ///
  /// - Returns: nil if a limit on connections or on applications is reached.
  func client(for application: ShortName) -> FeedbackClient? {
    guard let origin else { return nil }
    if let index = clients.firstIndex(where: { $0.application == application }) {
      let known = clients.remove(at: index)
      if known.client.isConnected {
        clients.append(known)
        return known.client
      }
      known.client.end()
    }
    guard makeRoom(),
      let client = FeedbackClient(sender: name, for: application, origin.credentials, origin.identity, on: connection)
    else { return nil }
    client.onEnd = { [unowned self] in forget($0) }
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

  /// Forgets a client that had to make room for one of another program.
  private func forget(_ client: FeedbackClient) {
    clients.removeAll { $0.client === client }
    if clients.isEmpty { table.forget(self) }
  }
}
