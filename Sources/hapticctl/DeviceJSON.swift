internal import Haptics
internal import MotorModel

/// A device record under the names that scripts see.
struct DeviceJSON: Encodable {
  let id: UInt32?
  let name, state, driver, effect, kind: String
  /// The node; null where there is none, as for a simulated motor.
  let path: String?
  /// Why it is in this state, where that needs saying.
  let reason: String?
  let slots, slotShare: UInt16
  let bus, vendor, product, version: String
  let uploadNanoseconds, playNanoseconds: UInt32?
  let errorNumber: UInt32?
  let capabilities: [String]
  let motor: MotorJSON?

  init(_ record: DeviceRecord) {
    id = record.id?.rawValue
    name = record.name
    path = record.path.isEmpty ? nil : record.path
    state = "\(record.state)"
    driver = "\(record.driver)"
    effect = "\(record.effect)"
    kind = "\(record.kind)"
    reason = record.reason.isEmpty ? nil : record.reason
    slots = record.slots
    slotShare = record.slotShare
    bus = hexadecimal(record.bus)
    vendor = hexadecimal(record.vendor)
    product = hexadecimal(record.product)
    version = hexadecimal(record.version)
    uploadNanoseconds = record.uploadNanoseconds == 0 ? nil : record.uploadNanoseconds
    playNanoseconds = record.playNanoseconds == 0 ? nil : record.playNanoseconds
    errorNumber = record.errorNumber == 0 ? nil : record.errorNumber
    capabilities = capabilityNames(record.capabilities)
    motor = record.motor.motors == 0 ? nil : MotorJSON(record.motor)
  }
}

/// What the daemon believes of a motor.
struct MotorJSON: Encodable {
  let motors: UInt8
  let onOff, playsWaves: Bool
  let deadband: Double
  let riseMicroseconds, fallMicroseconds: UInt32
  let weakRiseMicroseconds, weakFallMicroseconds: UInt32?
  let minimumIntervalMicroseconds, shortestPulseMicroseconds: UInt32
  let floor, ceiling: UInt16

  init(_ motor: DeviceRecord.Motor) {
    motors = motor.motors
    onOff = motor.isOnOff
    playsWaves = motor.playsWaves
    deadband = (Double(motor.deadband) / 65535).inThousandths
    riseMicroseconds = motor.riseMicroseconds
    fallMicroseconds = motor.fallMicroseconds
    weakRiseMicroseconds = motor.motors == 2 ? motor.weakRiseMicroseconds : nil
    weakFallMicroseconds = motor.motors == 2 ? motor.weakFallMicroseconds : nil
    minimumIntervalMicroseconds = motor.minimumIntervalMicroseconds
    shortestPulseMicroseconds = motor.shortestPulseMicroseconds
    floor = motor.floor
    ceiling = motor.ceiling
  }
}

extension MotorJSON {
  /// The same of a model that no device stands behind.
  init(_ model: MotorModel) {
    motors = UInt8(model.motorCount)
    onOff = model.isOnOff
    playsWaves = model.playsWaves
    deadband = model.deadband.inThousandths
    riseMicroseconds = model.strong.rise.microseconds
    fallMicroseconds = model.strong.fall.microseconds
    weakRiseMicroseconds = model.weak?.rise.microseconds
    weakFallMicroseconds = model.weak?.fall.microseconds
    minimumIntervalMicroseconds = model.minimumInterval.microseconds
    shortestPulseMicroseconds = model.shortestPulse.microseconds
    floor = model.floor
    ceiling = model.ceiling
  }
}

extension Duration {
  fileprivate var microseconds: UInt32 { UInt32(clamping: Int64(self / .microseconds(1))) }
}
