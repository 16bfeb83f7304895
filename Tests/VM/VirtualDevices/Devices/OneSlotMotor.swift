extension UinputShape {
  /// One effect at a time, as cs40l50 has it.
  public static let oneSlotMotor = shape("one-slot-motor") { $0.slots = 1 }
}
