internal import MotorRendering

/// What becomes of a beat on a motor.
enum Fate: Equatable {
  /// Felt where it is meant.
  case kept
  /// Felt as a beat of its own, so much later than meant.
  case delayed(by: Duration)
  /// Felt as one with the beat before.
  case merged
  /// Not felt.
  case lost

  var name: String {
    switch self {
    case .kept: "kept"
    case .delayed: "delayed"
    case .merged: "merged"
    case .lost: "lost"
    }
  }
}

/// What becomes of everything that is meant to be told apart.
struct Fates: Equatable {
  /// A meant beat, and the felt one it became.
  struct Entry: Equatable {
    let meant: Beat
    let felt: Beat?
    let fate: Fate
  }

  let entries: [Entry]
  /// How many are felt that nobody meant, such as the pulses that hold a switched motor between its states.
  let unmeant: Int

  /// - Parameters:
  ///   - meant: the beats that are meant, in order.
  ///   - felt: what is felt.
  init(of meant: [Beat], in felt: Envelope) {
    let beats = Beat.beats(of: felt, from: FeltEnvelope.noticed)
    let pairs = BeatMatching.match(meant, with: beats.map(\.onset))
    entries = meant.indices.map { index in
      let own = pairs[index].map { beats[$0] }
      return Entry(meant: meant[index], felt: own, fate: Self.fate(of: meant[index], own, felt))
    }
    unmeant = beats.count - pairs.count { $0 != nil }
  }

  private static func fate(of meant: Beat, _ own: Beat?, _ felt: Envelope) -> Fate {
    guard let own else { return isAmid(meant, felt) ? .merged : .lost }
    let delay = own.onset - meant.onset
    return delay > meant.tolerance ? .delayed(by: delay) : .kept
  }

  /// Whether the motor vibrates as strongly when the beat should be felt as it did just before.
  private static func isAmid(_ meant: Beat, _ felt: Envelope) -> Bool {
    let before = felt.peak(from: meant.onset - before, to: meant.onset + felt.step)
    let during = felt.peak(from: meant.onset, to: meant.top + after)
    return during >= FeltEnvelope.noticed && during >= FeltEnvelope.depth * before
  }

  /// How far back one looks for what a beat is merged with, and how long a motor may take to bring it.
  private static let before = Duration.milliseconds(60)
  private static let after = Duration.milliseconds(20)

  // MARK: Counting

  func count(_ name: String) -> Int { entries.count { $0.fate.name == name } }

  /// The longest that a beat is late; zero where none is.
  var longestDelay: Duration {
    entries.map { if case .delayed(let delay) = $0.fate { delay } else { .zero } }.max() ?? .zero
  }
}
