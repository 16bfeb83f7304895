internal import HapticPatterns
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem

/// The programs on the bus that request feedback.
///
/// A program holds a place here only until it is identified; from then on, by the places of its clients, which the server
/// shares out among applications. So no number of connections keeps the first call of another program out.
final class SenderTable {
  private let connection: FeedbackConnection
  private var senders: [String: FeedbackSender] = [:]
  private var refused = RefusedSenders()
  /// The number of programs that are not identified yet.
  private var unidentified = 0
  /// The same by processes, for those of which the process is known.
  private var processes: [Int32: Int] = [:]
  /// The number of calls of all programs that wait.
  private(set) var waitingCalls = 0
  /// The maximum number of connections of one process whose application is looked up at a time. Tests, which are one
  /// process, raise it.
  var mostOfProcess = 64

  /// The maximum number of programs that are not identified yet.
  static let mostUnidentified = Limits.clients
  /// The maximum number of calls of one program that wait for its identification.
  static let mostWaiting = 16
  /// The maximum number of calls of all programs that wait: 9 MB with texts. Not below `mostUnidentified`, so that each
  /// program can wait with one call.
  static let mostWaitingOfAll = Limits.clients

  init(_ connection: FeedbackConnection) { self.connection = connection }

  /// The number of programs with a place.
  var count: Int { senders.count }

  /// Serves a call now, or as soon as the application of its program is known.
  ///
  /// - Parameter serve: called once, unless the program leaves before.
  /// - Returns: false if there is no place for the program or the call; `serve` is then not called.
  func serve(
    _ name: String, for application: ShortName,
    _ serve: @escaping (Result<FeedbackClient, FeedbackSender.Refusal>) -> Void
  ) -> Bool {
    guard let sender = sender(name) else { return false }
    if sender.isIdentified {
      self.serve(.init(application: application, serve: serve), of: sender)
      return true
    }
    guard sender.waiting.count < Self.mostWaiting, makeRoom(for: sender) else { return false }
    sender.waiting.append(.init(application: application, serve: serve))
    waitingCalls += 1
    return true
  }

  // MARK: Places

  private func sender(_ name: String) -> FeedbackSender? {
    if let sender = senders[name] { return sender }
    let now = connection.context.scheduler.now
    guard unidentified < Self.mostUnidentified, !refused.contains(name, at: now) else { return nil }
    guard let sender = try? FeedbackSender(name, on: connection, in: self) else { return nil }
    senders[name] = sender
    unidentified += 1
    return sender
  }

  /// Takes a place for the lookup of an application.
  ///
  /// - Returns: false if too many connections of the same process wait for theirs.
  func noteProcess(_ processID: Int32) -> Bool {
    guard processes[processID, default: 0] < mostOfProcess else { return false }
    processes[processID, default: 0] += 1
    return true
  }

  /// Serves the calls that have waited.
  ///
  /// - Parameter processID: the process of a preceding `noteProcess`.
  func noteIdentified(_ sender: FeedbackSender, _ processID: Int32?) {
    endIdentification(of: sender, processID)
    for call in takeWaiting(of: sender) { serve(call, of: sender) }
    if !sender.hasClients { forget(sender) }
  }

  private func serve(_ call: FeedbackSender.Call, of sender: FeedbackSender) {
    let client = sender.client(for: call.application)
    call.serve(client.map { .success($0) } ?? .failure(.limit))
    guard client == nil, !sender.hasClients else { return }
    refused.insert(sender.name, at: connection.context.scheduler.now)
    forget(sender)
  }

  private func endIdentification(of sender: FeedbackSender, _ processID: Int32?) {
    unidentified -= 1
    guard let processID else { return }
    processes[processID, default: 1] -= 1
    if processes[processID] == 0 { processes[processID] = nil }
  }

  /// Removes a program that has left.
  func remove(_ sender: FeedbackSender, _ processID: Int32?) {
    if !sender.isIdentified { endIdentification(of: sender, processID) }
    _ = takeWaiting(of: sender)
    forget(sender)
  }

  /// Removes a program that holds no place any more.
  func forget(_ sender: FeedbackSender) {
    guard senders[sender.name] === sender else { return }
    senders[sender.name] = nil
    // A dictionary never frees memory by itself.
    if senders.isEmpty { senders = [:] }
  }

  // MARK: Waiting calls

  /// Makes room for one more call, if need be at the expense of the program with the most.
  private func makeRoom(for sender: FeedbackSender) -> Bool {
    guard waitingCalls >= Self.mostWaitingOfAll else { return true }
    guard let other = senders.values.max(by: { $0.waiting.count < $1.waiting.count }),
      other.waiting.count > sender.waiting.count + 1, let call = other.waiting.popLast()
    else { return false }
    waitingCalls -= 1
    call.serve(.failure(.limit))
    return true
  }

  /// Replies to all calls that wait, because the service has lost its name.
  func refuseWaiting() {
    for sender in senders.values {
      for call in takeWaiting(of: sender) { call.serve(.failure(.nameLost)) }
    }
  }

  private func takeWaiting(of sender: FeedbackSender) -> [FeedbackSender.Call] {
    let calls = sender.waiting
    sender.waiting = []
    waitingCalls -= calls.count
    return calls
  }
}

/// The programs that were refused lately. Another call of one costs no second identification.
struct RefusedSenders {
  private var ends: [String: Instant] = [:]

  mutating func insert(_ name: String, at now: Instant) {
    if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
    if ends.count >= Self.most { ends = [:] }
    ends[name] = now + Self.length
  }

  func contains(_ name: String, at now: Instant) -> Bool { ends[name].map { now < $0 } ?? false }

  private static let most = 1024
  private static let length = Duration.seconds(1)
}
