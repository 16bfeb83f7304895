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
    try motor.layout(in: &packet)
    try packet.field(&name, at: 80, size: 64, .name)
    try packet.field(&path, at: 144, size: 48, .path)
    try packet.field(&reason, at: 192, size: 64, .reason)
  }
}

extension DeviceRecord.MotorProperties {
  fileprivate mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&motors, at: 40)
    try packet.field(&isOnOff, at: 41)
    try packet.field(&deadband, at: 42)
    try packet.field(&riseMicroseconds, at: 44)
    try packet.field(&fallMicroseconds, at: 48)
    try packet.field(&weakRiseMicroseconds, at: 52)
    try packet.field(&weakFallMicroseconds, at: 56)
    try packet.field(&minimumIntervalMicroseconds, at: 60)
    try packet.field(&shortestPulseMicroseconds, at: 64)
    try packet.field(&floor, at: 68)
    try packet.field(&ceiling, at: 70)
    try packet.field(&playsWaves, at: 72)
    try packet.field(&isMeasured, at: 73)
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
  static let limit = Limits.devices
  static var blank: Self { Self(records: []) }

  mutating func layout<C: Coder>(ofHead packet: inout C, _ head: inout ListHead) throws(C.Failure) {
    try packet.field(&head.count, at: 8)
    try packet.field(&head.recordSize, at: 12)
  }
}
