internal import Glibc

/// One thing to be felt: a tap, or a vibration that lasts.
public struct Event: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A short tap that ends by itself; how short, its sharpness says.
    case transient
    /// A vibration of this length.
    case continuous(duration: Duration)
  }

  /// When it starts, from the start of its pattern; never negative.
  public let time: Duration
  public let kind: Kind
  public let intensity: Intensity
  public let sharpness: Sharpness

  /// A time or a duration below zero counts as zero.
  public init(_ kind: Kind, at time: Duration = .zero, intensity: Intensity, sharpness: Sharpness) {
    self.time = max(time, .zero)
    self.intensity = intensity
    self.sharpness = sharpness
    switch kind {
    case .transient: self.kind = .transient
    case .continuous(let duration): self.kind = .continuous(duration: max(duration, .zero))
    }
  }

  /// How long the event is meant to be felt.
  public var duration: Duration {
    switch kind {
    case .transient: Self.transientDuration(sharpness)
    case .continuous(let duration): duration
    }
  }

  public var end: Duration { time + duration }

  /// How long a tap of this sharpness is meant to be felt: 36 ms when dull, 12 ms when crisp, geometric in between.
  ///
  /// Apple publishes no figure. These are the ends of the range of Meta's "emphasis" (27-36 ms dull, 12-20 ms crisp),
  /// and they lie on both sides of the 20 ms that Android's guidelines give as the limit of a crisp click. Up to about
  /// 30 ms a burst is felt as one pulse, not as a vibration (Remache-Vinueza 2025).
  public static func transientDuration(_ sharpness: Sharpness) -> Duration {
    .nanoseconds(Int64(dullTransientNanoseconds * pow(crispPerDull, sharpness.rawValue)))
  }

  private static let dullTransientNanoseconds = 36e6
  private static let crispPerDull = 12.0 / 36.0

  /// The intended intensity at `moment` of the pattern: level while a continuous event lasts, falling in a straight
  /// line from the start of a transient. Zero outside the event.
  func intensity(at moment: Duration) -> Double {
    guard moment >= time, moment < end else { return 0 }
    switch kind {
    case .continuous: return intensity.rawValue
    case .transient: return intensity.rawValue * ((end - moment) / duration)
    }
  }
}
