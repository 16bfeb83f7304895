package import HapticPatterns

/// A sound or a light for an event.
package enum Cue: Hashable, Sendable {
  /// A sound of the user's sound theme, or of the file at an absolute path that replaces it.
  case sound(SoundFeedback, file: String? = nil)
  /// A light, which lasts until it is ended. Of several, the one of the highest rank is shown, and the latest of these.
  case light(LightFeedback, rank: UInt8 = 0)

  package var isLight: Bool { if case .light = self { true } else { false } }
}

/// A report on a cue. A cue ends with any result except `started`.
package enum CueResult: UInt8, CaseIterable, Hashable, Sendable {
  /// The sound plays, or the light is on.
  case started = 1
  /// The sound has ended.
  case ended = 2
  /// libcanberra is not installed.
  case noLibrary = 3
  /// No sound server runs.
  case noServer = 4
  /// Neither the sound theme nor its parents have the sound, or the file does not exist.
  case unknownSound = 5
  /// The sound server or the LED refused it, or the helper program ended.
  case failed = 6
  /// The machine has no LED for notifications.
  case noLight = 7
  /// The user has no permission to use the LED.
  case notPermitted = 8
  /// The helper program does not keep up, so the cue is dropped.
  case busy = 9
  /// The settings of the desktop switch event sounds off.
  case switchedOff = 10
}

/// A player of sounds and lights. Not Sendable: it belongs to the event loop.
package protocol CuePlayer: AnyObject {
  /// Called with each report on a cue that was not ended, from the event loop and never within `play` or `end`.
  var onResult: ((UInt32, CueResult) -> Void)? { get set }

  /// Starts a cue. Never waits.
  ///
  /// - Parameter number: a number that no running cue has.
  /// - Returns: the result if the cue cannot be started; nil if reports follow.
  func play(_ cue: Cue, as number: UInt32) -> CueResult?

  /// Ends a cue. No report follows.
  func end(_ number: UInt32)
}
