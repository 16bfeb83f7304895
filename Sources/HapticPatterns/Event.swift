internal import Glibc

/// One thing to be felt: a tap, or a vibration that lasts.
public struct Event: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A short tap that ends by itself; how short, its sharpness says.
    case transient
    /// A vibration of this length, to which its release comes; `Event.endless` for one without a fixed end.
    case continuous(duration: Duration)
  }

  /// When it starts, from the start of its pattern: from zero to `endless`.
  public let time: Duration
  public let kind: Kind
  public let intensity: Intensity
  public let sharpness: Sharpness
  /// How a continuous event comes and goes; of no meaning to a tap.
  public let envelope: Envelope
  /// A length that a tap was given for the sake of the pattern's end, as Core Haptics allows; nothing is felt of it.
  public let logicalDuration: Duration

  /// The duration of a continuous event without a fixed end (Core Haptics: `duration` 0, `GCHapticDurationInfinite`):
  /// an hour, which is as long as anything lasts.
  public static let endless = Duration.seconds(3600)

  /// The latest moment of a pattern: an event may start when `endless` is over, and last as long again.
  public static let latest = endless * 2

  /// Times and durations below zero count as zero, above `endless` as `endless`.
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

  /// How long the event is meant to be felt; a continuous one with its release.
  public var duration: Duration {
    switch kind {
    case .transient: Self.transientDuration(sharpness)
    case .continuous(let duration): envelope.length(of: duration)
    }
  }

  public var end: Duration { time + duration }

  /// The latest end that the event could have with any envelope and sharpness.
  var latestEnd: Duration {
    switch kind {
    case .transient: time + max(Self.longestTransient, logicalDuration)
    case .continuous(let duration): envelope.release > 0 ? time + duration + Envelope.longestSwell : time + duration
    }
  }

  /// How long a tap of this sharpness is meant to be felt: 36 ms when dull, 12 ms when crisp, geometric in between.
  ///
  /// Apple publishes no figure. These are the ends of the range of Meta's "emphasis" (27-36 ms dull, 12-20 ms crisp),
  /// and they lie on both sides of the 20 ms that Android's guidelines give as the limit of a crisp click. Up to about
  /// 30 ms a burst is felt as one pulse, not as a vibration (Remache-Vinueza 2025).
  public static func transientDuration(_ sharpness: Sharpness) -> Duration {
    .nanoseconds(Int64(dullTransientNanoseconds * pow(crispPerDull, sharpness.rawValue)))
  }

  static let longestTransient = transientDuration(0)
  private static let dullTransientNanoseconds = 36e6
  private static let crispPerDull = 12.0 / 36.0

  /// What an event has that names no intensity: Apple's own examples play such events and expect to feel them.
  public static let defaultIntensity = Intensity.full
  /// What an event has that names no sharpness: neither dull nor sharp, as Meta's converter takes a missing frequency.
  public static let defaultSharpness = Sharpness(0.5)
}

extension Duration {
  /// Within the times that a pattern has, so that no sum of them overflows.
  var withinPattern: Duration { min(max(self, .zero), Event.latest) }
}
