public import Foundation

/// Plays one pattern. Made by `CHHapticEngine.makePlayer(with:)`; can start again and again.
///
/// `time` is a time of the engine in seconds, as `CHHapticEngine.currentTime`; 0 and past times mean now. A negative
/// time and one that is not a number throw `invalidTime`. All methods return at once.
///
/// The haptics continue if the player is released; they end with the engine. Apple: `CHHapticPatternPlayer`.
public protocol CHHapticPatternPlayer: NSObjectProtocol {
  /// Whether the player is silent; its time continues. May change at any time.
  var isMuted: Bool { get set }

  /// Starts the pattern from its beginning. A player that already plays starts again.
  ///
  /// - Throws: `engineNotRunning` if the engine is stopped, `serverInterrupted` without a connection,
  ///   `invalidPatternPlayer` if hapticd restarted since the player was made, `invalidTime`.
  func start(atTime time: TimeInterval) throws

  /// Ends the playback. Does nothing if the player does not play.
  func stop(atTime time: TimeInterval) throws

  /// Changes dynamic parameters; their times count from `time`. Parameters that are sent while nothing plays apply to
  /// the next start.
  ///
  /// At most 64 changes wait for their time in one playback; later ones are dropped. A curve is one.
  ///
  /// - Throws: `invalidParameterType` for an unknown parameter, `badParameterEntry` for a value that is not a number,
  ///   `invalidTime`; `resourceNotAvailable` for more than 64 parameters.
  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws

  /// Starts a curve at `time`, which replaces the curve's `relativeTime`. While nothing plays, it applies to the next
  /// start.
  ///
  /// - Throws: as `sendParameters(_:atTime:)`.
  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws

  /// Drops all scheduled commands, parameters and curves, and ends the playback.
  func cancel() throws
}

/// A player that can pause, seek, loop and change its rate. Made by `CHHapticEngine.makeAdvancedPlayer(with:)`.
///
/// Apple: `CHHapticAdvancedPatternPlayer`.
public protocol CHHapticAdvancedPatternPlayer: CHHapticPatternPlayer {
  /// Whether the pattern starts again at its loop end. May change during the playback.
  var loopEnabled: Bool { get set }

  /// The end of the loop, in seconds from the start of the pattern; 0 means the end of the last event. Negative values
  /// and NaN count as 0.
  var loopEnd: TimeInterval { get set }

  /// The rate: 2 is twice as fast. Values that are not above 0 are ignored; others are clamped to 0.1...10.
  var playbackRate: Float { get set }

  /// Called on an internal queue when a playback ends: with nil at its end or after a stop, otherwise with the error.
  /// A start that replaces a playback does not call it.
  var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler { get set }

  /// Pauses the playback and keeps its position. Does nothing if the player does not play.
  func pause(atTime time: TimeInterval) throws

  /// Continues a paused playback at its position. Does nothing if the player does not play.
  func resume(atTime time: TimeInterval) throws

  /// Moves the playback to a position, in seconds from the start of the pattern. A position at the end or later ends
  /// the playback, or starts the next pass of a loop. While nothing plays, the next start begins there.
  ///
  /// - Throws: `invalidTime` for a position that is negative or not a number.
  func seek(toOffset offsetTime: TimeInterval) throws
}
