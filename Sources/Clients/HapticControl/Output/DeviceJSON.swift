internal import HapticSystem
internal import Haptics
internal import MotorRendering
internal import PreferenceFiles

/// A device record in JSON.
struct DeviceJSON: Encodable {
  let deviceID: UInt32?
  let deviceName, deviceKind, state, driver, effect: String
  /// The path of the node; null for a simulated motor.
  let node: String?
  /// The reason for the state, if the daemon gives one.
  let stateReason: String?
  let slotCount, usableSlotCount: UInt16
  let bus, vendor, product, hardwareVersion: String
  let uploadNanoseconds, playNanoseconds: UInt32?
  let errorNumber: UInt32?
  let capabilities: [String]
  let motor: MotorJSON?

  /// - Parameter key: the setting that switches the device off; nil if it is on, or if that is not known.
  init(_ record: DeviceRecord, switchedOffBy key: PreferenceKey? = nil) {
    deviceID = record.id?.rawValue
    deviceName = record.name
    node = record.path.isEmpty ? nil : record.path
    state = key == nil ? "\(record.state)" : "switchedOff"
    driver = "\(record.driver)"
    effect = "\(record.effect)"
    deviceKind = "\(record.kind)"
    stateReason = key.map { "\($0)" } ?? (record.reason.isEmpty ? nil : record.reason)
    slotCount = record.slots
    usableSlotCount = record.slotShare
    bus = hexadecimal(record.bus)
    vendor = hexadecimal(record.vendor)
    product = hexadecimal(record.product)
    hardwareVersion = hexadecimal(record.version)
    uploadNanoseconds = record.uploadNanoseconds == 0 ? nil : record.uploadNanoseconds
    playNanoseconds = record.playNanoseconds == 0 ? nil : record.playNanoseconds
    errorNumber = record.errorNumber == 0 ? nil : record.errorNumber
    capabilities = capabilityNames(record.capabilities)
    motor = record.motor.motors == 0 ? nil : MotorJSON(MotorModel(record))
  }
}

/// A model of a motor in JSON.
struct MotorJSON: Encodable {
  let motorCount: UInt8
  let onOff, playsWaves, measured: Bool
  let deadband: Double
  let riseMicroseconds, fallMicroseconds: UInt32
  let weakRiseMicroseconds, weakFallMicroseconds: UInt32?
  let minimumIntervalMicroseconds, shortestPulseMicroseconds: UInt32
  let floorMagnitude, ceilingMagnitude: UInt16

  init(_ model: MotorModel) {
    motorCount = UInt8(model.motorCount)
    onOff = model.isOnOff
    playsWaves = model.playsWaves
    measured = model.isMeasured
    deadband = model.deadband.inThousandths
    riseMicroseconds = model.strong.rise.microseconds
    fallMicroseconds = model.strong.fall.microseconds
    weakRiseMicroseconds = model.weak?.rise.microseconds
    weakFallMicroseconds = model.weak?.fall.microseconds
    minimumIntervalMicroseconds = model.minimumInterval.microseconds
    shortestPulseMicroseconds = model.shortestPulse.microseconds
    floorMagnitude = model.floor
    ceilingMagnitude = model.ceiling
  }
}

extension Duration {
  fileprivate var microseconds: UInt32 { UInt32(clamping: wholeMicroseconds) }
}
