internal import HapticPatterns

extension FeedbackList: ListBody {
  static let headByteCount = 24
  static let limit = Limits.feedbacksPerPacket
  static var blank: Self { Self(total: 0, records: []) }

  mutating func layout<C: Coder>(ofHead packet: inout C, _ head: inout ListHead) throws(C.Failure) {
    try packet.field(&total, at: 8)
    try packet.field(&head.count, at: 12)
    try packet.field(&head.recordSize, at: 16)
  }
}

extension FeedbackRecord: Record {
  static let byteCount = 176
  static var blank: Self {
    Self(.empty, patternName: .empty, theme: .empty, category: .touch, duration: .zero)
  }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var flags: Flags = [isSilent ? .silent : [], isFallback ? .fallback : []]
    try packet.field(&name, at: 0, .name)
    try packet.field(&patternName, at: 48, .pattern)
    try packet.field(&theme, at: 96, .theme)
    try packet.field(&category, at: 144)
    try packet.field(&flags, at: 145)
    try packet.time(&duration, at: 148)
    isSilent = flags.contains(.silent)
    isFallback = flags.contains(.fallback)
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let silent = Flags(rawValue: 1)
    static let fallback = Flags(rawValue: 2)
  }
}
