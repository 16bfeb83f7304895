internal import Glibc

/// How a continuous event comes and goes: four knobs of 0...1, as Core Haptics has them.
///
///     sustained        ┌─ hold ──────┐            not sustained
///                     ╱               ╲                    ╱╲
///                    ╱                 ╲                  ╱  ╲
///              attack│<── duration ──>│release     attack│   │decay, then over
///
/// The knobs are no seconds: times grow exponentially with them, and Apple publishes no figure. Ours run up to two
/// seconds, which is as slow as a swell is still felt as one.
public struct Envelope: Hashable, Sendable {
  /// How slowly the event comes, 0...1 (`AttackTime`).
  public let attack: Double
  /// How slowly it goes after its attack where it is not sustained, 0...1 (`DecayTime`).
  public let decay: Double
  /// How slowly it goes after its duration, 0...1 (`ReleaseTime`).
  public let release: Double
  /// Whether it holds its intensity for the duration (`Sustained` 1); otherwise it is over when its decay is.
  public let isSustained: Bool

  /// Knobs outside 0...1 are clamped; not a number is 0.
  public init(attack: Double = 0, decay: Double = 0, release: Double = 0, isSustained: Bool = true) {
    self.attack = attack.clampedToUnit
    self.decay = decay.clampedToUnit
    self.release = release.clampedToUnit
    self.isSustained = isSustained
  }

  /// At once there, held, at once gone: what an event has that says nothing else.
  public static let standard = Envelope()

  /// How long an attack or a release lasts: nothing at 0, 131 ms at one half, 1.99 s at 1.
  public static func swell(_ knob: Double) -> Duration { knob > 0 ? shortest * (growth(knob) - 1) : .zero }

  /// How long a decay lasts: 10 ms at 0, so that an event without any decay is a pulse and not nothing; 2 s at 1.
  public static func decayTime(_ knob: Double) -> Duration { shortest * growth(knob) }

  /// About two commands of a fast device: nothing shorter could be rendered.
  static let shortest = Duration.milliseconds(10)
  static let longest = Duration.seconds(2)

  /// The longest attack and the longest release.
  static let longestSwell = swell(1)

  private static func growth(_ knob: Double) -> Double { pow(longest / shortest, knob.clampedToUnit) }

  /// With the knobs turned by dynamic parameters, which add.
  func turned(attack: Double, decay: Double, release: Double) -> Envelope {
    Envelope(
      attack: self.attack + attack, decay: self.decay + decay, release: self.release + release,
      isSustained: isSustained)
  }

  /// How long an event of this `duration` is felt, its release included.
  public func length(of duration: Duration) -> Duration {
    self == .standard ? duration : swells.length(of: duration)
  }

  /// The part of the intensity, 0...1, that is meant `elapsed` after the start of an event of this `duration`.
  public func gain(at elapsed: Duration, of duration: Duration) -> Double { swells.gain(at: elapsed, of: duration) }

  /// The envelope in time. Each duration takes a power: ask for them once for several moments.
  public var swells: Swells {
    Swells(
      attack: Self.swell(attack), decay: isSustained ? nil : Self.decayTime(decay), release: Self.swell(release))
  }

  /// How long each part of an envelope lasts.
  public struct Swells: Hashable, Sendable {
    public let attack: Duration
    /// Nil for a sustained event.
    public let decay: Duration?
    public let release: Duration

    /// How long an event of this `duration` is felt, its release included.
    public func length(of duration: Duration) -> Duration {
      let sounding = decay.map { min(duration, attack + $0) } ?? duration
      return sounding + (gain(before: sounding) > 0 ? release : .zero)
    }

    /// The part of the intensity, 0...1, that is meant `elapsed` after the start of an event of this `duration`.
    public func gain(at elapsed: Duration, of duration: Duration) -> Double {
      guard elapsed >= .zero else { return 0 }
      if elapsed < duration { return gain(before: elapsed) }
      let since = elapsed - duration
      guard since < release else { return 0 }
      return gain(before: duration) * (1 - since.part(of: release))
    }

    /// The gain before the release.
    private func gain(before elapsed: Duration) -> Double {
      if elapsed < attack { return elapsed.part(of: attack) }
      return decay.map { max(0, 1 - (elapsed - attack) / $0) } ?? 1
    }
  }
}
