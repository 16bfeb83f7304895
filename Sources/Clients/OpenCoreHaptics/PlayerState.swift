internal import Haptics

/// The settings and the playback of a player.
struct PlayerState: Sendable {
  enum Stage: Sendable {
    case none
    /// The start is too far ahead to be sent.
    case waiting
    case sent
    /// The daemon does not play it.
    case silent
  }

  private(set) var playback: PlaybackID?
  var stage = Stage.none
  /// The expected time of the playback.
  var time: SilentPlayback?
  /// The scheduled start of a playback that is silent until then; nil for any other.
  var silentUntil: Instant?
  /// Rises at each change of the expected time, so that an old timer has no effect.
  var timeChanges = 0

  var isMuted = false
  var loopEnabled = false
  var loopEnd = 0.0
  var rate: Float = 1
  var completionHandler = Handler<CHHapticAdvancedPatternPlayerCompletionHandler> { _ in }

  // For the next start:
  var offset = Duration.zero
  /// The commands that follow the play: controls for its start, and actions that a playback has received while it waits.
  var pending: [Command] = []

  var loop: Loop? { loopEnabled ? Loop(end: loopEnd > 0 ? .ofPattern(loopEnd) : nil) : nil }

  /// Whether the daemon does not play this playback, and no change followed the given one.
  func isSilent(_ playback: PlaybackID, since change: Int) -> Bool {
    self.playback == playback && stage != .sent && timeChanges == change
  }

  /// Begins a playback with the present settings.
  mutating func begin(_ playback: PlaybackID, at start: Instant, _ duration: Duration) {
    dropActions()
    self.playback = playback
    stage = .waiting
    time = SilentPlayback(
      from: start, at: offset, rate: Double(rate), duration: duration,
      loopEnd: loop.map { $0.end ?? duration })
  }

  mutating func end() {
    dropActions()
    playback = nil
    stage = .none
    time = nil
  }

  /// Drops the actions for the playback. The pending controls apply to the next one.
  private mutating func dropActions() { pending.removeAll { !$0.isControl } }

  mutating func forgetPending() {
    offset = .zero
    pending = []
  }
}
