extension UinputShape {
  /// Accepts one effect at a time, as cs40l50 does.
  package static let oneSlotMotor = shape("one-slot-motor") { $0.slots = 1 }
}
