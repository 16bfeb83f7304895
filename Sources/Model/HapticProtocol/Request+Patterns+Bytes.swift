internal import HapticPatterns

extension Request.Define: Body {
  static let opcode = Opcode.define
  static let byteCount = 40

  init(from packet: RawSpan) throws(ProtocolError) {
    handle = try Handle(packet.uint32(at: 8), .handle)
    device = try DeviceID.optional(packet.uint32(at: 12), .device)
    category = try packet.category(at: 16)
    try packet.checkReserved(17..<20, of: Self.opcode)
    events = packet.uint32(at: 20)
    parameters = packet.uint32(at: 24)
    points = packet.uint32(at: 28)
    try packet.checkReserved(32..<40, of: Self.opcode)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(handle.rawValue, at: 8)
    packet.store(device?.rawValue ?? 0, at: 12)
    packet.store(category?.rawValue ?? 0, at: 16)
    packet.store(events, at: 20)
    packet.store(parameters, at: 24)
    packet.store(points, at: 28)
  }
}

extension Request.Part {
  /// The kinds of records, by their numbers in packets.
  private enum Kind: UInt8 {
    case events = 1
    case parameters, points
  }

  static let headByteCount = 16

  var byteCount: Int { Self.headByteCount + records.count * records.recordByteCount }

  init(checking packet: RawSpan) throws(ProtocolError) {
    if packet.byteCount < Self.headByteCount {
      throw .size(.part, expected: Self.headByteCount, actual: packet.byteCount)
    }
    handle = try Handle(packet.uint32(at: 8), .handle)
    let kind = try Kind(packet.uint8(at: 12), .kind)
    try packet.checkReserved(13..<16, of: .part)
    switch kind {
    case .events: records = .events(try packet.records(of: .part))
    case .parameters: records = .parameters(try packet.records(of: .part))
    case .points: records = .points(try packet.records(of: .part))
    }
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(handle.rawValue, at: 8)
    packet.store(kind.rawValue, at: 12)
    switch records {
    case .events(let events): packet.store(events)
    case .parameters(let parameters): packet.store(parameters)
    case .points(let points): packet.store(points)
    }
  }

  private var kind: Kind {
    switch records {
    case .events: .events
    case .parameters: .parameters
    case .points: .points
    }
  }
}

extension Request.Part.Records {
  var recordByteCount: Int {
    switch self {
    case .events: Event.byteCount
    case .parameters: DynamicParameter.byteCount
    case .points: CurvePoint.byteCount
    }
  }
}

extension RawSpan {
  /// Reads the records that fill the packet: one or more whole records.
  fileprivate func records<Element: Record>(of opcode: Opcode) throws(ProtocolError) -> [Element] {
    let head = Request.Part.headByteCount
    let count = max((byteCount - head) / Element.byteCount, 1)
    try checkSize(head + count * Element.byteCount, of: opcode)
    var records: [Element] = []
    records.reserveCapacity(count)
    for index in 0..<count { records.append(try Element(from: self, at: head + index * Element.byteCount)) }
    return records
  }
}

extension MutableRawSpan {
  @_lifetime(self: copy self)
  fileprivate mutating func store(_ records: [some Record]) {
    for (index, record) in records.enumerated() {
      record.write(to: &self, at: Request.Part.headByteCount + index * type(of: record).byteCount)
    }
  }
}

/// A value of fixed size; a packet contains several.
private protocol Record {
  static var byteCount: Int { get }
  init(from packet: RawSpan, at start: Int) throws(ProtocolError)
  func write(to packet: inout MutableRawSpan, at start: Int)
}

extension Event: Record {
  private enum KindNumber: UInt8 {
    case transient = 1
    case continuous
  }

  static var byteCount: Int { 20 }

  fileprivate init(from packet: RawSpan, at start: Int) throws(ProtocolError) {
    let time = try packet.eventTime(at: start, .time)
    let duration = try packet.eventTime(at: start + 4, .duration)
    let kind = try KindNumber(packet.uint8(at: start + 8), .kind)
    let isSustained = try packet.boolean(at: start + 9, .flags)
    self.init(
      kind == .transient ? .transient : .continuous(duration: duration), at: time,
      intensity: Intensity(packet.share(at: start + 10)), sharpness: Sharpness(packet.share(at: start + 12)),
      envelope: Envelope(
        attack: packet.share(at: start + 14), decay: packet.share(at: start + 16),
        release: packet.share(at: start + 18), isSustained: isSustained),
      logicalDuration: kind == .transient ? duration : .zero)
  }

  fileprivate func write(to packet: inout MutableRawSpan, at start: Int) {
    packet.store(time: time, at: start)
    switch kind {
    case .transient:
      packet.store(time: logicalDuration, at: start + 4)
      packet.store(KindNumber.transient.rawValue, at: start + 8)
    case .continuous(let duration):
      packet.store(time: duration, at: start + 4)
      packet.store(KindNumber.continuous.rawValue, at: start + 8)
    }
    packet.store(envelope.isSustained, at: start + 9)
    packet.store(share: intensity.rawValue, at: start + 10)
    packet.store(share: sharpness.rawValue, at: start + 12)
    packet.store(share: envelope.attack, at: start + 14)
    packet.store(share: envelope.decay, at: start + 16)
    packet.store(share: envelope.release, at: start + 18)
  }
}

extension DynamicParameter: Record {
  static var byteCount: Int { 12 }

  fileprivate init(from packet: RawSpan, at start: Int) throws(ProtocolError) {
    let control = try packet.control(at: start)
    try packet.checkReserved(start + 1..<start + 4, of: .part)
    self.init(control, try packet.value(of: control, at: start + 8), at: packet.time(at: start + 4))
  }

  fileprivate func write(to packet: inout MutableRawSpan, at start: Int) {
    packet.store(control.rawValue, at: start)
    packet.store(time: time, at: start + 4)
    packet.store(value, of: control, at: start + 8)
  }
}

extension CurvePoint: Record {
  static var byteCount: Int { 16 }

  fileprivate init(from packet: RawSpan, at start: Int) throws(ProtocolError) {
    control = try packet.control(at: start)
    beginsCurve = try packet.boolean(at: start + 1, .flags)
    try packet.checkReserved(start + 2..<start + 4, of: .part)
    curveStart = packet.time(at: start + 4)
    point = ParameterCurve.Point(at: packet.time(at: start + 8), try packet.value(of: control, at: start + 12))
  }

  fileprivate func write(to packet: inout MutableRawSpan, at start: Int) {
    packet.store(control.rawValue, at: start)
    packet.store(beginsCurve, at: start + 1)
    packet.store(time: curveStart, at: start + 4)
    packet.store(time: point.time, at: start + 8)
    packet.store(point.value, of: control, at: start + 12)
  }
}
