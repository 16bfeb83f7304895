// A record occurs in a `device` event and in a `devices` reply, so its offsets count from the start of the record.

extension DeviceRecord {
  init(from record: RawSpan, of opcode: Opcode) throws(ProtocolError) {
    id = try DeviceID.optional(record.uint32(at: 0), .device)
    state = try State(record.uint8(at: 4), .state)
    driver = try Driver(record.uint8(at: 5), .driver)
    effect = try EffectType(record.uint8(at: 6), .effect)
    kind = try Kind(record.uint8(at: 7), .kind)
    slots = record.uint16(at: 8)
    slotShare = record.uint16(at: 10)
    bus = record.uint16(at: 12)
    vendor = record.uint16(at: 14)
    product = record.uint16(at: 16)
    version = record.uint16(at: 18)
    uploadNanoseconds = record.uint32(at: 20)
    playNanoseconds = record.uint32(at: 24)
    errorNumber = record.uint32(at: 28)
    capabilities = record.uint64(at: 32)
    motor = try MotorProperties(from: record)
    try record.checkReserved(73..<80, of: opcode)
    name = try record.text(at: 80, size: 64, .name)
    path = try record.text(at: 144, size: 48, .path)
    reason = try record.text(at: 192, size: 64, .reason)
  }

  func write(to packet: inout MutableRawSpan, at start: Int) {
    packet.store(id?.rawValue ?? 0, at: start)
    packet.store(state.rawValue, at: start + 4)
    packet.store(driver.rawValue, at: start + 5)
    packet.store(effect.rawValue, at: start + 6)
    packet.store(kind.rawValue, at: start + 7)
    packet.store(slots, at: start + 8)
    packet.store(slotShare, at: start + 10)
    packet.store(bus, at: start + 12)
    packet.store(vendor, at: start + 14)
    packet.store(product, at: start + 16)
    packet.store(version, at: start + 18)
    packet.store(uploadNanoseconds, at: start + 20)
    packet.store(playNanoseconds, at: start + 24)
    packet.store(errorNumber, at: start + 28)
    packet.store(capabilities, at: start + 32)
    motor.write(to: &packet, at: start)
    packet.store(name, at: start + 80, size: 64)
    packet.store(path, at: start + 144, size: 48)
    packet.store(reason, at: start + 192, size: 64)
  }
}

extension DeviceRecord.MotorProperties {
  fileprivate init(from record: RawSpan) throws(ProtocolError) {
    motors = record.uint8(at: 40)
    isOnOff = try record.boolean(at: 41, .onOff)
    deadband = record.uint16(at: 42)
    riseMicroseconds = record.uint32(at: 44)
    fallMicroseconds = record.uint32(at: 48)
    weakRiseMicroseconds = record.uint32(at: 52)
    weakFallMicroseconds = record.uint32(at: 56)
    minimumIntervalMicroseconds = record.uint32(at: 60)
    shortestPulseMicroseconds = record.uint32(at: 64)
    floor = record.uint16(at: 68)
    ceiling = record.uint16(at: 70)
    playsWaves = try record.boolean(at: 72, .waves)
  }

  fileprivate func write(to packet: inout MutableRawSpan, at start: Int) {
    packet.store(motors, at: start + 40)
    packet.store(isOnOff, at: start + 41)
    packet.store(deadband, at: start + 42)
    packet.store(riseMicroseconds, at: start + 44)
    packet.store(fallMicroseconds, at: start + 48)
    packet.store(weakRiseMicroseconds, at: start + 52)
    packet.store(weakFallMicroseconds, at: start + 56)
    packet.store(minimumIntervalMicroseconds, at: start + 60)
    packet.store(shortestPulseMicroseconds, at: start + 64)
    packet.store(floor, at: start + 68)
    packet.store(ceiling, at: start + 70)
    packet.store(playsWaves, at: start + 72)
  }
}

/// The list of records in a `devices` reply.
enum DeviceList {
  static func byteCount(_ count: Int) -> Int { 16 + Limits.deviceRecordSize * min(count, Limits.devices) }

  static func read(from packet: RawSpan) throws(ProtocolError) -> [DeviceRecord] {
    if packet.byteCount < 16 { throw .size(.devicesReply, expected: 16, actual: packet.byteCount) }
    let count = packet.uint32(at: 8)
    if count > UInt32(Limits.devices) { throw .outOfRange(.count, value: UInt64(count)) }
    try packet.checkSize(byteCount(Int(count)), of: .devicesReply)
    try packet.checkReserved(12..<16, of: .devicesReply)
    var records: [DeviceRecord] = []
    records.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      let start = 16 + Limits.deviceRecordSize * index
      let record = packet.extracting(start..<start + Limits.deviceRecordSize)
      records.append(try DeviceRecord(from: record, of: .devicesReply))
    }
    return records
  }

  static func write(_ records: [DeviceRecord], to packet: inout MutableRawSpan) {
    let kept = records.prefix(Limits.devices)
    packet.store(UInt32(kept.count), at: 8)
    for (index, record) in kept.enumerated() {
      record.write(to: &packet, at: 16 + Limits.deviceRecordSize * index)
    }
  }
}
