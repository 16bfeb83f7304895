extension UinputShape {
  /// Accepts one effect at a time, as cs40l50 does.
  public static let oneSlotMotor = shape("one-slot-motor") { $0.slots = 1 }
}
