extension UinputShape {
  /// Needs 50 ms for every upload, as a chip behind a slow bus does.
  public static let slowMotor = shape("slow-motor") { $0.answer = .after(.milliseconds(50)) }

  /// Answers each upload after a second.
  public static let lateMotor = shape("late-motor") { $0.answer = .after(.seconds(1)) }
}
