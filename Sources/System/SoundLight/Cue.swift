/// A sound or a light for an event.
package enum Cue: Hashable, Sendable {
  case sound(Sound)
  case light(Light)

  /// A sound of the user's sound theme, or of a file.
  package struct Sound: Hashable, Sendable {
    /// The name in the sound theme.
    package var effect: String
    /// The absolute path of a file that replaces the sound of the theme; empty for none.
    package var file: String
    /// The media role for the sound server; empty for `event`.
    package var role: String

    package init(_ effect: String, file: String = "", role: String = "") {
      self.effect = effect
      self.file = file
      self.role = role
    }
  }

  /// A light of the phone, which lasts until it is ended.
  package struct Light: Hashable, Sendable {
    package var red, green, blue: UInt8
    /// The share of the full brightness, 1...100.
    package var percent: UInt8
    /// The frequency of blinking in 1/1000 Hz; 0 for a steady light.
    package var millihertz: UInt32
    /// Of several lights, the one of the highest rank is shown, and the latest of these.
    package var rank: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, percent: UInt8 = 100, millihertz: UInt32, rank: UInt8 = 0) {
      self.red = red
      self.green = green
      self.blue = blue
      self.percent = percent
      self.millihertz = millihertz
      self.rank = rank
    }
  }

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
