/// A force feedback node that the daemon knows, whether it plays on it or ignores it.
public struct DeviceRecord: Hashable, Sendable {
  /// The number of the device; nil if the daemon does not play on it.
  public var id: DeviceID?
  public var state: State
  package var driver: Driver
  package var effect: EffectType
  public var kind: Kind
  /// The number of effects that the device holds, and the maximum number that the daemon uses.
  package var slots: UInt16
  package var slotShare: UInt16
  /// The hardware ids that the kernel reports.
  package var bus: UInt16
  package var vendor: UInt16
  package var product: UInt16
  package var version: UInt16
  /// The last measured durations of an upload and a write, in nanoseconds; 0 if not measured.
  package var uploadNanoseconds: UInt32
  package var playNanoseconds: UInt32
  /// The number of the last error; 0 if there was no error.
  package var errorNumber: UInt32
  /// The capability bits: bit n is the code 0x40 + n of the kernel's `FF_*`.
  package var capabilities: UInt64
  package var motor: MotorProperties
  /// The kernel's name of the device, at most 64 bytes.
  public var name: String
  /// The path of the node, such as `/dev/input/event5`, at most 48 bytes.
  public var path: String
  /// The reason for the state, as text, at most 64 bytes; empty if there is no reason.
  public var reason: String

  /// Creates a record. Text longer than its field is truncated after a whole character.
  package init(
    id: DeviceID?, state: State, driver: Driver, effect: EffectType = .none, kind: Kind = .other, slots: UInt16 = 0,
    slotShare: UInt16 = 0, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
    uploadNanoseconds: UInt32 = 0, playNanoseconds: UInt32 = 0, errorNumber: UInt32 = 0, capabilities: UInt64 = 0,
    motor: MotorProperties = MotorProperties(), name: String, path: String, reason: String = ""
  ) {
    self.id = id
    self.state = state
    self.driver = driver
    self.effect = effect
    self.kind = kind
    self.slots = slots
    self.slotShare = slotShare
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.uploadNanoseconds = uploadNanoseconds
    self.playNanoseconds = playNanoseconds
    self.errorNumber = errorNumber
    self.capabilities = capabilities
    self.motor = motor
    self.name = name
    self.path = path
    self.reason = reason
  }

  /// The motor model that the daemon uses.
  package struct MotorProperties: Hashable, Sendable {
    /// The number of motors, 1 or 2; 0 if the daemon does not play on the device.
    package var motors: UInt8
    /// Whether the motor has no levels.
    package var isOnOff: Bool
    /// The drive below which nothing is felt, 0...65535.
    package var deadband: UInt16
    /// The times from rest to 90 % and from full drive to 10 %, in microseconds. Those of the weak motor are 0 if there
    /// is only one motor.
    package var riseMicroseconds: UInt32
    package var fallMicroseconds: UInt32
    package var weakRiseMicroseconds: UInt32
    package var weakFallMicroseconds: UInt32
    /// The minimum interval between two commands, in microseconds.
    package var minimumIntervalMicroseconds: UInt32
    /// The shortest pulse that is felt, in microseconds.
    package var shortestPulseMicroseconds: UInt32
    /// The lowest and the highest useful magnitude.
    package var floor: UInt16
    package var ceiling: UInt16
    /// Whether the device plays waves of a requested period instead of turning a motor.
    package var playsWaves: Bool
    /// Whether the times were measured on this unit; otherwise they are those of its type.
    package var isMeasured: Bool

    package init(
      motors: UInt8 = 0, isOnOff: Bool = false, deadband: UInt16 = 0, riseMicroseconds: UInt32 = 0,
      fallMicroseconds: UInt32 = 0, weakRiseMicroseconds: UInt32 = 0, weakFallMicroseconds: UInt32 = 0,
      minimumIntervalMicroseconds: UInt32 = 0, shortestPulseMicroseconds: UInt32 = 0, floor: UInt16 = 0,
      ceiling: UInt16 = 0, playsWaves: Bool = false, isMeasured: Bool = false
    ) {
      self.motors = motors
      self.isOnOff = isOnOff
      self.deadband = deadband
      self.riseMicroseconds = riseMicroseconds
      self.fallMicroseconds = fallMicroseconds
      self.weakRiseMicroseconds = weakRiseMicroseconds
      self.weakFallMicroseconds = weakFallMicroseconds
      self.minimumIntervalMicroseconds = minimumIntervalMicroseconds
      self.shortestPulseMicroseconds = shortestPulseMicroseconds
      self.floor = floor
      self.ceiling = ceiling
      self.playsWaves = playsWaves
      self.isMeasured = isMeasured
    }
  }
}

// A record occurs in a `device` event and in a `devices` reply, so its offsets count from the start of the record.

extension DeviceRecord: Record {
  static let byteCount = Limits.deviceRecordSize
  static var blank: Self { Self(id: nil, state: .ready, driver: .memless, name: "", path: "") }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&id, at: 0, .device)
    try packet.field(&state, at: 4)
    try packet.field(&driver, at: 5)
    try packet.field(&effect, at: 6)
    try packet.field(&kind, at: 7)
    try packet.field(&slots, at: 8)
    try packet.field(&slotShare, at: 10)
    try packet.field(&bus, at: 12)
    try packet.field(&vendor, at: 14)
    try packet.field(&product, at: 16)
    try packet.field(&version, at: 18)
    try packet.field(&uploadNanoseconds, at: 20)
    try packet.field(&playNanoseconds, at: 24)
    try packet.field(&errorNumber, at: 28)
    try packet.field(&capabilities, at: 32)
    try packet.field(&motor.motors, at: 40)
    try packet.field(&motor.isOnOff, at: 41)
    try packet.field(&motor.deadband, at: 42)
    try packet.field(&motor.riseMicroseconds, at: 44)
    try packet.field(&motor.fallMicroseconds, at: 48)
    try packet.field(&motor.weakRiseMicroseconds, at: 52)
    try packet.field(&motor.weakFallMicroseconds, at: 56)
    try packet.field(&motor.minimumIntervalMicroseconds, at: 60)
    try packet.field(&motor.shortestPulseMicroseconds, at: 64)
    try packet.field(&motor.floor, at: 68)
    try packet.field(&motor.ceiling, at: 70)
    try packet.field(&motor.playsWaves, at: 72)
    try packet.field(&motor.isMeasured, at: 73)
    try packet.field(&name, at: 80, size: 64, .name)
    try packet.field(&path, at: 144, size: 48, .path)
    try packet.field(&reason, at: 192, size: 64, .reason)
  }
}

/// Reads all force feedback devices that the daemon knows, including those that it ignores.
public struct DevicesQuery: PlainRequest, ListQuery {
  public typealias Answer = DeviceList
  public static let opcode = Opcode.devices

  public init() {}

  public func next(after page: DeviceList) -> DevicesQuery? { nil }
}

/// The list of all devices.
public struct DeviceList: Equatable, Sendable {
  public var records: [DeviceRecord]

  public init(records: [DeviceRecord]) { self.records = records }
}

extension DeviceList: ListBody {
  static let headByteCount = 16
  static let countOffset = 8
  static let limit = Limits.devices
  static var blank: Self { Self(records: []) }

  mutating func layout<C: Coder>(ofHead packet: inout C) throws(C.Failure) {}
}
