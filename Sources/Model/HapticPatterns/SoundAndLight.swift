/// A sound of the user's sound theme.
package struct SoundFeedback: Hashable, Sendable {
  /// The name of the sound.
  package let effect: String
  /// The media role for the sound server; empty for its default, `event`.
  package let role: String

  package init(_ effect: String, role: String = "") {
    self.effect = effect
    self.role = role
  }
}

/// A light of the phone.
package struct LightFeedback: Hashable, Sendable {
  package let red, green, blue: UInt8
  /// The share of the full brightness, 1...100.
  package let percent: UInt8
  /// The frequency of blinking in 1/1000 Hz; 0 for a steady light.
  package let millihertz: UInt32

  package init(red: UInt8, green: UInt8, blue: UInt8, percent: UInt8 = 100, millihertz: UInt32) {
    self.red = red
    self.green = green
    self.blue = blue
    self.percent = percent
    self.millihertz = millihertz
  }
}
