extension UinputShape {
  /// Needs 50 ms for each upload, as a chip on a slow bus does.
  public static let slowMotor = shape("slow-motor") { $0.answer = .after(.milliseconds(50)) }

  /// Answers each upload after a second.
  public static let lateMotor = shape("late-motor") { $0.answer = .after(.seconds(1)) }
}
