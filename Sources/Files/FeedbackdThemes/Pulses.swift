internal import Glibc
package import HapticPatterns

/// A sequence of amplitudes with durations, as in Android's waveforms, web vibrations and feedbackd.
package struct Pulses {
  private var steps: [(amplitude: Double, start: Duration, end: Duration)] = []
  /// The duration of all steps.
  package private(set) var duration = Duration.zero

  package init() {}

  /// The number of steps; adjacent steps of the same amplitude count as one.
  package var count: Int { steps.count }

  /// Appends a step. `amplitude` is 0...1, 0 for a pause. A step without duration is ignored.
  package mutating func append(_ amplitude: Double, for length: Duration) {
    guard length > .zero else { return }
    let end = duration + length
    if let last = steps.last, last.amplitude == amplitude {
      steps[steps.count - 1].end = end
    } else {
      steps.append((amplitude, duration, end))
    }
    duration = end
  }

  /// The longest burst between two pauses that is felt as one tap and not as a vibration (Remache-Vinueza 2025). It
  /// becomes a tap, so that motors render it as a tap.
  package static let longestTap = Duration.milliseconds(30)

  /// The events: a tap for each short burst, a vibration for any other step.
  package var events: [Event] {
    steps.indices.filter { steps[$0].amplitude > 0 }.map { index in
      let step = steps[index]
      let length = step.end - step.start
      let strength = Amplitude.strength(of: step.amplitude)
      guard length <= Self.longestTap, isPause(index - 1), isPause(index + 1) else {
        return Event(
          .continuous(duration: length), at: step.start, intensity: strength, sharpness: Event.defaultSharpness)
      }
      return Event(.transient, at: step.start, intensity: strength, sharpness: Self.sharpness(ofTapLasting: length))
    }
  }

  private func isPause(_ index: Int) -> Bool { !steps.indices.contains(index) || steps[index].amplitude == 0 }

  /// Returns the sharpness of a tap of this length; clamped for shorter and longer ones.
  package static func sharpness(ofTapLasting length: Duration) -> Sharpness {
    let (dull, crisp) = (Event.transientDuration(0), Event.transientDuration(1))
    return Sharpness(log(length / dull) / log(crisp / dull))
  }
}

/// The conversion for formats that give a motor's amplitude, not the felt strength.
package enum Amplitude {
  /// The exponent of Stevens' law: felt strength is the amplitude to this power. Measurements give 0.5 to 1; Android
  /// scales its own effects with this value. hapticd's motor model uses the same value in reverse, so that an accurate
  /// model gives the amplitude of the file.
  package static let exponent = 0.65

  /// Returns the felt strength of an amplitude of 0...1.
  package static func strength(of amplitude: Double) -> Intensity { Intensity(pow(max(amplitude, 0), exponent)) }
}
