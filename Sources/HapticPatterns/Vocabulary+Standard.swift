extension Vocabulary {
  /// The feedbacks everybody has.
  ///
  /// Apple publishes no figure for its own; the strengths and sharpnesses below are medians of what others published
  /// or measured, the sources named per line:
  /// - HIG: waveforms drawn in Apple's Human Interface Guidelines, as measured by nohli/haptic_feedback
  /// - pulsar: presets of software-mansion/pulsar (iOS)
  /// - RN: react-native-haptic-feedback (iOS)
  /// - NV: HapticPatterns.cs of Lofelt's NiceVibrations
  ///
  /// Families are ordered: light < medium < heavy in strength, soft < rigid in sharpness.
  public static let standard = Vocabulary([
    // HIG .6, pulsar .55/.4, RN .5/.5
    Feedback("impact.light", .touch, [tap(0, 0.55, 0.4)]),
    // HIG .8, pulsar .7/.3, RN .7/.5
    Feedback("impact.medium", .touch, [tap(0, 0.75, 0.35)]),
    // HIG 1, pulsar 1/.45, RN 1/.5
    Feedback("impact.heavy", .touch, [tap(0, 1.0, 0.45)]),
    // HIG .7 for 82 ms, where a light one takes 55; pulsar .6/.1, RN .5/.1. Cushioned: it lasts, so it is no tap.
    Feedback("impact.soft", .touch, [buzz(0, for: 80, 0.6, 0.1)]),
    // HIG .9 for 34 ms, pulsar .8/.95, RN 1/1
    Feedback("impact.rigid", .touch, [tap(0, 0.85, 0.95)]),
    // pulsar .4/.7, RN .4/.3, web-haptics .3
    Feedback("selection", .touch, [tap(0, 0.4, 0.7)]),
    // Onsets 95...150 ms apart in six sources, each of them rising to 1; theirs are two pulses, ours are three.
    Feedback("success", .touch, [tap(0, 0.55, 0.5), tap(110, 0.7, 0.6), tap(220, 1.0, 0.75)]),
    // HIG .9 then .7 after 146 ms, pulsar .95 then .6 after 150, NV 1 then .47. Duller than success, hence heavier.
    Feedback("warning", .touch, [tap(0, 1.0, 0.2), tap(150, 0.85, 0.2)]),
    // HIG fills 358 ms with four pulses, pulsar has .5/.5/.8/.4 in sharpness. Two dull buzzes of more than 100 ms are
    // told from any tap without looking.
    Feedback("error", .touch, [buzz(0, for: 110, 1.0, 0.3), buzz(190, for: 150, 1.0, 0.3)]),
  ])

  private static func tap(_ at: Milliseconds, _ intensity: Intensity, _ sharpness: Sharpness) -> Event {
    Event(.transient, at: at.duration, intensity: intensity, sharpness: sharpness)
  }

  private static func buzz(
    _ at: Milliseconds, for length: Milliseconds, _ intensity: Intensity, _ sharpness: Sharpness
  ) -> Event {
    Event(.continuous(duration: length.duration), at: at.duration, intensity: intensity, sharpness: sharpness)
  }
}

/// A time as the table writes it: a bare number of milliseconds.
private struct Milliseconds: ExpressibleByIntegerLiteral {
  let duration: Duration
  init(integerLiteral value: Int) { duration = .milliseconds(value) }
}
