internal import Haptics

/// The state of an engine.
///
///     stopped ── start ──> running ── auto shutdown ──> idle ── start of a player ──> running
///        ↑                    │
///        └── stop, lost ──────┘
struct EngineState: Sendable {
  enum Phase: Sendable { case stopped, running, idle }

  private(set) var phase = Phase.stopped
  /// The number of starts and stops: a start that waits for the daemon does not undo a later stop, nor does its failure
  /// undo a later start.
  private(set) var starts = 0
  private(set) var stops = 0
  /// The number of connections that were lost; players of an earlier one are invalid.
  var generation = 0
  /// Whether the connection was lost and is not restored yet.
  var isLost = false
  /// Whether the session is paused: inactive, locked or asleep.
  var isSessionPaused = false
  /// Whether the application has released the engine; players may still refer to it.
  var isDestroyed = false
  /// Whether the engine receives events.
  var isListening = false

  /// The players by their playbacks. The engine keeps a player that plays.
  var active: Players = [:]
  /// Rises at each change of activity, so that an old timer of the auto shutdown has no effect.
  var activity = 0
  /// The patterns in the daemon.
  var definitions: [Pattern: WeakDefinition] = [:]
  /// The memory of all patterns in the daemon, in bytes of packets.
  var patternBytes = 0

  /// The registered sounds, and the number of the last one.
  var resources: Set<CHHapticAudioResourceID> = []
  var lastResource: CHHapticAudioResourceID = 0

  // What the application sets:
  var stoppedHandler = Handler<CHHapticEngine.StoppedHandler> { _ in }
  var resetHandler = Handler<CHHapticEngine.ResetHandler> {}
  var finishedHandlers: [Handler<CHHapticEngine.FinishedHandler>] = []
  var isAutoShutdownEnabled = false
  var isMutedForHaptics = false
  var isMutedForAudio = false
  var playsHapticsOnly = false
  var playsAudioOnly = false

  mutating func start() {
    phase = .running
    starts += 1
  }

  mutating func stop() {
    phase = .stopped
    stops += 1
  }

  /// Stops after a failure or a loss of the connection. A start that waits for the daemon goes on.
  mutating func interrupt() { phase = .stopped }

  /// Stops for now; the next player starts the engine again.
  mutating func rest() { phase = .idle }
}

/// Players by their playbacks.
typealias Players = [PlaybackID: PatternPlayer]
