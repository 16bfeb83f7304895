extension UinputShape {
  /// Ignores the length of effects: an effect continues until it is stopped.
  package static let endlessMotor = shape("endless-motor") { $0.endsByItself = false }
}
