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
  public func resolve(_ name: ShortName) -> Feedback? { position(resolving: name).map { feedbacks[$0] } }

  /// Where in `feedbacks` the one is that `resolve` gives.
  public func position(resolving name: ShortName) -> Int? {
    var rest = name
    while true {
      if let position = positions[rest] { return position }
      guard let shorter = rest.withoutLastPart else { return nil }
      rest = shorter
    }
  }

  /// The name somebody probably meant who wrote `name`: for "did you mean". Nil if nothing is near.
  ///
  /// A last part alone counts too, so that `heavy` and `hevy` lead to `impact.heavy`.
  public func nearest(to name: some StringProtocol) -> ShortName? {
    let wanted = Array(name.lowercased().utf8)
    guard !wanted.isEmpty else { return nil }
    let tolerance = max(1, wanted.count / 3)
    var best: (name: ShortName, distance: Int)?
    for feedback in feedbacks {
      let distance = Self.distance(from: wanted, to: feedback.name.utf8)
      if distance <= tolerance, distance < best?.distance ?? .max { best = (feedback.name, distance) }
    }
    return best?.name
  }

  private static func distance(from wanted: [UInt8], to name: [UInt8]) -> Int {
    let whole = editDistance(wanted, name)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return whole }
    return min(whole, editDistance(wanted, Array(name[(dot + 1)...])))
  }
}
