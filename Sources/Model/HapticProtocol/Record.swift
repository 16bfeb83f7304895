/// The fields of a packet, or of one of the equal records in it, of fixed size.
protocol Record {
  /// The size in bytes; of a packet, including the header.
  static var byteCount: Int { get }
  /// The value before its fields are decoded. Its contents do not matter.
  static var blank: Self { get }
  /// Reads or writes the fields.
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure)
}

extension Record {
  /// Checks the size of a packet and decodes its fields.
  @inline(__always)
  init(checking packet: RawSpan, of opcode: Opcode) throws(ProtocolError) {
    try packet.checkSize(Self.byteCount, of: opcode)
    self = .blank
    var reader = FieldReader(packet, of: opcode)
    try layout(in: &reader)
  }

  /// Encodes the fields into a packet that is zero after its header.
  @inline(__always)
  func write(to packet: inout MutableRawSpan) {
    var copy = self
    var writer = FieldWriter(packet)
    copy.layout(in: &writer)
    packet = writer.packet
  }
}

/// A packet of fixed size.
protocol Body: Record {
  static var opcode: Opcode { get }
}

extension Body {
  init(checking packet: RawSpan) throws(ProtocolError) { try self.init(checking: packet, of: Self.opcode) }
}

/// A packet with a list of records of equal size after its other fields.
protocol ListBody {
  associatedtype Element: Record
  static var opcode: Opcode { get }
  static var blank: Self { get }
  /// The offset of the first record.
  static var headByteCount: Int { get }
  /// The size of a record, and the offset from which its fields count.
  static var recordByteCount: Int { get }
  static var firstRecord: Int { get }
  /// The maximum number of records; on writing, further records are dropped.
  static var limit: Int { get }
  var records: [Element] { get set }
  /// Reads or writes the fields before the records; `count` is the number of records.
  mutating func layout<C: Coder>(ofHead packet: inout C, count: inout UInt32) throws(C.Failure)
}

extension ListBody {
  static var recordByteCount: Int { Element.byteCount }
  static var firstRecord: Int { headByteCount }

  private static func byteCount(_ count: Int) -> Int { headByteCount + recordByteCount * count }

  var byteCount: Int { Self.byteCount(min(records.count, Self.limit)) }

  init(checking packet: RawSpan) throws(ProtocolError) {
    if packet.byteCount < Self.headByteCount { try packet.checkSize(Self.headByteCount, of: Self.opcode) }
    self = .blank
    var reader = FieldReader(packet, of: Self.opcode)
    var count: UInt32 = 0
    try layout(ofHead: &reader, count: &count)
    if count > Self.limit { throw .outOfRange(.count, value: UInt64(count)) }
    try packet.checkSize(Self.byteCount(Int(count)), of: Self.opcode)
    try reader.field(&records, at: Self.firstRecord, stride: Self.recordByteCount)
  }

  func write(to packet: inout MutableRawSpan) {
    var copy = self
    if copy.records.count > Self.limit { copy.records.removeLast(copy.records.count - Self.limit) }
    var count = UInt32(copy.records.count)
    var writer = FieldWriter(packet)
    copy.layout(ofHead: &writer, count: &count)
    writer.field(&copy.records, at: Self.firstRecord, stride: Self.recordByteCount)
    packet = writer.packet
  }
}

/// A packet with one number after its header.
struct SingleNumber<Number: FixedWidthInteger & BitwiseCopyable>: Record {
  var number: Number

  static var byteCount: Int { Limits.headerSize + MemoryLayout<Number>.size }
  static var blank: Self { Self(number: 0) }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&number, at: Limits.headerSize)
  }
}
