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
/// Patterns of the application's own are played like feedbacks, after `define(_:category:for:)`. What plays can be
/// paused, sought in, looped and turned up and down: see `pause(_:at:)`, `loop(_:_:end:at:)` and
/// `send(_:to:at:)`.
///
/// **Nothing waits.** Playing is one non-blocking send and allocates nothing; it says whether the request left, not
/// whether anything was felt. Only calls with a `timeout` wait, and those with `async` suspend.
///
/// **Nothing breaks.** The connection is made on first use and made again after the daemon restarted, with everything
/// prepared and monitored as before. Without a daemon, calls return at once; after a failed attempt the next one is
/// made no sooner than 0.1 seconds later, then 0.2, 0.4 and so on up to 5 seconds.
///
/// **The end of the client is silence**: the daemon stops the playbacks of a connection that closes. Keep the client
/// for as long as its haptics should last.
///
/// **Threads.** Every method may be called from any thread. Events reach the application in one of three ways: by
/// `events()`, a stream fed by a thread that is started for it; by `fileDescriptor` and `dispatch()` in a loop of its
/// own; or not at all, if it only plays.
public final class HapticClient: Sendable {
  let core: Core

  /// Makes a client; connects on first use.
  ///
  /// - Parameters:
  ///   - applicationName: what the application is called, such as its reverse domain name; shown by monitors.
  ///   - socketPath: where the daemon listens; nil is `HAPTICD_SOCKET` of the environment, else
  ///     `hapticd.sock` in `XDG_RUNTIME_DIR`.
  public init(applicationName: ShortName, socketPath: String? = nil) {
    let place = socketPath.map(DaemonSocket.file) ?? .ofEnvironment
    core = Core(socket: place, applicationName: applicationName)
  }

  /// A client that has sent many requests already.
  init(socketPath: String, serial: UInt32) {
    core = Core(socket: .file(socketPath), applicationName: "", serial: serial)
  }

  deinit { core.close() }
}

// MARK: - Playing

extension HapticClient {
  /// Plays a feedback now: one non-blocking send, which allocates nothing and never waits.
  ///
  /// - Parameter intensity: from 0 to 1, clamped.
  /// - Returns: whether it was sent; false without a daemon, or where the daemon does not read.
  @discardableResult
  public func play(_ name: ShortName, intensity: Double = 1) -> Bool { play(Haptic(name, intensity: intensity)) }

  /// Plays a haptic: one non-blocking send, which allocates nothing and never waits.
  ///
  /// - Returns: whether it was sent; false without a daemon, or where the daemon does not read.
  @discardableResult
  public func play(_ haptic: Haptic) -> Bool {
    guard let play = haptic.request else { return false }
    return core.fire(.play(play))
  }

  /// Plays a haptic and waits for its verdict.
  ///
  /// - Throws: a `ClientError` where there is no verdict, and `.unknownFeedback` with the nearest name where the daemon
  ///   does not know the name. Any other refusal is a verdict.
  public func play(_ haptic: Haptic, timeout: Duration) throws(ClientError) -> VerdictReply {
    guard let play = haptic.request else { return .noHandle }
    return try verdict(on: .request(.play(play)), naming: haptic.subject.name, timeout)
  }

  /// A number for a playback. It comes again only after all others, four thousand million plays later.
  public func newPlayback() -> PlaybackID { core.newPlayback() }

  /// Waits until a playback ended; one of the last 32 that ended counts too, so there is no race with its verdict.
  ///
  /// - Throws: `.timedOut` where it did not end in time, `.disconnected` where the daemon left.
  public func end(of playback: PlaybackID, timeout: Duration) throws(ClientError) -> Finished {
    try core.end(of: playback, timeout)
  }
}

// MARK: - Stopping

extension HapticClient {
  /// Stops one playback of this client, or all of them, without waiting.
  ///
  /// - Returns: whether the request was sent; without a connection nothing plays either.
  @discardableResult
  public func stop(_ playback: PlaybackID? = nil) -> Bool { core.fire(.stop(playback)) }

  /// Stops one playback of this client, or with nil all of them, and waits for the verdict; its `count` says how many.
  public func stop(_ playback: PlaybackID?, timeout: Duration) throws(ClientError) -> VerdictReply {
    try verdict(on: .stop(playback), timeout)
  }

  /// Stops the playbacks of every client and silences every device: the panic button. Does not wait.
  @discardableResult
  public func stopEverything() -> Bool { core.fire(.stopEverything) }

  /// Stops the playbacks of every client, and waits for the verdict; its `count` says how many.
  public func stopEverything(timeout: Duration) throws(ClientError) -> VerdictReply {
    try verdict(on: .stopEverything, timeout)
  }
}

// MARK: - Preparing

extension HapticClient {
  /// Makes a feedback ready, so that the first play is as fast as every other. Does not wait; without a daemon it is
  /// prepared as soon as there is one.
  ///
  /// - Parameters:
  ///   - device: where it will be played; nil leaves that to the daemon.
  ///   - allowingFallback: whether a shorter name may stand in for one that the daemon does not know; see
  ///     `Haptic.allowsFallback`. Otherwise such a name is not played, and `Prepared.verdict(timeout:)` says so.
  public func prepare(
    _ name: ShortName, for device: DeviceID? = nil, allowingFallback: Bool = false
  ) -> Prepared {
    Prepared(
      self, .feedback(name, allowsFallback: allowingFallback), device,
      core.claim(name, for: device, allowingFallback: allowingFallback))
  }

  /// Makes a pattern of the application's own ready to be played. Does not wait: it is sent as far as the daemon takes
  /// it at once, and the rest follows by itself; without a daemon it is defined as soon as there is one. Like everything
  /// prepared, it is sent again to a daemon that restarted, or when the devices changed.
  ///
  /// ```swift
  /// let knock = haptics.define([
  ///   Event(.transient, intensity: 0.8, sharpness: 0.4),
  ///   Event(.transient, at: .milliseconds(140), intensity: 1, sharpness: 0.6),
  /// ])
  /// knock.play()
  /// ```
  ///
  /// Sounds stay with the application. Times travel as whole microseconds, up to an hour; a pattern may have
  /// `Limits.patternEvents` events and `Limits.patternPoints` parameters and points of curves, and all patterns of a
  /// client together `Limits.patternBytes`. `Prepared.verdict(timeout:)` says `limit` beyond that.
  ///
  /// - Parameters:
  ///   - category: why it plays, unless the play says otherwise.
  ///   - device: where it will be played; nil leaves that to the daemon.
  public func define(
    _ pattern: Pattern, category: Category = .media, for device: DeviceID? = nil
  ) -> Prepared {
    Prepared(self, .pattern(pattern), device, core.claim(pattern, category, for: device))
  }

  func release(_ handle: Handle) { core.release(handle) }
}

// MARK: - Asking

extension HapticClient {
  /// Every force-feedback device the daemon knows, also those it leaves alone.
  public func devices(timeout: Duration = .seconds(1)) throws(ClientError) -> [DeviceRecord] {
    try core.call(.request(.devices), timeout).devices
  }

  /// Every feedback that the daemon knows, in its order: what it means, and which pattern of which theme is played for it.
  public func feedbacks(timeout: Duration = .seconds(1)) throws(ClientError) -> [FeedbackRecord] {
    var pages = FeedbackPages(timeout)
    repeat {
      pages.take(try core.call(.request(pages.request), pages.remainingTime).feedbacks)
    } while !pages.areComplete
    return pages.records
  }

  /// What became of the latest requests of all clients, oldest first; the daemon keeps `Limits.history` of them.
  ///
  /// - Parameter number: only what came after the one with this number; 0 is from the oldest.
  /// - Throws: `.notPermitted` in a sandbox.
  public func history(after number: UInt64 = 0, timeout: Duration = .seconds(1)) throws(ClientError) -> [Observed] {
    var pages = HistoryPages(after: number, timeout)
    repeat {
      pages.take(try core.call(.request(pages.request), pages.remainingTime).history)
    } while !pages.areComplete
    return pages.records
  }

  /// What is in force in the daemon.
  ///
  /// - Throws: `.notPermitted` in a sandbox.
  public func status(timeout: Duration = .seconds(1)) throws(ClientError) -> Status {
    try core.call(.request(.status), timeout).status
  }

  /// Has the daemon read the preference files and the theme, and waits until they are in force: for whoever has just
  /// changed a file. Otherwise the daemon notices by itself, a moment later.
  ///
  /// - Returns: `.done`; `.notPermitted` in a sandbox, `.limit` where the client asks faster than files are read.
  public func reload(timeout: Duration = .seconds(1)) throws(ClientError) -> VerdictReply {
    try verdict(on: .reload, timeout)
  }

  /// The playbacks of all clients that run or wait for their start, in the order in which they were asked for. One play on
  /// several devices has a record for each, with the same number.
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
  /// - Parameter resetting: whether they start again from zero after reading.
  public func statistics(
    resetting: Bool = false, timeout: Duration = .seconds(1)
  ) throws(ClientError) -> StatisticsReport {
    try core.call(.request(.statistics(resetting: resetting)), timeout).statistics
  }

  /// What the daemon said of itself: its version, and what a client may hold.
  public func hello(timeout: Duration = .seconds(1)) throws(ClientError) -> HelloReply {
    // Replies come in order: when the list is here, the hello is.
    _ = try core.call(.request(.devices), timeout)
    return try core.hello()
  }

  func verdict(on request: Request, _ timeout: Duration) throws(ClientError) -> VerdictReply {
    try core.call(.request(request), timeout).verdict
  }
}
