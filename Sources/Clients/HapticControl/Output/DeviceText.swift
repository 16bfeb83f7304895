internal import Haptics
internal import MotorRendering
internal import PreferenceFiles

// Texts for the values of a device record.

extension DeviceRecord.State {
  var words: String {
    switch self {
    case .noPermission: "no permission"
    case .stalled: "does not respond"
    default: name
    }
  }
}

extension DeviceRecord.Driver {
  var words: String {
    switch self {
    case .memless: "in the kernel"
    case .own: "its own"
    default: name
    }
  }
}

extension DeviceRecord {
  /// The number of slots that hapticd uses, such as `12 of 16`.
  var slotsText: String { slots == 0 ? "-" : "\(slotShare) of \(slots)" }

  /// The type of kernel effect that the device accepted.
  var effectText: String { effect == .none ? "-" : "\(effect)" }

  /// The measured duration of an upload, or a dash before the first measurement.
  var uploadText: String { Self.cost(uploadNanoseconds) }
  var playText: String { Self.cost(playNanoseconds) }

  private static func cost(_ nanoseconds: UInt32) -> String {
    nanoseconds == 0 ? "-" : duration(nanoseconds: Int64(nanoseconds))
  }

  /// The motor model in one line: `two motors, levels, rise 65 ms, fall 90 ms`.
  var motorText: String {
    guard motor.motors > 0 else { return "unknown" }
    return MotorModel(self).words
  }
}

/// The names of force feedback capabilities. Bit n of `bits` is the kernel's code 0x40 + n.
func capabilityNames(_ bits: UInt64) -> [String] {
  (0..<64).filter { bits >> UInt64($0) & 1 == 1 }.map { bit in
    capabilities[0x40 + bit] ?? "0x" + String(0x40 + bit, radix: 16)
  }
}

/// The codes of `FF_*` in the kernel's input-event-codes.h.
private let capabilities: [Int: String] = [
  0x4f: "haptic", 0x50: "rumble", 0x51: "periodic", 0x52: "constant", 0x53: "spring", 0x54: "friction",
  0x55: "damper", 0x56: "inertia", 0x57: "ramp", 0x58: "square", 0x59: "triangle", 0x5a: "sine", 0x5b: "saw up",
  0x5c: "saw down", 0x5d: "custom", 0x60: "gain", 0x61: "autocenter",
]

extension JSONObject {
  /// - Parameter key: the setting that switches the device off; nil if it is on, or if that is not known.
  static func device(_ record: DeviceRecord, switchedOffBy key: PreferenceKey? = nil) -> JSONObject {
    [
      "deviceID": record.id?.rawValue, "deviceName": record.name, "node": record.path.nonEmpty,
      "state": key == nil ? "\(record.state)" : "switchedOff", "driver": "\(record.driver)",
      "effect": "\(record.effect)", "deviceKind": "\(record.kind)",
      "stateReason": key?.description ?? record.reason.nonEmpty, "slotCount": record.slots,
      "usableSlotCount": record.slotShare, "bus": hexadecimal(record.bus), "vendor": hexadecimal(record.vendor),
      "product": hexadecimal(record.product), "hardwareVersion": hexadecimal(record.version),
      "uploadNanoseconds": record.uploadNanoseconds.nonZero, "playNanoseconds": record.playNanoseconds.nonZero,
      "errorNumber": record.errorNumber.nonZero, "capabilities": capabilityNames(record.capabilities),
      "motor": record.motor.motors == 0 ? nil : motor(record),
    ]
  }

  /// The daemon's model of a motor. Its ceiling is 0 if the daemon has not told one, where the model has the highest.
  private static func motor(_ record: DeviceRecord) -> JSONObject {
    motor(MotorModel(record)).with(["ceilingMagnitude": record.motor.ceiling])
  }

  static func motor(_ model: MotorModel) -> JSONObject {
    [
      "motorCount": model.motorCount, "onOff": model.isOnOff, "playsWaves": model.playsWaves,
      "measured": model.isMeasured, "deadband": model.deadband.inThousandths,
      "riseMicroseconds": model.strong.rise.wholeMicroseconds, "fallMicroseconds": model.strong.fall.wholeMicroseconds,
      "weakRiseMicroseconds": model.weak?.rise.wholeMicroseconds,
      "weakFallMicroseconds": model.weak?.fall.wholeMicroseconds,
      "minimumIntervalMicroseconds": model.minimumInterval.wholeMicroseconds,
      "shortestPulseMicroseconds": model.shortestPulse.wholeMicroseconds, "floorMagnitude": model.floor,
      "ceilingMagnitude": model.ceiling,
    ]
  }
}

extension String {
  /// The text; nil for an empty one.
  var nonEmpty: String? { isEmpty ? nil : self }
}
