internal import Haptics
internal import MotorRendering

/// Finds the parts of a pattern that a motor cannot play as intended, by the forecast for the motor.
package struct MotorLint {
  private let forecast: Forecast
  private let motor: String

  private var events: [Event] { forecast.score.pattern.events }

  package init(_ forecast: Forecast, motor: String) { (self.forecast, self.motor) = (forecast, motor) }

  /// The findings in order of time.
  package var findings: [MotorFinding] {
    (short + notFelt + alike).sorted { $0.moment < $1.moment }
  }

  // MARK: Length

  private var short: [MotorFinding] {
    let shortest = forecast.model.shortestPulse
    return events.indices.compactMap { index in
      let event = events[index]
      guard case .continuous = event.kind, shortest > event.duration, event.intensity > .none else { return nil }
      return MotorFinding(
        kind: .short, event: index, moment: event.time,
        message: "lasts \(event.duration.words), but the shortest pulse felt on \(motor) is \(shortest.words)",
        remedy: "make it longer, or use a transient, which has a suitable length on each motor")
    }
  }

  // MARK: Pulses

  private var notFelt: [MotorFinding] {
    let entries = forecast.results.entries
    guard entries.contains(where: { $0.sign != nil }) else { return [] }
    let fall = max(forecast.model.timeToFallApart, forecast.model.minimumInterval)
    var lastFelt: PulseResults.Entry?
    return entries.indices.compactMap { index in
      let entry = entries[index]
      defer { if entry.felt != nil { lastFelt = entry } }
      guard let sign = entry.sign, let kind = MotorFinding.Kind(rawValue: sign.rawValue) else { return nil }
      let words = sign == .delayed ? "felt \(entry.delay.words) late" : sign.words
      let onset = entry.intended.onset
      let since = index > 0 ? onset - entries[index - 1].intended.onset : nil
      return MotorFinding(
        kind: kind, event: forecast.event(at: onset), moment: onset,
        message: "\(words) on \(motor)" + (since.map { ": it comes \($0.words) after the previous one" } ?? ""),
        remedy: since.flatMap { since in lastFelt.flatMap { remedy(after: $0, within: since, fall: fall) } }
          ?? Self.remedy(for: kind, of: entry.intended))
    }
  }

  /// The interval after the start of a pulse at which the next one is felt separately: the rise of the pulse, and the
  /// fall before it. Rounded up to 5 ms.
  ///
  /// - Returns: nil if `given` is already as long.
  private func remedy(after entry: PulseResults.Entry, within given: Duration, fall: Duration) -> String? {
    // A felt pulse may be a vibration that becomes stronger for much longer than the motor needs.
    let rise = entry.felt.map { min($0.top - $0.onset, forecast.model.longestRise) } ?? .zero
    let interval = .milliseconds(5) * Int(((rise + fall) / .milliseconds(5)).rounded(.up))
    guard given < interval else { return nil }
    return "the motor needs \(rise.words) to rise and \(fall.words) to fall; leave \(interval.words) between pulses"
  }

  /// The remedy if a longer interval would not help.
  static func remedy(for kind: MotorFinding.Kind, of intended: Pulse) -> String {
    guard kind == .delayed else { return "make it stronger or longer than its neighbors" }
    // The start of a rectangle or a transient is as steep as it can be.
    return intended.top - intended.onset > Forecast.interval
      ? "make its start steeper" : "begin it earlier, or make it stronger; its start cannot be steeper"
  }

  // MARK: Strengths

  /// Neighboring beats with intended strengths that differ noticeably, but with felt strengths that do not.
  private var alike: [MotorFinding] {
    let felt = forecast.results.entries.filter { $0.felt != nil }
    return zip(felt, felt.dropFirst()).compactMap { one, other in
      guard let first = one.felt, let second = other.felt,
        Self.ratio(one.intended.peak, other.intended.peak) >= Self.intendedRatio,
        Self.ratio(first.peak, second.peak) < Self.felt
      else { return nil }
      let (before, after) = (one.intended.peak.fixed(2), other.intended.peak.fixed(2))
      return MotorFinding(
        kind: .alike, event: forecast.event(at: other.intended.onset), moment: other.intended.onset,
        message: "\(after) after \(before) feels the same on \(motor)",
        remedy: "use a different number, length or rhythm as well")
    }
  }

  /// A difference of two just noticeable steps is taken as intended; felt strengths within half a step are alike.
  private static let intendedRatio = JustNoticeableDifference.ratio * JustNoticeableDifference.ratio
  private static let felt = JustNoticeableDifference.ratio.squareRoot()

  private static func ratio(_ one: Double, _ other: Double) -> Double { max(one, other) / min(one, other) }
}

/// A part of a pattern that a motor cannot play as intended.
package struct MotorFinding: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// An event that ends before the motor is felt.
    case short
    /// The results of a pulse.
    case lost, merged, delayed
    /// Two strengths that feel the same.
    case alike
  }

  package let kind: Kind
  /// The index of the event in the pattern; nil if no event begins by then, as for a rise of a curve.
  package let event: Int?
  package let moment: Duration
  package let message: String
  package let remedy: String
}

enum JustNoticeableDifference {
  /// The ratio of two strengths that can just be told apart: an amplitude ratio of 1.3 (Israr, Tan and Reed 2006),
  /// with the exponent of 0.65 of felt strength on phones.
  static let ratio = 1.19
}

extension MotorModel {
  var longestRise: Duration { max(strong.rise, weak?.rise ?? .zero) }

  /// The shortest pause between two full vibrations that are felt as two pulses, in whole milliseconds.
  var timeToFallApart: Duration {
    let full = Level(strong: ceiling, weak: ceiling)
    let length = longestRise * Self.risesToFull
    func isFelt(_ pause: Int) -> Bool {
      let again = length + .milliseconds(pause)
      let steps = [Drive.Step(at: .zero, level: full), .init(at: length, level: .off), .init(at: again, level: full)]
      var walk = MotorWalk(Drive(steps, end: again + length), self)
      let felt = SampledStrength(to: again + length, every: Forecast.interval) { walk.strength(at: $0) }
      return Pulse.felt(in: felt, from: FeltEnvelope.noticed, valleyDepth).count > 1
    }
    return .milliseconds(firstPosition(in: 0..<Int(MotorWalk.longestFall / .milliseconds(1)), where: isFelt))
  }

  /// The factor from the rise time (to 90 %) to the time to 99.9 % of an exponential rise.
  private static let risesToFull = 3
}
