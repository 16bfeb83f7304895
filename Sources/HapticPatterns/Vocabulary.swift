/// The feedbacks that can be asked for by name.
public struct Vocabulary: Sendable {
  /// In the order they are listed to people.
  public let feedbacks: [Feedback]
  private let positions: [ShortName: Int]

  /// Of two feedbacks with the same name the later one counts.
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

  /// The feedback with this name, or nil. Allocates nothing.
  public subscript(name: ShortName) -> Feedback? {
    positions[name].map { feedbacks[$0] }
  }

  /// The feedback with this name, or else with what is left of the name without its last part, and so on: who asks for
  /// `message-new-video` gets `message-new`, or `message`. Nil where nothing is left. Allocates nothing.
  ///
  /// That is how the freedesktop sound naming specification looks sounds up; a part may end with a dot as well, as in
  /// `impact.light`.
  public func resolve(_ name: ShortName) -> Feedback? {
    position(of: name, allowingFallback: true).map { feedbacks[$0] }
  }

  /// The index in `feedbacks` of the feedback with this name, or nil. Allocates nothing.
  ///
  /// - Parameter allowingFallback: whether a shorter name may stand in, as in `resolve(_:)`.
  public func position(of name: ShortName, allowingFallback: Bool) -> Int? {
    var rest = name
    while true {
      if let position = positions[rest] { return position }
      guard allowingFallback, let shorter = rest.withoutLastPart else { return nil }
      rest = shorter
    }
  }

  /// The known name that is spelled most like `name`; see `Sequence.nearest(to:)`.
  public func nearest(to name: some StringProtocol) -> ShortName? { feedbacks.lazy.map(\.name).nearest(to: name) }
}
