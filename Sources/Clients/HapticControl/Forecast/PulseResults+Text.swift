// The results of pulses as text.

extension PulseResults.Entry {
  /// The mark for the result; nil for a beat that is felt as intended.
  var sign: PulseResults.Sign? { PulseResults.Sign(rawValue: result.rawValue) }
}

extension PulseResults {
  /// The marks of beats that are not kept, at their intended times; the worst first.
  var marks: [Picture.Mark] {
    Sign.allCases.flatMap { sign in
      entries.filter { $0.sign == sign }.map { Picture.Mark(moment: $0.intended.onset, sign: sign.character) }
    }
  }

  /// The marks for results of beats, the worst first.
  enum Sign: String, CaseIterable {
    case lost, merged, delayed

    private var meaning: (character: Character, words: String) {
      switch self {
      case .lost: ("×", "not felt")
      case .merged: ("∪", "felt as one with the previous pulse")
      case .delayed: ("→", "felt later than intended")
      }
    }

    var character: Character { meaning.character }
    var words: String { meaning.words }
  }

  /// The results that occur with their words, the worst first.
  package var signs: [(name: String, words: String)] {
    Sign.allCases.compactMap { sign in words(of: sign).map { (sign.rawValue, $0) } }
  }

  /// A summary such as `3 of 5 pulses are felt separately and in time`.
  package var summary: String {
    let (count, kept, gradual) = (entries.count, self.count("kept"), self.count("gradual"))
    if count == 0 { return "the pattern has no pulse" }
    if count == 1, kept == 1 { return "its one pulse is felt in time" }
    if count == 1, gradual == 1 {
      return
        "its one pulse is felt gradually: it rises slowly, and is felt \(longestDelay(.gradual).words) after its start"
    }
    let part = kept < count ? "\(kept) of \(count)" : count == 2 ? "both" : "all \(count)"
    return "\(part) pulses \(kept == 1 ? "is" : "are") felt separately and in time"
  }

  /// A line such as `1 delayed: felt later than intended, at most by 34 ms`; nil if no beat has this result.
  func words(of sign: Sign) -> String? {
    let count = self.count(sign.rawValue)
    guard count > 0 else { return nil }
    let most = sign == .delayed ? ", at most by \(longestDelay(.delayed).words)" : ""
    return "\(count) \(sign.rawValue): \(sign.words)\(most)"
  }

  /// The summary and the meaning of the marks.
  @ListBuilder<String> var legend: [String] {
    let gradual = count("gradual")
    summary
    // The summary is about the only pulse.
    if gradual > 0, entries.count > 1 {
      "\(gradual) gradually: a slow rise, felt at most \(longestDelay(.gradual).words) after the start"
    }
    Sign.allCases.compactMap { sign in words(of: sign).map { "\(sign.character) \($0)" } }
  }
}
