extension UinputShape {
  /// Never answers an upload: whoever asks waits until the kernel gives up after 30 s, and the node with it.
  public static let silentMotor = shape("silent-motor") { $0.answer = .never }
}
