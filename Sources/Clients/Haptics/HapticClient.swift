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
/// let tap = haptics.prepare(.impact(.light))      // while the view appears
/// tap.play()                                      // when the finger lands
/// haptics.play(.success, intensity: 0.8)          // no preparation needed either
///
/// let reply = try await haptics.play(.init(.error), timeout: .seconds(1))
/// print(reply.verdict.name)                       // played, noActuator, expired ...
/// ```
///
/// Patterns of the application are played like feedbacks, after `define(_:category:for:)`. An active playback can be
/// paused, moved, looped and controlled: see `pause(_:at:)`, `loop(_:_:at:)` and `send(_:to:at:)`.
///
/// **Plays do not wait.** A play is one non-blocking send without allocations. It returns whether the request was
/// sent, not whether anything was felt. Calls with a `timeout` wait for the daemon: they suspend the task. The same
/// calls of `blocking` block the thread instead, for programs without concurrency.
///
/// **Connections are restored.** The client connects on first use, and again after a restart of the daemon, with all
/// prepared handles and the monitored scope. Without a daemon, calls return at once; after a failed attempt, the next
/// one is made no sooner than 0.1 seconds later, then 0.2, 0.4 and so on up to 5 seconds. A daemon whose packets are not
/// of the protocol is connected again after 5 seconds.
///
/// **Playbacks end with their client**: the daemon stops the playbacks of a connection that closes. Keep the client
/// as long as its haptics should last.
///
/// **Threads.** All methods can be called from any thread. There are two ways to receive events: `events()`, a stream
/// fed by a thread of the client, and `fileDescriptor` with `dispatch()` in the application's own event loop. An
/// application that only plays needs neither.
public final class HapticClient: Sendable {
  let core: Core
  private let playbacks = Atomic<UInt32>(0)

  /// Creates a client. It connects on first use.
  ///
  /// - Parameters:
  ///   - applicationName: the name of the application, such as its reverse domain name; shown by monitors. A name of
  ///   more than 48 bytes is truncated.
  ///   - socketPath: the path of the daemon's socket; nil means `HAPTICD_SOCKET` in the environment, or
  ///   `hapticd.sock` in `XDG_RUNTIME_DIR`.
  public init(applicationName: String, socketPath: String? = nil) {
    let place = socketPath.map(DaemonSocket.file) ?? .ofEnvironment
    core = Core(socket: place, applicationName: ShortName(truncating: applicationName))
  }

  /// A client with a given first serial, for tests.
  init(socketPath: String, serial: UInt32) {
    core = Core(socket: .file(socketPath), applicationName: "", serial: serial)
  }

  deinit { core.close() }

  // MARK: Playing

  /// Plays a feedback now: one non-blocking send without allocations.
  ///
  /// - Parameter intensity: from 0 to 1, clamped.
  /// - Returns: whether the request was sent; false without a daemon, if the socket is full, or if the name is longer
  ///   than 48 bytes.
  @discardableResult
  public func play(_ name: FeedbackName, intensity: Double = 1) -> Bool {
    name.isValid && core.play(.name(name.text), intensity: intensity)
  }

  /// Plays the feedback with this name now; see `play(_:intensity:)`.
  @discardableResult
  public func play(_ name: String, intensity: Double = 1) -> Bool { play(FeedbackName(name), intensity: intensity) }

  /// Plays a haptic: one non-blocking send without allocations.
  ///
  /// - Returns: whether the request was sent; false without a daemon, or if the socket is full.
  @discardableResult
  public func play(_ haptic: Haptic) -> Bool {
    guard let play = haptic.request else { return false }
    return core.fire(.play(play))
  }

  /// A number for a playback. It repeats only after about four thousand million plays.
  public func newPlayback() -> PlaybackID {
    while true {
      let number = playbacks.wrappingAdd(1, ordering: .relaxed).newValue
      // Zero means no number.
      if let playback = PlaybackID(rawValue: number) { return playback }
    }
  }

  // MARK: Stopping

  /// Stops one playback of this client, or all of them, without waiting.
  ///
  /// - Returns: whether the request was sent. Without a connection, nothing plays, and nothing is sent: a stop does not
  ///   connect, so that it does not start the daemon.
  @discardableResult
  public func stop(_ playback: PlaybackID? = nil) -> Bool { core.fire(.stop(playback)) }

  /// Stops the playbacks of all clients and silences all devices, without waiting. For emergencies.
  @discardableResult
  public func stopEverything() -> Bool { core.fire(.stopEverything) }

  // MARK: Preparing

  /// Prepares a feedback, so that the first play is as fast as the later ones. Does not wait. Without a daemon, it is
  /// prepared after the next connection.
  ///
  /// - Parameters:
  ///   - device: the device that will play it; if nil, the daemon chooses one.
  ///   - allowingFallback: whether a shorter name may replace one that the daemon does not know; see
  ///   `Haptic.Subject.feedback`. Otherwise an unknown name is not played, and `Prepared.verdict(timeout:)` reports it.
  public func prepare(
    _ name: FeedbackName, for device: DeviceID? = nil, allowingFallback: Bool = false
  ) -> Prepared {
    Prepared(
      self, name, allowsFallback: allowingFallback, for: device,
      name.isValid ? core.claim { $0.claim(name.text, for: device, allowingFallback: allowingFallback) } : nil)
  }

  /// Prepares the feedback with this name; see `prepare(_:for:allowingFallback:)`.
  public func prepare(_ name: String, for device: DeviceID? = nil, allowingFallback: Bool = false) -> Prepared {
    prepare(FeedbackName(name), for: device, allowingFallback: allowingFallback)
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
  /// 16,384 events and 32,768 parameters and points of curves; all patterns of a
  /// client together may have 1 MiB in packets. `Prepared.verdict(timeout:)` returns `limit` beyond that.
  ///
  /// - Parameters:
  ///   - category: the category of its plays, unless a play gives another.
  ///   - device: the device that will play it; if nil, the daemon chooses one.
  public func define(
    _ pattern: Pattern, category: Category = .media, for device: DeviceID? = nil
  ) -> Prepared {
    defer { core.tend() }
    return Prepared(self, pattern: pattern, for: device, core.claim { $0.claim(pattern, category, for: device) })
  }
}
