internal import Glibc

/// A haptic event: a tap or a vibration.
public struct Event: Hashable, Sendable {
  /// The kinds of events.
  public enum Kind: Hashable, Sendable {
    /// A short tap that ends by itself; the sharpness determines its length.
    case transient
    /// A vibration of this duration, followed by its release; `Event.endless` for a vibration without a fixed end.
    case continuous(duration: Duration)
  }

  /// The start, from the start of the pattern; in the range from zero to `endless`.
  public let time: Duration
  public let kind: Kind
  public let intensity: Intensity
  public let sharpness: Sharpness
  /// The envelope of a continuous event; ignored for a tap.
  public let envelope: Envelope
  /// A length of a tap that only extends the pattern, as Core Haptics allows; it is not felt.
  public let logicalDuration: Duration

  /// The duration of a continuous event without a fixed end (Core Haptics: `duration` 0, `GCHapticDurationInfinite`):
  /// one hour, the longest duration.
  public static let endless = Duration.seconds(3600)

  /// The latest time in a pattern: an event may start at `endless`, and last as long.
  public static let latest = endless * 2

  /// Creates an event. Times and durations are clamped to the range from zero to `endless`.
  public init(
    _ kind: Kind, at time: Duration = .zero, intensity: Intensity, sharpness: Sharpness,
    envelope: Envelope = .standard, logicalDuration: Duration = .zero
  ) {
    self.time = Self.clamped(time)
    self.intensity = intensity
    self.sharpness = sharpness
    self.envelope = envelope
    switch kind {
    case .transient:
      self.kind = .transient
      self.logicalDuration = Self.clamped(logicalDuration)
    case .continuous(let duration):
      self.kind = .continuous(duration: Self.clamped(duration))
      self.logicalDuration = .zero
    }
  }

  private static func clamped(_ time: Duration) -> Duration { min(max(time, .zero), endless) }

  /// The intended length; for a continuous event including its release.
  public var duration: Duration {
    switch kind {
    case .transient: Self.transientDuration(sharpness)
    case .continuous(let duration): envelope.length(of: duration)
    }
  }

  public var end: Duration { time + duration }

  /// The latest possible end of the event with any envelope and sharpness.
  var latestEnd: Duration {
    switch kind {
    case .transient: time + max(Self.longestTransient, logicalDuration)
    case .continuous(let duration): envelope.release > 0 ? time + duration + Envelope.longestSwell : time + duration
    }
  }

  /// Returns the intended length of a tap of this sharpness: 36 ms for dull, 12 ms for sharp, geometric in between.
  ///
  /// Apple publishes no figures. These are the ends of the range of Meta's "emphasis" (27-36 ms dull, 12-20 ms sharp),
  /// around the 20 ms that Android's guidelines give as the limit of a crisp click. A burst of up to about 30 ms is
  /// felt as one pulse, not as a vibration (Remache-Vinueza 2025).
  public static func transientDuration(_ sharpness: Sharpness) -> Duration {
    .nanoseconds(Int64(dullTransientNanoseconds * pow(crispPerDull, sharpness.rawValue)))
  }

  static let longestTransient = transientDuration(0)
  private static let dullTransientNanoseconds = 36e6
  private static let crispPerDull = 12.0 / 36.0

  /// The intensity of an event without one: Apple's own examples expect such events to be felt.
  public static let defaultIntensity = Intensity.full
  /// The sharpness of an event without one: neither dull nor sharp, as Meta's converter treats a missing frequency.
  public static let defaultSharpness = Sharpness(0.5)
}

extension Duration {
  /// The duration clamped to the times of a pattern, so that no sum overflows.
  var withinPattern: Duration { min(max(self, .zero), Event.latest) }
}
