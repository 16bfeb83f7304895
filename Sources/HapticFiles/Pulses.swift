internal import Glibc
internal import HapticPatterns

/// A motor that is switched: how far it is driven for how long, one after the other. Android's waveforms, the web and
/// feedbackd write that.
struct Pulses {
  private var steps: [(amplitude: Double, start: Duration, end: Duration)] = []
  /// From the first step to the last.
  private(set) var duration = Duration.zero

  /// How many steps there are that differ from their neighbours.
  var count: Int { steps.count }

  /// `amplitude` 0...1; 0 is a pause. A step of no time changes nothing.
  mutating func append(_ amplitude: Double, for length: Duration) {
    guard length > .zero else { return }
    let end = duration + length
    if let last = steps.last, last.amplitude == amplitude {
      steps[steps.count - 1].end = end
    } else {
      steps.append((amplitude, duration, end))
    }
    duration = end
  }

  /// Up to here a burst between two pauses is felt as one tap and not as a vibration (Remache-Vinueza 2025), and is
  /// made one, so that motors get what they need for a tap.
  static let longestTap = Duration.milliseconds(30)

  /// What is felt: a tap for each short burst, a vibration for everything else.
  var events: [Event] {
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

  /// The sharpness of the tap that is felt as long; the crispest for a shorter one, the dullest for a longer one.
  static func sharpness(ofTapLasting length: Duration) -> Sharpness {
    let (dull, crisp) = (Event.transientDuration(0), Event.transientDuration(1))
    return Sharpness(log(length / dull) / log(crisp / dull))
  }
}
