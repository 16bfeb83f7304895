internal import Haptics
internal import MotorRendering

// Forecasts as text.

extension Forecast {
  /// The lanes of `window`, the marks of beats that are not kept, and a legend.
  ///
  /// - Parameters:
  ///   - columns: the maximum width of a line.
  ///   - rows: the height of each lane.
  func lines(in window: Range<Duration>, columns: Int, rows: Int = Picture.usualRows) -> [String] {
    var picture = Picture(lanes: lanes(in: window))
    picture.rows = rows
    picture.columns = max(columns - picture.margin, Self.fewestColumns)
    picture.start = window.lowerBound
    picture.end = window.upperBound
    picture.marks = results.marks
    return picture.lines + results.legend
  }

  private static let fewestColumns = 10

  private func lanes(in window: Range<Duration>) -> [Picture.Lane] {
    let intended = intended(in: window)
    return [
      Picture.Lane(title: "intensity", envelope: intended),
      Picture.Lane(title: "sharpness", envelope: sharpness(in: window), presence: intended),
    ] + sent(in: window) + [Picture.Lane(title: "felt", envelope: felt(in: window), threshold: FeltEnvelope.noticed)]
  }

  private func sent(in window: Range<Duration>) -> [Picture.Lane] {
    if model.motorCount == 2 {
      return [
        Picture.Lane(title: "strong", envelope: sent(in: window, \.strong)),
        Picture.Lane(title: "weak", envelope: sent(in: window, \.weak)),
      ]
    }
    let sent = sent(in: window, \.strong)
    let wave = Picture.Lane(title: "pitch", envelope: pitch(in: window), presence: sent)
    return [Picture.Lane(title: "sent", envelope: sent)] + (model.playsWaves ? [wave] : [])
  }
}

extension PulseResults {
  /// The marks of beats that are not kept, at their intended times; the worst first.
  var marks: [Picture.Mark] {
    Sign.allCases.flatMap { sign in
      entries.filter { $0.result.name == sign.rawValue }.map {
        Picture.Mark(moment: $0.intended.onset, sign: sign.character)
      }
    }
  }

  /// The marks for results of beats, the worst first.
  enum Sign: String, CaseIterable {
    case lost, merged, delayed

    var character: Character {
      switch self {
      case .lost: "×"
      case .merged: "∪"
      case .delayed: "→"
      }
    }

    var words: String {
      switch self {
      case .lost: "not felt"
      case .merged: "felt as one with the previous pulse"
      case .delayed: "felt later than intended"
      }
    }
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
      return "its one pulse is felt gradually: it rises slowly, and is felt \(longestRise.words) after its start"
    }
    let part = kept < count ? "\(kept) of \(count)" : count == 2 ? "both" : "all \(count)"
    return "\(part) pulses \(kept == 1 ? "is" : "are") felt separately and in time"
  }

  /// A line about slow rises; nil if there are none, and if the summary is about the only one.
  private var slowRises: String? {
    let gradual = self.count("gradual")
    guard gradual > 0, entries.count > 1 else { return nil }
    return "\(gradual) gradually: a slow rise, felt at most \(longestRise.words) after the start"
  }

  /// A line such as `1 delayed: felt later than intended, at most by 34 ms`; nil if no beat has this result.
  func words(of sign: Sign) -> String? {
    let count = self.count(sign.rawValue)
    guard count > 0 else { return nil }
    let most = sign == .delayed ? ", at most by \(longestDelay.words)" : ""
    return "\(count) \(sign.rawValue): \(sign.words)\(most)"
  }

  /// The summary and the meaning of the marks.
  var legend: [String] {
    [summary] + (slowRises.map { [$0] } ?? [])
      + Sign.allCases.compactMap { sign in words(of: sign).map { "\(sign.character) \($0)" } }
  }
}
