import HapticPatterns
import HapticThemes
import TestSupport
import Testing

@testable import MotorRendering

extension NamedModel {
  static let all = known

  /// Whether taps of different strengths feel different: the just noticeable difference of strength is 19 %. The
  /// slowest motors without levels need as long for the weakest felt pulse as for the strongest tap.
  var isGraded: Bool { felt("selection").loudness * 1.19 < felt("impact.heavy").loudness }

  /// The square root of a just noticeable ratio of strengths; `hapticctl lint` treats smaller differences as equal.
  static let noticedStep = 1.19.squareRoot()

  /// Whether the shortest felt pulse is longer than the intended buzzes of the theme.
  var isSluggish: Bool { model.shortestPulse > .milliseconds(50) }

  /// Returns the drive of a feedback of a theme.
  func drive(_ name: ShortName, of theme: Theme = .standard, intensity: Double = 1) -> Drive {
    model.drive(for: theme.vocabulary[name]!.pattern, intensity: intensity)
  }

  /// Returns the simulated sensation of a feedback of a theme.
  func felt(_ name: ShortName, of theme: Theme = .standard, intensity: Double = 1) -> FeltEnvelope {
    model.felt(drive(name, of: theme, intensity: intensity))
  }

  /// Returns the simulated sensation of repeated taps of a feedback.
  func felt(_ name: ShortName, times count: Int, every distance: Duration) -> FeltEnvelope {
    let events = Theme.standard.vocabulary[name]!.pattern.events
    let repeats = (0..<count).flatMap { index in
      events.map {
        Event($0.kind, at: $0.time + distance * index, intensity: $0.intensity, sharpness: $0.sharpness)
      }
    }
    return model.felt(model.drive(for: Pattern(repeats)))
  }
}

extension FeltEnvelope {
  /// The strengths after the skin's integration: pulses of different lengths become comparable.
  private var integrated: [Double] {
    let step = max(Int(Skin.grain / interval.inMilliseconds), 1)
    return Skin.felt(stride(from: 0, to: samples.count, by: step).map { samples[$0] })
  }

  /// The highest strength after the skin's integration.
  var loudness: Double { integrated.max() ?? 0 }

  /// The highest strength of each pulse after the skin's integration.
  var loudnesses: [Double] {
    let felt = integrated
    let grain = Duration.milliseconds(1) * Skin.grain
    return pulses.map { pulse in
      let range = Int(pulse.start / grain)..<max(Int(pulse.end / grain), Int(pulse.start / grain))
      return felt[range.clamped(to: felt.indices)].max() ?? 0
    }
  }

  /// The mean strength of the pulses.
  var meanPeak: Double { pulses.map(\.peak).reduce(0, +) / Double(pulses.count) }

  /// The time near the maximum strength.
  var timeNearFull: Duration { interval * samples.count { $0 > 0.8 } }

  /// The time of the maximum strength, as a fraction of the total time.
  var placeOfPeak: Double {
    let end = (samples.lastIndex { $0 > 0 } ?? 0) + 1
    return Double(samples.firstIndex { $0 == peak } ?? 0) / Double(end)
  }
}
