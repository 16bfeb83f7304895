internal import Glibc

/// The rise and fall of a continuous event: four values of 0...1, as in Core Haptics.
///
///     sustained        ┌─ hold ──────┐            not sustained
///                     ╱               ╲                    ╱╲
///                    ╱                 ╲                  ╱  ╲
///              attack│<── duration ──>│release     attack│   │decay, then over
///
/// The values are not seconds: times grow exponentially with them, and Apple publishes no figures. The longest time
/// here is two seconds, the slowest rise that is still felt as one swell.
public struct Envelope: Hashable, Sendable {
  /// The length of the rise, 0...1 (`AttackTime`).
  public let attack: Double
  /// The length of the fall after the attack if the event is not sustained, 0...1 (`DecayTime`).
  public let decay: Double
  /// The length of the fall after the duration, 0...1 (`ReleaseTime`).
  public let release: Double
  /// Whether the event holds its intensity for the duration (`Sustained` 1); otherwise it ends after its decay.
  public let isSustained: Bool

  /// Creates an envelope. Values outside 0...1 are clamped; not-a-number becomes 0.
  public init(attack: Double = 0, decay: Double = 0, release: Double = 0, isSustained: Bool = true) {
    self.attack = attack.clampedToUnit
    self.decay = decay.clampedToUnit
    self.release = release.clampedToUnit
    self.isSustained = isSustained
  }

  /// The default: full intensity for the whole duration, without attack and release.
  public static let standard = Envelope()

  /// Returns the time of an attack or a release: 0 at 0, 131 ms at 0.5, 1.99 s at 1.
  public static func swell(_ knob: Double) -> Duration { knob > 0 ? shortest * (growth(knob) - 1) : .zero }

  /// Returns the time of a decay: 10 ms at 0, so that an event without decay is a pulse; 2 s at 1.
  public static func decayTime(_ knob: Double) -> Duration { shortest * growth(knob) }

  /// The time of about two commands of a fast device; shorter times cannot be rendered.
  static let shortest = Duration.milliseconds(10)
  static let longest = Duration.seconds(2)

  /// The longest attack and the longest release.
  static let longestSwell = swell(1)

  private static func growth(_ knob: Double) -> Double { pow(longest / shortest, knob.clampedToUnit) }

  /// Returns the envelope with the values of dynamic parameters added.
  func turned(attack: Double, decay: Double, release: Double) -> Envelope {
    Envelope(
      attack: self.attack + attack, decay: self.decay + decay, release: self.release + release,
      isSustained: isSustained)
  }

  /// Returns the length for which an event of this `duration` is felt, including its release.
  public func length(of duration: Duration) -> Duration {
    self == .standard ? duration : swells.length(of: duration)
  }

  /// Returns the fraction of the intensity, 0...1, at `elapsed` after the start of an event of this `duration`.
  public func gain(at elapsed: Duration, of duration: Duration) -> Double { swells.gain(at: elapsed, of: duration) }

  /// The envelope as times. Each access computes powers: keep the result for several moments.
  public var swells: Swells {
    Swells(
      attack: Self.swell(attack), decay: isSustained ? nil : Self.decayTime(decay), release: Self.swell(release))
  }

  /// The times of the parts of an envelope.
  public struct Swells: Hashable, Sendable {
    public let attack: Duration
    /// Nil for a sustained event.
    public let decay: Duration?
    public let release: Duration

    /// Returns the length for which an event of this `duration` is felt, including its release.
    public func length(of duration: Duration) -> Duration {
      let sounding = decay.map { min(duration, attack + $0) } ?? duration
      return sounding + (gain(before: sounding) > 0 ? release : .zero)
    }

    /// Returns the fraction of the intensity, 0...1, at `elapsed` after the start of an event of this `duration`.
    public func gain(at elapsed: Duration, of duration: Duration) -> Double {
      guard elapsed >= .zero else { return 0 }
      if elapsed < duration { return gain(before: elapsed) }
      let since = elapsed - duration
      guard since < release else { return 0 }
      return gain(before: duration) * (1 - since.part(of: release))
    }

    private func gain(before elapsed: Duration) -> Double {
      if elapsed < attack { return elapsed.part(of: attack) }
      return decay.map { max(0, 1 - (elapsed - attack) / $0) } ?? 1
    }
  }
}
