/// The feedbacks of the theme in force, by name.
public struct Vocabulary: Sendable {
  /// The feedbacks in the order in which they are listed to users.
  public let feedbacks: [Feedback]
  /// A hash table with linear probing: the position of a feedback plus one, or zero for a free slot. At most half of the
  /// slots are taken. `Dictionary` takes eight times as long to fill, and the daemon fills this at its start.
  private let slots: [Int32]
  /// For each feedback, the index of the first feedback with the same pattern. Found here, because a thread can make a
  /// vocabulary, and comparing many patterns takes long.
  public let originals: [Int32]

  /// Creates a vocabulary. Of two feedbacks with the same name the later one counts, at the position of the first.
  public init(_ feedbacks: [Feedback]) {
    var slots = [Int32](repeating: 0, count: Self.slotCount(for: feedbacks.count))
    // Names rarely repeat, so the array is rarely copied.
    var kept = feedbacks
    var count = 0
    for (index, feedback) in feedbacks.enumerated() {
      let slot = Self.slot(of: feedback.name, in: slots, kept)
      if slots[slot] > 0 {
        kept[Int(slots[slot]) - 1] = feedback
      } else {
        if count < index { kept[count] = feedback }
        count += 1
        slots[slot] = Int32(count)
      }
    }
    kept.removeLast(feedbacks.count - count)
    self.feedbacks = kept
    self.slots = slots
    originals = Self.originals(of: kept)
  }

  /// Most patterns differ in their durations, so that a search is faster than a hash of all events.
  private static func originals(of feedbacks: [Feedback]) -> [Int32] {
    var different: [(index: Int32, duration: Duration)] = []
    return feedbacks.indices.map { index in
      let pattern = feedbacks[index].pattern
      let duration = pattern.duration
      for (original, known) in different where known == duration {
        if feedbacks[Int(original)].pattern == pattern { return original }
      }
      different.append((Int32(index), duration))
      return Int32(index)
    }
  }

  private static func slotCount(for feedbacks: Int) -> Int {
    var count = 16
    while count < 2 * feedbacks { count *= 2 }
    return count
  }

  /// Returns the slot of a name, or the free slot for it.
  private static func slot(of name: ShortName, in slots: [Int32], _ feedbacks: [Feedback]) -> Int {
    var slot = Int(truncatingIfNeeded: name.quickHash) & (slots.count - 1)
    while slots[slot] > 0, feedbacks[Int(slots[slot]) - 1].name != name { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  /// Returns the feedback with this name, or nil. Does not allocate.
  public subscript(name: ShortName) -> Feedback? {
    position(of: name, allowingFallback: false).map { feedbacks[$0] }
  }

  /// Returns the feedback with this name, or with the name without its last part, and so on: `message-new-video` gives
  /// `message-new`, or `message`. Returns nil if no name matches. Does not allocate.
  ///
  /// This is the lookup of the freedesktop sound naming specification; parts may also be separated by a dot, as in
  /// `impact.light`.
  public func resolve(_ name: ShortName) -> Feedback? {
    position(of: name, allowingFallback: true).map { feedbacks[$0] }
  }

  /// Returns the index in `feedbacks` of the feedback with this name, or nil. Does not allocate.
  ///
  /// - Parameter allowingFallback: whether a shorter name may be used, as in `resolve(_:)`.
  public func position(of name: ShortName, allowingFallback: Bool) -> Int? {
    var rest = name
    while true {
      let position = Int(slots[Self.slot(of: rest, in: slots, feedbacks)]) - 1
      if position >= 0 { return position }
      guard allowingFallback, let shorter = rest.withoutLastPart else { return nil }
      rest = shorter
    }
  }

  /// Returns the known name most similar to `name`; see `Sequence.nearest(to:)`.
  public func nearest(to name: some StringProtocol) -> ShortName? { feedbacks.lazy.map(\.name).nearest(to: name) }
}

/// A name with a meaning, and its category and pattern.
public struct Feedback: Hashable, Sendable {
  public let name: ShortName
  public let category: Category
  public let pattern: Pattern

  public init(_ name: ShortName, _ category: Category, _ pattern: Pattern) {
    self.name = name
    self.category = category
    self.pattern = pattern
  }
}
