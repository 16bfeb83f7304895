extension UinputShape {
  /// Never replies to an upload. The uploading process waits until the kernel gives up after 30 s, and blocks the
  /// node meanwhile.
  package static let silentMotor = shape("silent-motor") { $0.answer = .never }
}
