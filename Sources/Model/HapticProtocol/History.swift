/// A part of the history, oldest first: at most `Limits.historyPerPacket` requests.
public struct History: Hashable, Sendable {
  /// The number of the latest request in the history; 0 if the history is empty.
  public var latest: UInt64
  public var records: [Observed]

  public init(latest: UInt64, records: [Observed]) {
    self.latest = latest
    self.records = records
  }
}

extension History {
  private static let headByteCount = 24
  /// The size of an `observed` event without its header.
  private static let recordByteCount = Observed.byteCount - Limits.headerSize

  private static func byteCount(_ count: Int) -> Int {
    headByteCount + recordByteCount * min(count, Limits.historyPerPacket)
  }

  var byteCount: Int { Self.byteCount(records.count) }

  init(checking packet: RawSpan) throws(ProtocolError) {
    let head = Self.headByteCount
    if packet.byteCount < head { throw .size(.historyReply, expected: head, actual: packet.byteCount) }
    latest = packet.uint64(at: 8)
    let count = packet.uint32(at: 16)
    if count > Limits.historyPerPacket { throw .outOfRange(.count, value: UInt64(count)) }
    try packet.checkReserved(20..<24, of: .historyReply)
    try packet.checkSize(Self.byteCount(Int(count)), of: .historyReply)
    records = []
    records.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      let record = packet.extracting(droppingFirst: Self.start(ofRecord: index))
      records.append(try Observed(from: record, of: .historyReply))
    }
  }

  func write(to packet: inout MutableRawSpan) {
    let kept = records.prefix(Limits.historyPerPacket)
    packet.store(latest, at: 8)
    packet.store(UInt32(kept.count), at: 16)
    for (index, record) in kept.enumerated() { record.write(to: &packet, at: Self.start(ofRecord: index)) }
  }

  /// The offset at which the header would be if the record were an event.
  private static func start(ofRecord index: Int) -> Int { headByteCount + recordByteCount * index - Limits.headerSize }
}
