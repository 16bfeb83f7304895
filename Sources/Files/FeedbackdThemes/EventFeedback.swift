public import HapticPatterns

/// The feedback for an event: at most one of each kind.
public struct EventFeedback: Hashable, Sendable {
  public var pattern: Leveled<Pattern>?
  public var sound: Leveled<SoundFeedback>?
  public var light: Leveled<LightFeedback>?
  /// A time in which the event does nothing; feedbackd's tests use it.
  public var pause: Leveled<Duration>?

  public init() {}
}

/// A feedback with the lowest level at which it plays.
public struct Leveled<Feedback: Hashable & Sendable>: Hashable, Sendable {
  public let feedback: Feedback
  public let level: FeedbackLevel

  public init(_ feedback: Feedback, _ level: FeedbackLevel) {
    self.feedback = feedback
    self.level = level
  }
}

/// A profile of feedbackd. A level includes all lower ones.
public enum FeedbackLevel: UInt8, CaseIterable, Comparable, Sendable {
  case silent, quiet, full

  public init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  var name: String { String(describing: self) }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A sound of the user's sound theme.
public struct SoundFeedback: Hashable, Sendable {
  /// The name of the sound.
  public let effect: String
  /// The media role for the sound server; empty for its default, `event`.
  public let role: String

  public init(_ effect: String, role: String = "") {
    self.effect = effect
    self.role = role
  }
}

/// A light of the phone.
public struct LightFeedback: Hashable, Sendable {
  public let red, green, blue: UInt8
  /// The share of the full brightness, 1...100.
  public let percent: UInt8
  /// The frequency of blinking in 1/1000 Hz; 0 for a steady light.
  public let millihertz: UInt32

  public init(red: UInt8, green: UInt8, blue: UInt8, percent: UInt8 = 100, millihertz: UInt32) {
    self.red = red
    self.green = green
    self.blue = blue
    self.percent = percent
    self.millihertz = millihertz
  }
}
