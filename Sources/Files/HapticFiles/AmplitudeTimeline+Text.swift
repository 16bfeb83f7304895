extension AmplitudeTimeline {
  /// The timeline as Android's vibration XML: a waveform, which every phone plays.
  var androidText: String {
    let entries = steps.map { #"    <waveform-entry durationMs="\#($0.length)" amplitude="\#($0.level)"/>"# }
    return
      (["<vibration-effect>", "  <waveform-effect>"] + entries + ["  </waveform-effect>", "</vibration-effect>", ""])
      .joined(separator: "\n")
  }

  /// The timeline as the argument of `navigator.vibrate`.
  var webText: String { "[\(webNumbers.map(String.init).joined(separator: ","))]\n" }

  /// The steps that a reader finds in the text.
  func stepCount(in format: PatternFormat) -> Int {
    format == .web ? webNumbers.count { $0 > 0 } : steps.count
  }

  /// Vibration and pause in turn, in milliseconds, beginning with a vibration.
  private var webNumbers: [Int] {
    var numbers: [Int] = []
    for step in steps {
      // The vibrations have even positions.
      if (step.level > 0) == numbers.count.isMultiple(of: 2) {
        numbers.append(step.length)
      } else if numbers.isEmpty {
        numbers = [0, step.length]
      } else {
        numbers[numbers.count - 1] += step.length
      }
    }
    return numbers
  }

  // MARK: Losses

  var androidLosses: [String] {
    var losses = commonLosses
    if lost.slopes { losses.append("slopes of strength, written as steps of \(step) ms") }
    return losses
  }

  var webLosses: [String] {
    var losses = commonLosses
    if steps.contains(where: { $0.level > 0 && $0.level < Self.full }) {
      losses.append("strengths below 100%: every vibration has full strength")
    }
    if webNumbers.count > Self.mostNumbers {
      losses.append(
        "the numbers after the \(Self.mostNumbers)th of \(webNumbers.count) in browsers of the Chromium family")
    }
    if let longest = webNumbers.max(), longest > Self.longestNumber {
      losses.append("times above \(Self.longestNumber / 1000) s in browsers of the Chromium family")
    }
    return losses
  }

  /// The limits of Chromium.
  private static let (mostNumbers, longestNumber) = (99, 10_000)

  private var commonLosses: [String] {
    var losses: [String] = []
    func add(_ count: Int, _ noun: String, _ rest: String) {
      if count > 0 { losses.append("\(counted(count, noun))\(rest)") }
    }
    if lost.sharpVibrations > 0 { losses.append("the sharpness of \(counted(lost.sharpVibrations, "vibration"))") }
    add(lost.coveredTaps, "tap", " at the time of a stronger one")
    add(lost.tapsInVibrations, "tap", " in or next to vibrations, written as a part of them")
    add(lost.shortenedTaps, "tap", " written shorter, and so sharper")
    add(lost.vibrationsAsTaps, "short vibration", ", read as a tap again")
    if lost.rounding { losses.append("fractions of milliseconds") }
    return losses
  }
}
