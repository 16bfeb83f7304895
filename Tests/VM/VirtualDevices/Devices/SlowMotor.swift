extension UinputShape {
  /// Needs 50 ms for each upload, as a chip on a slow bus does.
  package static let slowMotor = shape("slow-motor") { $0.answer = .after(.milliseconds(50)) }

  /// Answers each upload after a second.
  package static let lateMotor = shape("late-motor") { $0.answer = .after(.seconds(1)) }
}
