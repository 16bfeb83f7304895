extension UinputShape {
  /// Takes no notice of the length of an effect: what nobody stops runs on.
  public static let endlessMotor = shape("endless-motor") { $0.endsByItself = false }
}
