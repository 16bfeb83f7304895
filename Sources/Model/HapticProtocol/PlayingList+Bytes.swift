internal import HapticPatterns

extension PlayingList: ListBody {
  static let headByteCount = 24
  static let limit = Limits.playingPerPacket
  static var blank: Self { Self(total: 0, records: []) }

  mutating func layout<C: Coder>(ofHead packet: inout C, _ head: inout ListHead) throws(C.Failure) {
    try packet.field(&total, at: 8)
    try packet.field(&head.count, at: 16)
    try packet.field(&head.recordSize, at: 20)
  }
}

extension PlayingRecord: Record {
  static let byteCount = 144
  static var blank: Self {
    Self(
      number: 0, device: .first, processID: 0, applicationName: .empty, identity: .none, feedback: .empty,
      category: .touch, startNanoseconds: 0)
  }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&number, at: 0)
    try packet.field(&playback, at: 8, .playback)
    try packet.field(&device, at: 12, .device)
    try packet.field(&processID, at: 16)
    try packet.field(&category, at: 20)
    try packet.field(&identity, at: 21)
    try packet.field(&treatment, at: 22)
    try packet.field(&state, at: 23)
    try packet.field(&intensity, at: 24)
    try packet.field(&felt, at: 26)
    try packet.moment(&startNanoseconds, at: 32, .start)
    try packet.moment(&endNanoseconds, at: 40, .end)
    try packet.field(&feedback, at: 48, .name)
    try packet.field(&applicationName, at: 96, .application)
  }
}
