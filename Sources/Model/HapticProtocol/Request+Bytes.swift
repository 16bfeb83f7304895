internal import HapticPatterns

extension Request.Hello: Body {
  static let opcode = Opcode.hello
  static let byteCount = 64

  init(from packet: RawSpan) throws(ProtocolError) {
    version = packet.uint16(at: 8)
    if version == 0 { throw .outOfRange(.version, value: 0) }
    try packet.checkReserved(10..<16, of: Self.opcode)
    applicationName = try packet.name(at: 16, .application)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(version, at: 8)
    packet.store(applicationName, at: 16)
  }
}

extension Request.Prepare: Body {
  static let opcode = Opcode.prepare
  static let byteCount = 72

  init(from packet: RawSpan) throws(ProtocolError) {
    handle = try Handle(packet.uint32(at: 8), .handle)
    device = try DeviceID.optional(packet.uint32(at: 12), .device)
    allowsFallback = try packet.boolean(at: 16, .fallback)
    try packet.checkReserved(17..<24, of: Self.opcode)
    name = try packet.name(at: 24, .name)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(handle.rawValue, at: 8)
    packet.store(device?.rawValue ?? 0, at: 12)
    packet.store(allowsFallback, at: 16)
    packet.store(name, at: 24)
  }
}

extension Request.Play: Body {
  static let opcode = Opcode.play
  static let byteCount = 96

  init(from packet: RawSpan) throws(ProtocolError) {
    playback = try PlaybackID.optional(packet.uint32(at: 8), .playback)
    subject = try Subject(from: packet)
    device = try DeviceID.optional(packet.uint32(at: 16), .device)
    intensity = packet.uint16(at: 20)
    category = try packet.category(at: 22)
    let locality = packet.uint8(at: 23)
    self.locality = locality == 0 ? nil : try Locality(locality, .locality)
    startNanoseconds = try packet.moment(at: 24, .start)
    causeNanoseconds = try packet.moment(at: 32, .cause)
    let deadline = packet.uint32(at: 40)
    deadlineMicroseconds = deadline == 0 ? nil : deadline
    isImportant = try packet.boolean(at: 44, .important)
    allowsFallback = try packet.boolean(at: 45, .fallback)
    try packet.checkReserved(46..<48, of: Self.opcode)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(playback?.rawValue ?? 0, at: 8)
    subject.write(to: &packet)
    packet.store(device?.rawValue ?? 0, at: 16)
    packet.store(intensity, at: 20)
    packet.store(category?.rawValue ?? 0, at: 22)
    packet.store(moment: startNanoseconds, at: 24)
    packet.store(moment: causeNanoseconds, at: 32)
    packet.store(deadlineMicroseconds ?? 0, at: 40)
    packet.store(locality?.rawValue ?? 0, at: 23)
    packet.store(isImportant, at: 44)
    packet.store(allowsFallback, at: 45)
  }
}

extension Request.Play.Subject {
  init(from packet: RawSpan) throws(ProtocolError) {
    if let handle = try Handle.optional(packet.uint32(at: 12), .handle) {
      // A play by handle has no name.
      try packet.checkReserved(48..<96, of: .play)
      self = .handle(handle)
    } else {
      self = .name(try packet.name(at: 48, .name))
    }
  }

  func write(to packet: inout MutableRawSpan) {
    switch self {
    case .name(let name): packet.store(name, at: 48)
    case .handle(let handle): packet.store(handle.rawValue, at: 12)
    }
  }
}

extension RawSpan {
  /// Reads a category, or nil for zero.
  func category(at offset: Int) throws(ProtocolError) -> Category? {
    let value = uint8(at: offset)
    return value == 0 ? nil : try Category(value, .category)
  }
}
