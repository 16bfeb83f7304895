public import HapticPatterns

/// Feedbacks of the daemon's vocabulary: some of them, as a packet holds no more than `Limits.feedbacksPerPacket`.
public struct FeedbackList: Hashable, Sendable {
  /// How many the vocabulary has.
  public var total: UInt32
  /// Those from the position that was asked for on, in the vocabulary's order.
  public var records: [FeedbackRecord]

  public init(total: UInt32, records: [FeedbackRecord]) {
    self.total = total
    self.records = records
  }

  /// As many of `all` as a packet holds, from this position on; none beyond the end.
  public init(_ all: [FeedbackRecord], from first: UInt32) {
    self.init(
      total: UInt32(clamping: all.count),
      records: Array(all.dropFirst(Int(first)).prefix(Limits.feedbacksPerPacket)))
  }
}

/// A feedback and what stands behind it.
public struct FeedbackRecord: Hashable, Sendable {
  public var name: ShortName
  /// The pattern that is played for it; empty for a silent one.
  public var patternName: ShortName
  /// The theme that has the pattern; empty where none has.
  public var theme: ShortName
  public var category: Category
  /// Whether it means nothing on purpose: absence is feedback.
  public var isSilent: Bool
  /// Whether its theme has nothing of its own for it, and another feedback's pattern stands in.
  public var isFallback: Bool
  /// The pattern's length, in whole microseconds.
  public var duration: Duration

  public init(
    _ name: ShortName, patternName: ShortName, theme: ShortName, category: Category, isSilent: Bool = false,
    isFallback: Bool = false, duration: Duration
  ) {
    self.name = name
    self.patternName = patternName
    self.theme = theme
    self.category = category
    self.isSilent = isSilent
    self.isFallback = isFallback
    self.duration = duration
  }
}
