/// The fields of a packet, or of one of the equal records in it.
protocol Layout {
  /// Reads or writes the fields.
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure)
}

extension Layout {
  /// Encodes the fields into a packet that is zero after its header, for a client of this version.
  @inline(__always)
  public func write(to packet: inout MutableRawSpan, for version: UInt16 = Limits.version) {
    var copy = self
    var writer = FieldWriter(packet, for: version)
    copy.layout(in: &writer)
    packet = writer.packet
  }
}

/// Fields of fixed size.
protocol Record: Layout {
  /// The size in bytes; of a packet, including the header.
  static var byteCount: Int { get }
  /// The size in the first version that has it. A daemon of that version sends no more, and the further fields are 0.
  static var firstByteCount: Int { get }
  /// The value before its fields are decoded. Its contents do not matter.
  static var blank: Self { get }
}

extension Record {
  static var firstByteCount: Int { byteCount }

  public var byteCount: Int { Self.byteCount }

  /// Checks the size of a packet and decodes its fields.
  @inline(__always)
  public init(checking packet: RawSpan, of opcode: Opcode) throws(ProtocolError) {
    try packet.checkSize(Self.byteCount, of: opcode)
    self = .blank
    var reader = FieldReader(packet, of: opcode)
    try layout(in: &reader)
  }

  /// Checks the size of a packet that ends with one record, which may be longer or shorter than this version knows it, and
  /// decodes its fields.
  init<Element: Record>(
    checking packet: RawSpan, of opcode: Opcode, endingWith type: Element.Type, at start: Int, sizeAt offset: Int
  ) throws(ProtocolError) {
    let first = start + Element.firstByteCount
    if packet.byteCount < first { try packet.checkSize(first, of: opcode) }
    let size = Int(packet.uint32(at: offset))
    if size < Element.firstByteCount { throw .outOfRange(.record, value: UInt64(size)) }
    try packet.checkSize(start + size, of: opcode)
    self = .blank
    if size >= Element.byteCount {
      var reader = FieldReader(packet, of: opcode)
      try layout(in: &reader)
    } else {
      let whole = packet.withRecords(at: start, of: size, lengthenedTo: Element.byteCount)
      var reader = FieldReader(RawSpan(_elements: whole.span), of: opcode)
      try layout(in: &reader)
    }
  }
}

extension RawSpan {
  /// The bytes of a packet with records that are padded with zeros, as those of an earlier version.
  func withRecords(at first: Int, of size: Int, lengthenedTo length: Int) -> [UInt8] {
    var bytes = (0..<first).map { uint8(at: $0) }
    for start in stride(from: first, to: byteCount, by: size) {
      bytes += (start..<start + size).map { uint8(at: $0) } + [UInt8](repeating: 0, count: length - size)
    }
    return bytes
  }
}

/// A packet with a list of records of equal size after its other fields.
protocol ListBody: RecordList where Element: Record {
  static var blank: Self { get }
  /// The offset of the first record; 24 unless a type says otherwise.
  static var headByteCount: Int { get }
  /// The offset of the number of records, which the size of each follows; 16 unless a type says otherwise. That size may
  /// differ from the one in this version.
  static var countOffset: Int { get }
  /// The maximum number of records; on writing, further records are dropped.
  static var limit: Int { get }
  var records: [Element] { get set }
  /// Reads or writes the other fields before the records.
  mutating func layout<C: Coder>(ofHead packet: inout C) throws(C.Failure)
}

extension ListBody {
  static var headByteCount: Int { 24 }
  static var countOffset: Int { 16 }

  public var byteCount: Int { Self.headByteCount + Element.byteCount * min(records.count, Self.limit) }

  public init(checking packet: RawSpan, of opcode: Opcode) throws(ProtocolError) {
    if packet.byteCount < Self.headByteCount { try packet.checkSize(Self.headByteCount, of: opcode) }
    self = .blank
    var reader = FieldReader(packet, of: opcode)
    try layout(ofHead: &reader)
    let count = Int(packet.uint32(at: Self.countOffset))
    if count > Self.limit { throw .outOfRange(.count, value: UInt64(count)) }
    let stride = Int(packet.uint32(at: Self.countOffset + 4))
    if stride < Element.firstByteCount { throw .outOfRange(.record, value: UInt64(stride)) }
    // Neither number exceeds 32 bits, so the product does not overflow.
    try packet.checkSize(Self.headByteCount + stride * count, of: opcode)
    if stride >= Element.byteCount {
      try reader.field(&records, at: Self.headByteCount, stride: stride)
    } else {
      let whole = packet.withRecords(at: Self.headByteCount, of: stride, lengthenedTo: Element.byteCount)
      var reader = FieldReader(RawSpan(_elements: whole.span), of: opcode)
      try reader.field(&records, at: Self.headByteCount, stride: Element.byteCount)
    }
  }

  public func write(to packet: inout MutableRawSpan, for version: UInt16) {
    var copy = self
    if copy.records.count > Self.limit { copy.records.removeLast(copy.records.count - Self.limit) }
    var writer = FieldWriter(packet, for: version)
    copy.layout(ofHead: &writer)
    var count = UInt32(copy.records.count)
    writer.field(&count, at: Self.countOffset)
    writer.recordSize(of: Element.self, at: Self.countOffset + 4)
    writer.field(&copy.records, at: Self.headByteCount, stride: Element.byteCount)
    packet = writer.packet
  }
}

extension FieldCoder where Self: ~Copyable & ~Escapable {
  /// The size of the records of this type in a packet.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func recordSize<Element: Record>(of type: Element.Type, at offset: Int) throws(Failure) {
    var size = UInt32(Element.byteCount)
    try field(&size, at: offset)
  }
}
