package import HapticProtocol
internal import HapticSystem
package import Haptics
internal import PreferenceFiles
internal import Synchronization

/// A connection to the daemon for commands: each call waits for its reply, and each error names a remedy.
package final class DaemonSession {
  private let client: HapticClient
  private let inbox = Inbox()
  var timeout: Duration
  let daemonVersion: String

  /// The variable of the environment with the timeout in seconds, for slow machines.
  static let timeoutVariable = "HAPTICD_TIMEOUT"

  /// The timeout of each call: long enough for the service manager to start the daemon first.
  private static func timeout() throws(Failure) -> Duration {
    guard let text = Environment.variable(timeoutVariable) else { return .seconds(5) }
    guard let seconds = parseDecimal(text), (0.1...3600).contains(seconds) else {
      throw .usage("\(timeoutVariable): '\(text)' is not a number of seconds from 0.1 to 3600")
    }
    return .seconds(seconds)
  }

  private static func usualClient() throws(Failure) -> HapticClient {
    guard !Environment.isMalformed("HAPTICD_SOCKET") else {
      throw .usage("HAPTICD_SOCKET is not valid UTF-8; give the socket a path in UTF-8")
    }
    return HapticClient(applicationName: "hapticctl")
  }

  /// Connects to the daemon.
  ///
  /// - Parameter given: the client; nil for one of the daemon of the environment.
  /// - Throws: a failure that says how to start the daemon, if it cannot be reached.
  package init(_ given: HapticClient? = nil, timeout: Duration? = nil) throws(Failure) {
    let client = if let given { given } else { try Self.usualClient() }
    self.client = client
    let limit = if let timeout { timeout } else { try Self.timeout() }
    self.timeout = limit
    daemonVersion = "\(try answered(try client.blocking.hello(timeout: limit)).daemonVersion)"
    client.onEvent { [inbox] event in inbox.put(event) }
  }

  func newPlayback() -> PlaybackID { client.newPlayback() }

  func play(_ haptic: Haptic) throws(Failure) -> VerdictReply {
    try answered(try client.blocking.play(haptic, timeout: timeout))
  }

  /// Waits for the ends of a playback on all of its devices. An interruption stops the playback.
  func endsOrInterruption(of started: Started) throws(Failure) -> [Finished] {
    guard started.deviceCount > 1 else {
      return started.plays ? [try end(of: started.playback)] : []
    }
    var ends: [Finished] = []
    var isStopped = false
    while ends.count < started.deviceCount {
      if Interruption.hasHappened, !isStopped {
        stopAll()
        isStopped = true
      }
      for event in takeEvents(waiting: Self.glance) {
        switch event {
        case .finished(let finished) where finished.playback == started.playback: ends.append(finished)
        case .disconnected: throw Failure(.disconnected)
        default: break
        }
      }
    }
    return ends
  }

  /// Waits for the end of a playback of this session. An interruption that the command has requested with
  /// `Interruption.notice` stops the playback.
  func end(of playback: PlaybackID) throws(Failure) -> Finished {
    var answer = Instant.now
    while !Interruption.hasHappened {
      do throws(ClientError) {
        return try client.blocking.end(of: playback, timeout: Self.glance)
      } catch {
        guard case .timedOut = error else { throw Failure(error) }
      }
      // A playback may last for days. Only a request shows whether the daemon still lives.
      if answer + timeout <= .now {
        _ = try devices()
        answer = .now
      }
    }
    stopAll()
    return try answered(try client.blocking.end(of: playback, timeout: timeout))
  }

  /// The interval at which an interruption is checked.
  private static let glance = Duration.milliseconds(100)

  func prepare(_ name: ShortName, for device: DeviceID?) throws(Failure) -> Prepared {
    try confirmed(client.prepare(FeedbackName(name), for: device), "\(name)", device)
  }

  func define(_ pattern: Pattern, named name: String, for device: DeviceID?) throws(Failure) -> Prepared {
    try confirmed(client.define(pattern, for: device), name, device)
  }

  private func confirmed(_ prepared: Prepared, _ name: String, _ device: DeviceID?) throws(Failure) -> Prepared {
    let reply = try answered(try client.blocking.verdict(of: prepared, timeout: timeout))
    try check(reply.verdict, feedback: name, device: device?.rawValue)
    return prepared
  }

  /// Stops all playbacks of this session, without waiting for the reply. Succeeds if there is none.
  package func stopAll() { client.stop() }

  /// Waits until the daemon sends an event or `descriptor` is readable, or until the timeout.
  func wait(for descriptor: Int32) throws(Failure) -> [ClientEvent] {
    do {
      try waitUntilReadable(try client.fileDescriptor, or: descriptor, timeout: timeout)
    } catch {
      throw .refused("cannot wait for the daemon: \(error)")
    }
    return takeEvents(waiting: .zero)
  }

  /// Stops all playbacks of this session and waits for the reply.
  func stopOwn() throws(Failure) -> VerdictReply { try answered(try client.blocking.stop(nil, timeout: timeout)) }

  func stopEverything() throws(Failure) -> VerdictReply {
    try answered(try client.blocking.stopEverything(timeout: timeout))
  }

  package func devices() throws(Failure) -> [DeviceRecord] {
    try answered(try client.blocking.devices(timeout: timeout))
  }

  func feedbacks() throws(Failure) -> [FeedbackRecord] {
    try answered(try client.blocking.feedbacks(timeout: timeout))
  }

  /// - Throws: a failure for a name without a feedback, before a command does something in vain.
  func expectFeedbacks(_ names: [String]) throws(Failure) {
    if names.isEmpty { return }
    let known = Set(try feedbacks().map { "\($0.name)" })
    if let unknown = names.first(where: { !known.contains($0) }) { throw unknownFeedback(unknown) }
  }

  func history() throws(Failure) -> [Observed] {
    try answered(try client.blocking.list(HistoryQuery(), timeout: timeout))
  }

  func status() throws(Failure) -> Status { try answered(try client.blocking.ask(StatusQuery(), timeout: timeout)) }

  /// The active and waiting playbacks, or nil if the daemon does not report them, such as to a sandboxed client.
  func playing() throws(Failure) -> [PlayingRecord]? {
    do throws(ClientError) {
      return try client.blocking.list(PlayingQuery(), timeout: timeout)
    } catch {
      switch error {
      case .notPermitted, .unexpectedReply: return nil
      default: throw Failure(error)
      }
    }
  }

  /// Makes the daemon read the settings files and the theme now.
  ///
  /// - Returns: `.done` after they are in force, or the reason for the refusal.
  func reload() throws(Failure) -> Verdict { try answered(try client.blocking.reload(timeout: timeout)).verdict }

  /// The settings in the files that the daemon reads; in those that this program would read if that is unknown.
  func settings() -> PreferenceStack {
    let folders = (try? status()).flatMap { DaemonFolders(ofProcess: $0.processID) } ?? .here
    return PreferenceStack.load(in: folders.folders)
  }

  /// The value of a setting in force, in TOML, or nil if the daemon does not report it.
  func setting(_ key: String) -> String? { try? client.blocking.ask(SettingQuery(key), timeout: timeout).text }

  /// The counters of the daemon, without this client itself.
  func statistics(resetting: Bool) throws(Failure) -> StatisticsReport {
    var report = try answered(try client.blocking.ask(StatisticsQuery(resetting: resetting), timeout: timeout))
    report.clients -= min(report.clients, 1)
    return report
  }

  /// Requests the events of this scope; `takeEvents(waiting:)` returns them.
  func monitor(_ scope: MonitorScope) { client.monitor(scope) }

  /// The levels written since the last call. Discards other events.
  func takeLevels() -> [LevelChange] {
    takeEvents(waiting: .zero).compactMap { event in
      if case .level(let level) = event { level } else { nil }
    }
  }

  /// The events since the last call. Waits for the first one until the timeout.
  package func takeEvents(waiting timeout: Duration) -> [ClientEvent] {
    // If there is no daemon, this throws after the timeout. A disconnection before that is reported as an event.
    try? client.dispatch(waiting: timeout)
    return inbox.take()
  }
}

/// A queue of events from the client's handler, which runs on any thread, to the command.
private final class Inbox: Sendable {
  private let events = Mutex<[ClientEvent]>([])

  func put(_ event: ClientEvent) { events.withLock { $0.append(event) } }

  func take() -> [ClientEvent] { events.withLock { exchange(&$0, with: []) } }
}

/// Returns the result of a call, or throws its error as a `Failure`.
private func answered<Result>(_ call: @autoclosure () throws(ClientError) -> Result) throws(Failure) -> Result {
  do throws(ClientError) { return try call() } catch { throw Failure(error) }
}

extension Failure {
  init(_ error: ClientError) {
    func silence(_ absence: Absence) -> Failure {
      let message = absence == .notRunning ? Machine().absence(error).line : "\(error)"
      return Failure(code: .usage, message: message, absence: absence, connectionError: error)
    }
    switch error {
    case .unknownFeedback: self = .usage("\(error)").because(of: .unknownFeedback)
    case .notPermitted: self = .refused("\(error)").because(of: .notPermitted)
    case .noDaemon, .noSocketPath: self = silence(.notRunning)
    case .busy, .timedOut, .disconnected: self = silence(.silent)
    case .malformed, .newerProtocol, .unexpectedReply: self = silence(.foreign)
    case .invalidName, .cancelled, .system: self = .usage("\(error)")
    }
  }
}
