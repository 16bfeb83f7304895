internal import HapticSystem
internal import Haptics
internal import MotorRendering
internal import PreferenceFiles

extension JSONObject {
  /// A device record.
  ///
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
      "motor": record.motor.motors == 0 ? nil : motor(MotorModel(record)),
    ]
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
