internal import FeedbackdThemes
package import HapticPatterns
internal import MessageBus

/// The pattern of `Vibrate`: pairs of amplitude and duration, one after the other.
///
/// The limits are feedbackd's: further items are ignored, longer items are cut, and amplitudes are clamped.
package struct VibrationPattern {
  /// The items with an amplitude, relative to the strongest one. A short one is a tap, as in themes.
  package let events: [Event]
  /// The strength of the strongest item.
  let strength: Intensity
  private let length: Duration

  init(_ items: [BusValue]) throws(InvalidArgument) {
    var pulses = Pulses()
    for item in items.prefix(Self.mostItems) {
      guard case .structure(let values) = item, values.count == 2, let amplitude = values[0].asDouble,
        let milliseconds = values[1].asUInt32, amplitude.isFinite
      else { throw InvalidArgument("invalid pattern: an amplitude is not a number") }
      let duration = min(Duration.milliseconds(Int64(milliseconds)), Self.longestItem)
      pulses.append(min(max(amplitude, 0), 1), for: duration)
    }
    let strength = pulses.events.map(\.intensity).max() ?? .none
    events = pulses.events.map { event in
      Event(
        event.kind, at: event.time, intensity: Intensity(event.intensity.rawValue / strength.rawValue),
        sharpness: event.sharpness)
    }
    self.strength = strength
    length = pulses.duration
  }

  /// One short pulse is a reaction to a touch, as of a keyboard or a button; everything else is media, as of a game or a
  /// web page.
  var category: Category { events.count == 1 && length <= Self.longestTouch ? .touch : .media }

  private static let mostItems = 10
  private static let longestItem = Duration.seconds(10)
  private static let longestTouch = Duration.milliseconds(100)
}
