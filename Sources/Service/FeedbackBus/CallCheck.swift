internal import FeedbackdThemes
internal import HapticPatterns
package import MessageBus

/// The checks of calls alone, for the fuzzers.
package enum CallCheck {
  /// A call of `TriggerFeedback` that is accepted.
  package struct Trigger: Equatable {
    package let application, feedback: String
    package let soundFile: String?
    package let loops: Bool
  }

  /// - Parameter arguments: values of the types `s`, `s`, `a{sv}` and `i`.
  /// - Returns: nil if the call is refused.
  package static func trigger(_ arguments: [BusValue]) -> Trigger? {
    guard let call = try? TriggerCall(arguments) else { return nil }
    return Trigger(
      application: "\(call.application)", feedback: "\(call.feedback)", soundFile: call.soundFile,
      loops: call.timeout.loops)
  }

  /// - Parameter arguments: values of the types `s` and `a(du)`.
  /// - Returns: the times of the events of the pattern and their strengths; nil if the call is refused.
  package static func vibrate(_ arguments: [BusValue]) -> [(start: Duration, end: Duration, strength: Double)]? {
    guard let call = try? VibrateCall(arguments) else { return nil }
    return call.pattern.events.map { ($0.time, $0.end, $0.intensity.rawValue) }
  }
}
