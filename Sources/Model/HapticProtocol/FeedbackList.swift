public import HapticPatterns

/// Reads the feedbacks of the daemon, in its order, with their patterns and themes.
public struct FeedbacksQuery: ListQuery {
  public typealias Answer = FeedbackList
  public static let opcode = Opcode.feedbacks

  /// The position of the first one.
  public var first: UInt32

  public init(first: UInt32 = 0) { self.first = first }

  public func next(after page: FeedbackList) -> FeedbacksQuery? {
    let next = UInt64(first) + UInt64(page.records.count)
    guard !page.records.isEmpty, next < page.total else { return nil }
    return FeedbacksQuery(first: UInt32(next))
  }
}

extension FeedbacksQuery: Record {
  static let byteCount = 12
  static var blank: Self { Self() }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) { try packet.field(&first, at: 8) }
}

/// A part of the daemon's vocabulary: at most `Limits.feedbacksPerPacket` feedbacks.
public struct FeedbackList: Hashable, Sendable {
  /// The number of feedbacks in the vocabulary.
  public var total: UInt32
  /// The feedbacks from the requested position on, in the order of the vocabulary.
  public var records: [FeedbackRecord]

  public init(total: UInt32, records: [FeedbackRecord]) {
    self.total = total
    self.records = records
  }

  /// Creates a list with as many of `all` as fit into a packet, starting at position `first`; empty beyond the end.
  public init(_ all: [FeedbackRecord], from first: UInt32) {
    self.init(
      total: UInt32(clamping: all.count),
      records: Array(all.dropFirst(Int(first)).prefix(Limits.feedbacksPerPacket)))
  }
}

/// A feedback of the vocabulary with its pattern and theme.
public struct FeedbackRecord: Hashable, Sendable {
  public var name: ShortName
  /// The name of the pattern; empty for a silent feedback.
  public var patternName: ShortName
  /// The theme that contains the pattern; empty if no theme does.
  public var theme: ShortName
  public var category: Open<Category>
  /// Whether the feedback is silent on purpose.
  public var isSilent: Bool
  /// Whether the theme has no pattern for this feedback and uses the pattern of another one.
  public var isFallback: Bool
  /// The length of the pattern, in whole microseconds.
  public var duration: Duration

  public init(
    _ name: ShortName, patternName: ShortName, theme: ShortName, category: Category, isSilent: Bool = false,
    isFallback: Bool = false, duration: Duration
  ) {
    self.name = name
    self.patternName = patternName
    self.theme = theme
    self.category = .known(category)
    self.isSilent = isSilent
    self.isFallback = isFallback
    self.duration = duration
  }
}

extension FeedbackList: ListBody {
  static let countOffset = 12
  static let limit = Limits.feedbacksPerPacket
  static var blank: Self { Self(total: 0, records: []) }

  mutating func layout<C: Coder>(ofHead packet: inout C) throws(C.Failure) {
    try packet.field(&total, at: 8)
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

  private struct Flags: OptionSet, OpenNumber {
    let rawValue: UInt8
    static let silent = Flags(rawValue: 1)
    static let fallback = Flags(rawValue: 2)
  }
}
