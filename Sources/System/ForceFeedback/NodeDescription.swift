/// The properties of a force-feedback node that are known before it is opened.
package struct NodeDescription: Hashable, Sendable {
  /// The path of the node, such as /dev/input/event7.
  package var path: String
  /// The path in sysfs, such as /sys/devices/.../input12/event7.
  package var sysPath: String
  /// The identity from the driver, and once the node is open from the node itself.
  package var identity: NodeIdentity
  /// The kind of device that it belongs to; nil if unknown.
  package var kind: MotorKind?
  package var driverClass: DriverClass
  /// All properties `HAPTIC_*` from udev's rules and hardware database.
  package var properties: [String: String]
  /// The reason not to use it, as a sentence without capital and full stop; nil if it is used.
  package var reasonToIgnore: String?

  /// The recipient of writes, which decides whether a call may wait.
  package enum DriverClass: Sendable {
    /// A driver that uses the kernel's ff-memless layer: no call waits, effects add up, the kernel ends them.
    case memless
    /// Another program, by uinput: every call may wait up to 30 seconds.
    case uinput
    /// A driver with its own force feedback: some of these wait for the hardware.
    case own
  }
}

extension NodeDescription {
  /// Whether calls to the node may wait, so that it needs a thread of its own.
  var mayBlock: Bool {
    if bankSettings.stopsBeforeLower { return true }
    switch properties["HAPTIC_BLOCKING"] {
    case "1": return true
    case "0": return false
    default: return driverClass != .memless
    }
  }

  /// Whether the time of the last touch is of interest: only for pads, not for other devices with buttons, such as a
  /// keyboard with a motor.
  var hasTouch: Bool { kind == .gamepad }

  var bankSettings: BankSettings {
    BankSettings(
      isAdding: driverClass == .memless && properties["HAPTIC_REPLACES"] != "1",
      mayWriteGain: driverClass == .memless,
      stopsBeforeLower: properties["HAPTIC_STOP_BEFORE_LOWER"] == "1",
      takesOneConstant: properties["HAPTIC_CONSTANT"] == "1")
  }
}

/// The force-feedback bits of a device: bit n stands for the kernel's code 0x40 + n (linux/input-event-codes.h). An
/// open set; drivers advertise more than they accept.
package struct Abilities: OptionSet, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  init(code: UInt64) { rawValue = 1 << (code - 0x40) }

  /// A touchpad's own click waveforms (`FF_HAPTIC`, since Linux 7.x).
  package static let touchpadClicks = Abilities(code: 0x4f)
  /// `FF_RUMBLE`.
  package static let rumble = Abilities(code: 0x50)
  /// `FF_PERIODIC`.
  package static let periodic = Abilities(code: 0x51)
  /// `FF_CONSTANT`.
  package static let constant = Abilities(code: 0x52)
  /// `FF_SPRING`, `FF_FRICTION`, `FF_DAMPER`, `FF_INERTIA`: forces that depend on the position of a wheel or stick.
  package static let conditions = Abilities(rawValue: 0b1111 << (0x53 - 0x40))
  /// `FF_SQUARE`, `FF_TRIANGLE`, `FF_SINE`.
  package static let square = Abilities(code: 0x58)
  package static let triangle = Abilities(code: 0x59)
  package static let sine = Abilities(code: 0x5a)
  /// `FF_CUSTOM`.
  package static let custom = Abilities(code: 0x5d)
  /// `FF_GAIN`.
  package static let gain = Abilities(code: 0x60)
  /// `FF_AUTOCENTER`.
  package static let autocentre = Abilities(code: 0x61)

  /// Exactly the bits that the kernel's ff-memless layer gives to a rumble driver; no other driver has this set.
  package static let memless: Abilities = [.rumble, .periodic, .square, .triangle, .sine, .gain]

  /// The effects, without the bits below them, where one driver (iforce) puts axis numbers.
  var effects: Abilities { Abilities(rawValue: rawValue & ~((1 << (0x4f - 0x40)) - 1)) }
}
