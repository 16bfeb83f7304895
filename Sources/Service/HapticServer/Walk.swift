internal import HapticPatterns
internal import HapticSystem
internal import MotorRendering

/// What all playbacks of one actuator request together at one moment, collected in one pass.
struct Walk {
  /// The planned time of the latest change, or nil if nothing changed.
  var planned: Instant?
  var level = Level.off
  /// The time of the next change, or `.distantFuture` if there is none.
  var nextEvent = Instant.distantFuture
  /// The time of the next rendering, or `.distantFuture` if there is none.
  var nextDrawing = Instant.distantFuture
  /// The playing category of the lowest priority, or nil if nothing plays.
  var lowest: Category?
  /// Whether a playback waits for its first level at the motors.
  var isStarting = false
  /// Whether a playback has rendered levels that are still to be uploaded.
  var hasFreshLevels = false
}
