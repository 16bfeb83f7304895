internal import Haptics
internal import MotorRendering

/// The values of an event at its start, and those of its author, which curves, parameters and the intensity of the play
/// change.
struct EventValues {
  let event: Event
  let intensity, sharpness: Double

  init(_ event: Event, in score: Score, intensity played: Double) {
    self.event = event
    intensity = score.effectiveIntensity(of: event, at: event.time).rawValue * played
    sharpness = score.effectiveSharpness(of: event, at: event.time).rawValue
  }

  var kind: String { event.kind == .transient ? "tap" : "vibration" }

  var intensityText: String { Self.text(intensity, author: event.intensity.rawValue) }
  var sharpnessText: String { Self.text(sharpness, author: event.sharpness.rawValue) }

  /// A value, with the author's value if it is another one.
  private static func text(_ value: Double, author: Double) -> String {
    let (shown, written) = (value.fixed(2), author.fixed(2))
    return shown == written ? shown : "\(shown) (written \(written))"
  }
}
