extension UinputShape {
  /// Needs 50 ms for every upload, as a chip behind a slow bus does.
  public static let slowMotor = shape("slow-motor") { $0.answer = .after(.milliseconds(50)) }
}
