public import HapticPatterns
public import HapticProtocol
internal import HapticSystem
internal import Synchronization

/// A connection to hapticd, the haptic feedback service.
///
/// ```swift
/// import Haptics
///
/// let haptics = HapticClient(applicationName: "org.example.Notes")
/// let tap = haptics.prepare("impact.light")       // while the view appears
/// tap.play()                                      // when the finger lands
/// haptics.play("success", intensity: 0.8)         // no preparation needed either
///
/// let verdict = try haptics.play(Haptic("error"), timeout: .seconds(1))
/// print(verdict.verdict.name)                     // played, noActuator, expired ...
/// ```
///
/// Patterns of the application are played like feedbacks, after `define(_:category:for:)`. An active playback can be
/// paused, moved, looped and controlled: see `pause(_:at:)`, `loop(_:_:end:at:)` and `send(_:to:at:)`.
///
/// **Plays do not wait.** A play is one non-blocking send without allocations. It returns whether the request was
/// sent, not whether anything was felt. Only calls with a `timeout` block, and their `async` variants suspend.
///
/// **Connections are restored.** The client connects on first use, and again after a restart of the daemon, with all
/// prepared handles and the monitored scope. Without a daemon, calls return at once; after a failed attempt, the next
/// one is made no sooner than 0.1 seconds later, then 0.2, 0.4 and so on up to 5 seconds.
///
/// **Playbacks end with their client**: the daemon stops the playbacks of a connection that closes. Keep the client
/// as long as its haptics should last.
///
/// **Threads.** All methods can be called from any thread. There are two ways to receive events: `events()`, a stream
/// fed by a thread of the client, and `fileDescriptor` with `dispatch()` in the application's own event loop. An
/// application that only plays needs neither.
public final class HapticClient: Sendable {
  let core: Core

  /// Creates a client. It connects on first use.
  ///
  /// - Parameters:
  ///   - applicationName: the name of the application, such as its reverse domain name; shown by monitors.
  ///   - socketPath: the path of the daemon's socket; nil means `HAPTICD_SOCKET` in the environment, or
  ///   `hapticd.sock` in `XDG_RUNTIME_DIR`.
  public init(applicationName: ShortName, socketPath: String? = nil) {
    let place = socketPath.map(DaemonSocket.file) ?? .ofEnvironment
    core = Core(socket: place, applicationName: applicationName)
  }

  /// A client with a given first serial, for tests.
  init(socketPath: String, serial: UInt32) {
    core = Core(socket: .file(socketPath), applicationName: "", serial: serial)
  }

  deinit { core.close() }
}

// MARK: - Playing

extension HapticClient {
  /// Plays a feedback now: one non-blocking send without allocations.
  ///
  /// - Parameter intensity: from 0 to 1, clamped.
  /// - Returns: whether the request was sent; false without a daemon, or if the socket is full.
  @discardableResult
  public func play(_ name: ShortName, intensity: Double = 1) -> Bool { play(Haptic(name, intensity: intensity)) }

  /// Plays a haptic: one non-blocking send without allocations.
  ///
  /// - Returns: whether the request was sent; false without a daemon, or if the socket is full.
  @discardableResult
  public func play(_ haptic: Haptic) -> Bool {
    guard let play = haptic.request else { return false }
    return core.fire(.play(play))
  }

  /// Plays a haptic and waits for its verdict.
  ///
  /// - Throws: a `ClientError` if there is no verdict; `.unknownFeedback` with the most similar name if the daemon
  ///   does not know the name. All other refusals are verdicts.
  public func play(_ haptic: Haptic, timeout: Duration) throws(ClientError) -> VerdictReply {
    guard let play = haptic.request else { return .noHandle }
    return try verdict(on: .request(.play(play)), naming: haptic.subject.name, timeout)
  }

  /// A number for a playback. It repeats only after about four thousand million plays.
  public func newPlayback() -> PlaybackID { core.newPlayback() }

  /// Waits for the end of a playback. Returns at once for one of the last 32 that ended, so that the end cannot be
  /// missed after the verdict.
  ///
  /// - Throws: `.timedOut` if it did not end in time, `.disconnected` if the connection ended.
  public func end(of playback: PlaybackID, timeout: Duration) throws(ClientError) -> Finished {
    try core.end(of: playback, timeout)
  }
}

// MARK: - Stopping

extension HapticClient {
  /// Stops one playback of this client, or all of them, without waiting.
  ///
  /// - Returns: whether the request was sent. Without a connection, nothing plays.
  @discardableResult
  public func stop(_ playback: PlaybackID? = nil) -> Bool { core.fire(.stop(playback)) }

  /// Stops one playback of this client, or all of them if `playback` is nil, and waits for the verdict with their
  /// `count`.
  public func stop(_ playback: PlaybackID?, timeout: Duration) throws(ClientError) -> VerdictReply {
    try verdict(on: .stop(playback), timeout)
  }

  /// Stops the playbacks of all clients and silences all devices, without waiting. For emergencies.
  @discardableResult
  public func stopEverything() -> Bool { core.fire(.stopEverything) }

  /// Stops the playbacks of all clients and waits for the verdict with their `count`.
  public func stopEverything(timeout: Duration) throws(ClientError) -> VerdictReply {
    try verdict(on: .stopEverything, timeout)
  }
}

// MARK: - Preparing

extension HapticClient {
  /// Prepares a feedback, so that the first play is as fast as the later ones. Does not wait. Without a daemon, it is
  /// prepared after the next connection.
  ///
  /// - Parameters:
  ///   - device: the device that will play it; if nil, the daemon chooses one.
  ///   - allowingFallback: whether a shorter name may replace one that the daemon does not know; see
  ///   `Haptic.allowsFallback`. Otherwise an unknown name is not played, and `Prepared.verdict(timeout:)` reports it.
  public func prepare(
    _ name: ShortName, for device: DeviceID? = nil, allowingFallback: Bool = false
  ) -> Prepared {
    Prepared(
      self, .feedback(name, allowsFallback: allowingFallback), device,
      core.claim(name, for: device, allowingFallback: allowingFallback))
  }

  /// Defines a pattern of the application, to be played later. Does not wait: the client sends as much as the socket
  /// takes, and the rest later. Without a daemon, the pattern is defined after the next connection. Like all prepared
  /// handles, it is sent again after a restart of the daemon or a change of the devices.
  ///
  /// ```swift
  /// let knock = haptics.define([
  ///   Event(.transient, intensity: 0.8, sharpness: 0.4),
  ///   Event(.transient, at: .milliseconds(140), intensity: 1, sharpness: 0.6),
  /// ])
  /// knock.play()
  /// ```
  ///
  /// Sounds are not sent. Times are sent in whole microseconds, up to an hour. A pattern may have
  /// `Limits.patternEvents` events and `Limits.patternPoints` parameters and points of curves; all patterns of a
  /// client together may have `Limits.patternBytes` bytes. `Prepared.verdict(timeout:)` returns `limit` beyond that.
  ///
  /// - Parameters:
  ///   - category: the category of its plays, unless a play gives another.
  ///   - device: the device that will play it; if nil, the daemon chooses one.
  public func define(
    _ pattern: Pattern, category: Category = .media, for device: DeviceID? = nil
  ) -> Prepared {
    Prepared(self, .pattern(pattern), device, core.claim(pattern, category, for: device))
  }

  func release(_ handle: Handle) { core.release(handle) }
}

// MARK: - Queries

extension HapticClient {
  /// All force feedback devices that the daemon knows, including those that it ignores.
  public func devices(timeout: Duration = .seconds(1)) throws(ClientError) -> [DeviceRecord] {
    try core.call(.request(.devices), timeout).devices
  }

  /// All feedbacks of the daemon, in its order, with their patterns and themes.
  public func feedbacks(timeout: Duration = .seconds(1)) throws(ClientError) -> [FeedbackRecord] {
    var pages = FeedbackPages(timeout)
    repeat {
      pages.take(try core.call(.request(pages.request), pages.remainingTime).feedbacks)
    } while !pages.areComplete
    return pages.records
  }

  /// The latest requests of all clients with their verdicts, oldest first. The daemon keeps `Limits.history` of them.
  ///
  /// - Parameter number: returns only requests after the one with this number; 0 returns all.
  /// - Throws: `.notPermitted` in a sandbox.
  public func history(after number: UInt64 = 0, timeout: Duration = .seconds(1)) throws(ClientError) -> [Observed] {
    var pages = HistoryPages(after: number, timeout)
    repeat {
      pages.take(try core.call(.request(pages.request), pages.remainingTime).history)
    } while !pages.areComplete
    return pages.records
  }

  /// The settings and circumstances in force in the daemon.
  ///
  /// - Throws: `.notPermitted` in a sandbox.
  public func status(timeout: Duration = .seconds(1)) throws(ClientError) -> Status {
    try core.call(.request(.status), timeout).status
  }

  /// Makes the daemon read the settings files and the theme, and waits until they are in force. Without this call,
  /// the daemon notices a changed file by itself a moment later.
  ///
  /// - Returns: `.done`; `.notPermitted` in a sandbox, or `.limit` if the requests come faster than files are read.
  public func reload(timeout: Duration = .seconds(1)) throws(ClientError) -> VerdictReply {
    try verdict(on: .reload, timeout)
  }

  /// The value in force of a setting, in TOML, by its key in `hapticd.toml(5)`; empty if it is not set. It can differ
  /// from the value in the files while one of them has a mistake.
  ///
  /// - Throws: `.notPermitted` in a sandbox, `.unexpectedReply` for an unknown key.
  public func setting(_ key: String, timeout: Duration = .seconds(1)) throws(ClientError) -> String {
    try core.call(.request(.setting(key)), timeout).setting
  }

  /// The active and waiting playbacks of all clients, in the order of their requests. A play on several devices has
  /// one record for each, with the same number.
  ///
  /// - Throws: `.notPermitted` in a sandbox.
  public func playing(timeout: Duration = .seconds(1)) throws(ClientError) -> [PlayingRecord] {
    var pages = PlayingPages(timeout)
    repeat {
      pages.take(try core.call(.request(pages.request), pages.remainingTime).playing)
    } while !pages.areComplete
    return pages.records
  }

  /// The daemon's counters.
  ///
  /// - Parameter resetting: whether the daemon resets them to zero after the reply.
  public func statistics(
    resetting: Bool = false, timeout: Duration = .seconds(1)
  ) throws(ClientError) -> StatisticsReport {
    try core.call(.request(.statistics(resetting: resetting)), timeout).statistics
  }

  /// The daemon's reply to hello: its version and its limits.
  public func hello(timeout: Duration = .seconds(1)) throws(ClientError) -> HelloReply {
    // Replies keep the order of requests: after this one, the reply to hello has arrived.
    _ = try core.call(.request(.devices), timeout)
    return try core.hello()
  }

  func verdict(on request: Request, _ timeout: Duration) throws(ClientError) -> VerdictReply {
    try core.call(.request(request), timeout).verdict
  }
}
