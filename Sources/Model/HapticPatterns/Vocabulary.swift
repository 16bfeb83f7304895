/// The feedbacks of the theme in force, by name.
public struct Vocabulary: Sendable {
  /// The feedbacks in the order in which they are listed to users.
  public let feedbacks: [Feedback]
  private let positions: [ShortName: Int]

  /// Creates a vocabulary. Of two feedbacks with the same name the later one counts, at the position of the first.
  public init(_ feedbacks: [Feedback]) {
    var kept: [Feedback] = []
    var positions: [ShortName: Int] = [:]
    kept.reserveCapacity(feedbacks.count)
    positions.reserveCapacity(feedbacks.count)
    for feedback in feedbacks {
      if let position = positions[feedback.name] {
        kept[position] = feedback
      } else {
        positions[feedback.name] = kept.count
        kept.append(feedback)
      }
    }
    self.feedbacks = kept
    self.positions = positions
  }

  /// Returns the feedback with this name, or nil. Does not allocate.
  public subscript(name: ShortName) -> Feedback? {
    positions[name].map { feedbacks[$0] }
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
      if let position = positions[rest] { return position }
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
