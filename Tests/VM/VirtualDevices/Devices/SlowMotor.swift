extension UinputShape {
  /// Needs 50 ms for each upload, as a chip on a slow bus does.
  public static let slowMotor = shape("slow-motor") { $0.answer = .after(.milliseconds(50)) }
}
