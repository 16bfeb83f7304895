internal import HapticSystem
internal import Haptics
internal import Synchronization

/// The daemon, as commands talk to it: each call waits for its answer, and every error says what to do.
final class Session {
  private let client: HapticClient
  private let inbox = Inbox()
  private let patience: Duration
  let daemonVersion: String

  /// Long enough for a daemon that its socket has to start first.
  private static let patience = Duration.seconds(5)
  /// Longer than anybody waits: for what plays until it is told to stop.
  private static let longest = Duration.seconds(30 * 86_400)

  /// Reaches the daemon.
  ///
  /// - Throws: a failure that says how to start one.
  convenience init() throws(Failure) { try self.init(patience: Self.patience) }

  /// - Parameter patience: how long each call waits for its answer.
  init(patience: Duration) throws(Failure) {
    let client = HapticClient(applicationName: "hapticctl")
    self.client = client
    self.patience = patience
    daemonVersion = try answered { () throws(ClientError) in
      "\(try client.hello(timeout: patience).daemonVersion)"
    }
    client.onEvent { [inbox] event in inbox.put(event) }
  }

  func newPlayback() -> PlaybackID { client.newPlayback() }

  func play(_ haptic: Haptic) throws(Failure) -> VerdictReply {
    try answered { () throws(ClientError) in try client.play(haptic, timeout: patience) }
  }

  /// Waits for the end of a playback of this session.
  func end(of playback: PlaybackID) throws(Failure) -> Finished {
    try answered { () throws(ClientError) in try client.end(of: playback, timeout: Self.longest) }
  }

  /// Waits for the end of a playback of this session; at an interruption stops it, and waits for its end then.
  func endOrInterruption(of playback: PlaybackID) throws(Failure) -> Finished {
    while !Interruption.hasHappened {
      do throws(ClientError) {
        return try client.end(of: playback, timeout: Self.glance)
      } catch {
        guard case .timedOut = error else { throw Failure(error) }
      }
    }
    client.stop(playback)
    return try answered { () throws(ClientError) in try client.end(of: playback, timeout: patience) }
  }

  /// How soon an interruption is noticed.
  private static let glance = Duration.milliseconds(100)

  /// Makes a feedback ready, and knows that it is.
  ///
  /// - Throws: a failure also where the daemon refuses.
  func prepare(_ name: ShortName, for device: DeviceID?) throws(Failure) -> Prepared {
    let prepared = client.prepare(name, for: device)
    let reply = try answered { () throws(ClientError) in try prepared.verdict(timeout: patience) }
    try check(reply.verdict, feedback: "\(name)", device: device?.rawValue)
    return prepared
  }

  /// Makes a pattern ready, and knows that it is.
  ///
  /// - Throws: a failure also where the daemon refuses.
  func define(_ pattern: Pattern, named name: String, for device: DeviceID?) throws(Failure) -> Prepared {
    let prepared = client.define(pattern, for: device)
    let reply = try answered { () throws(ClientError) in try prepared.verdict(timeout: patience) }
    try check(reply.verdict, feedback: name, device: device?.rawValue)
    return prepared
  }

  /// Steers a playback of this session, and knows that it did.
  ///
  /// - Returns: false where the playback has ended.
  func steer(_ playback: PlaybackID, _ action: Request.Transport.Action, of name: String) throws(Failure) -> Bool {
    let reply = try answered { () throws(ClientError) in
      try client.steer(playback, action, timeout: patience)
    }
    if reply.verdict == .unknownPlayback { return false }
    try check(reply.verdict, feedback: name)
    return true
  }

  /// Stops one playback without waiting.
  func stop(_ playback: PlaybackID) { client.stop(playback) }

  /// Waits until the daemon has something to say or `descriptor` can be read.
  ///
  /// - Returns: the events that came.
  func wait(for descriptor: Int32) throws(Failure) -> [ClientEvent] {
    do {
      try waitUntilReadable(try client.fileDescriptor, or: descriptor, timeout: patience)
    } catch {
      throw .refused("cannot wait for the daemon: \(error)")
    }
    return takeEvents(waiting: .zero)
  }

  func stopEverything() throws(Failure) -> VerdictReply {
    try answered { () throws(ClientError) in try client.stopEverything(timeout: patience) }
  }

  func devices() throws(Failure) -> [DeviceRecord] {
    try answered { () throws(ClientError) in try client.devices(timeout: patience) }
  }

  func feedbacks() throws(Failure) -> [FeedbackRecord] {
    try answered { () throws(ClientError) in try client.feedbacks(timeout: patience) }
  }

  func history() throws(Failure) -> [Observed] {
    try answered { () throws(ClientError) in try client.history(timeout: patience) }
  }

  func status() throws(Failure) -> Status {
    try answered { () throws(ClientError) in try client.status(timeout: patience) }
  }

  /// What plays now or waits for its start; nil where the daemon does not say, as to a sandboxed client.
  func playing() throws(Failure) -> [PlayingRecord]? {
    do throws(ClientError) {
      return try client.playing(timeout: patience)
    } catch {
      switch error {
      case .notPermitted, .unexpectedReply: return nil
      default: throw Failure(error)
      }
    }
  }

  /// Has the daemon read the settings files and the theme now.
  ///
  /// - Returns: `.done` once they are in force, or why the daemon does not do that.
  func reload() throws(Failure) -> Verdict {
    try answered { () throws(ClientError) in try client.reload(timeout: Self.patience) }.verdict
  }

  /// The value in force of a setting, in TOML; nil where the daemon does not say.
  func setting(_ key: String) -> String? { try? client.setting(key, timeout: Self.patience) }

  func statistics(resetting: Bool) throws(Failure) -> StatisticsReport {
    try answered { () throws(ClientError) in
      try client.statistics(resetting: resetting, timeout: patience)
    }
  }

  /// From now on, events of this scope can be taken.
  func monitor(_ scope: MonitorScope) { client.monitor(scope) }

  /// The events since the last call, waiting for the first one as long as it takes. A daemon that goes away is waited
  /// for as well.
  func nextEvents() -> [ClientEvent] {
    while true {
      let events = takeEvents(waiting: .seconds(1))
      if !events.isEmpty { return events }
    }
  }

  /// The levels written since the last call.
  func takeLevels() -> [LevelChange] {
    takeEvents(waiting: .zero).compactMap { event in
      if case .level(let level) = event { level } else { nil }
    }
  }

  private func takeEvents(waiting timeout: Duration) -> [ClientEvent] {
    // Without a daemon it throws after the timeout; what it threw before that is an event.
    try? client.dispatch(waiting: timeout)
    return inbox.take()
  }
}

/// Events between the client's handler, which may be called on any thread, and the command.
private final class Inbox: Sendable {
  private let events = Mutex<[ClientEvent]>([])

  func put(_ event: ClientEvent) { events.withLock { $0.append(event) } }

  func take() -> [ClientEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}

/// The result of a call, or its error as a failure.
private func answered<Result>(_ call: () throws(ClientError) -> Result) throws(Failure) -> Result {
  do throws(ClientError) { return try call() } catch { throw Failure(error) }
}

extension Failure {
  init(_ error: ClientError) {
    switch error {
    case .noDaemon, .noSocketPath: self = .usage("\(error)")
    case .unknownFeedback: self = .usage("\(error)").because(of: .unknownFeedback)
    case .notPermitted: self = .refused("\(error)").because(of: .notPermitted)
    default: self = .refused("\(error)")
    }
  }
}
