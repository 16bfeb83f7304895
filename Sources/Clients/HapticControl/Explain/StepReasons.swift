internal import Haptics
internal import MotorRendering

/// Gives the reason for each step of a drive in words: the decision that the renderer recorded, and what is felt of it by
/// the motor model.
struct StepReasons {
  private let forecast: Forecast
  private let most: Int

  private var steps: [Drive.Step] { forecast.drive.steps }
  private var model: MotorModel { forecast.model }

  /// - Parameter most: the maximum number of steps, counted from the start.
  init(_ forecast: Forecast, most: Int) { (self.forecast, self.most) = (forecast, most) }

  var sentences: [String] {
    var walk = MotorWalk(forecast.drive, model)
    let felt = steps.map { walk.strength(at: $0.at) }
    var begun: Set<Int> = []
    return steps.indices.prefix(most).map { index in
      guard let reason = forecast.reasons[steps[index].at], steps[index].level != .off else {
        return offSentence(index, felt)
      }
      let event = reason.tap ?? event(at: steps[index].at)
      let isFirst = event.map { begun.insert($0).inserted } ?? true
      let sentence =
        reason.decision == .tap ? tapSentence(index, reason, felt) : holdSentence(index, reason, isFirst: isFirst)
      return sentence + (isFirst ? event.map { lateness(index, $0) } ?? "" : "")
    }
  }

  /// The index of the latest vibration that has begun by `moment`; without one, of the latest tap, as in a roll.
  private func event(at moment: Duration) -> Int? {
    let begun = forecast.score.pattern.events.prefix { $0.time <= moment + Self.grain }
    return begun.lastIndex { $0.kind != .transient && moment < $0.end } ?? begun.indices.last
  }

  /// The grid of the renderer's steps.
  private static let grain = Duration.microseconds(100)

  private func length(_ index: Int) -> Duration { forecast.drive.length(ofStep: index) }

  // MARK: Sentences

  private func tapSentence(_ index: Int, _ reason: StepReason, _ felt: [Double]) -> String {
    let event = forecast.score.pattern.events[reason.tap ?? 0]
    let wanted = reason.strength
    let intended = Event.transientDuration(forecast.score.effectiveSharpness(of: event, at: event.time))
    let drive = "\(steps[index].level.words(of: model)) for \(length(index).words)"
    let naive = strength(of: wanted, for: intended)
    let reached = index + 1 < felt.count ? felt[index + 1] : 0
    let long = swing(level(of: wanted), for: intended)
    let naively: String? =
      if naive * JustNoticeableDifference.ratio < reached {
        "as \(naive.fixed(2))"
      } else if model.longestRise > intended, swing(steps[index].level, for: length(index)) < long {
        "for \(long.words)"
      } else { nil }
    if let naively {
      return
        "a tap of \(wanted.fixed(2)): with a rise of \(model.longestRise.words), \((wanted * 100).fixed(0)) % for "
        + "\(intended.words) would be felt \(naively); so \(drive)"
    }
    let isLong = length(index) > intended * Self.longer
    return "a tap of \(wanted.fixed(2)): "
      + (isLong ? "\(drive), until the motor has risen" : "the motor follows \(drive)")
  }

  /// A step longer than the intended tap by more than this factor is not a plain tap.
  private static let longer = 1.25

  private func holdSentence(_ index: Int, _ reason: StepReason, isFirst: Bool) -> String {
    let wanted = reason.strength
    guard isFirst else {
      return model.isOnOff
        ? "on for \(length(index).words): without levels, pulses of on and off keep it at \(wanted.fixed(2))"
        : "continues at \(wanted.fixed(2))"
    }
    let begins = "a vibration of \(wanted.fixed(2)) begins"
    let next = index + 1 < steps.count ? steps[index + 1].level : .off
    guard !model.isOnOff, reason.decision == .kick, next != .off else { return begins }
    return begins + ": \(steps[index].level.words(of: model)) for \(length(index).words) to reach it; "
      + "\(next.words(of: model)) alone would take \(model.longestRise.words)"
  }

  private func offSentence(_ index: Int, _ felt: [Double]) -> String {
    guard index + 1 < steps.count else {
      return "the stop; nothing is felt after \(fading(from: index).words)"
    }
    let low = felt[index + 1]
    let isGap = forecast.reasons[steps[index].at]?.decision == .gap
    return
      (low > 0
      ? "falls from \(felt[index].fixed(2)) to \(low.fixed(2))" : "nothing is felt after \(fading(from: index).words)")
      + (isGap ? ", so that the next event is felt apart" : "")
  }

  /// The time at which the event's pulse is felt, in the words of the rule of `Pulse.result(feltAfter:)`.
  private func lateness(_ index: Int, _ event: Int) -> String {
    let events = forecast.score.pattern.events
    let next = events[event...].first { $0.time > events[event].time }?.time ?? events[event].end
    guard let pulse = forecast.results.index(from: events[event].time, until: min(next, events[event].end)) else {
      return waiting(steps[index].at - events[event].time, "")
    }
    let entry = forecast.results.entries[pulse]
    let wait = steps[index].at - entry.intended.onset
    switch entry.result {
    case .kept: return waiting(wait, ", and felt in time")
    case .gradual: return "; it rises slowly, and is felt \(entry.delay.words) after its start"
    case .delayed:
      let isHeld = pulse > 0 && wait > Self.noticeable
      return "; felt \(entry.delay.words) late" + (isHeld ? ", to be felt separately from the previous one" : "")
    case .merged: return "; felt as one with the previous pulse"
    case .lost: return "; not felt"
    }
  }

  private func waiting(_ wait: Duration, _ end: String) -> String {
    wait > Self.noticeable ? "; sent \(wait.words) after its start\(end)" : ""
  }

  /// The least delay of a step that is mentioned.
  private static let noticeable = Duration.milliseconds(1)

  // MARK: The motor

  /// The felt strength after a plain drive that ignores the motor model: `intensity` as the magnitude, for `length`.
  private func strength(of intensity: Double, for length: Duration) -> Double {
    var motors = MotorSimulation(model)
    motors.set(level(of: intensity), at: .zero)
    return motors.strength(at: length)
  }

  private func level(of intensity: Double) -> Level {
    let magnitude = UInt16(intensity * Double(model.ceiling))
    return Level(strong: magnitude, weak: magnitude)
  }

  /// The duration for which motors that start at rest are felt when driven at `level` for `length`.
  private func swing(_ level: Level, for length: Duration) -> Duration {
    model.felt(Drive([Drive.Step(at: .zero, level: level)], end: length)).length
  }

  /// The time from the step `index` until nothing is felt.
  private func fading(from index: Int) -> Duration {
    let moment = steps[index].at
    var walk = MotorWalk(Drive(Array(steps[...index]), end: moment), model)
    return walk.rest(after: moment) - moment
  }
}

extension Level {
  /// A level as text: `full`, `62 %`; for two motors with different levels, `strong 62 %, weak full`.
  func words(of model: MotorModel) -> String {
    if self == .off { return "off" }
    func word(_ magnitude: UInt16) -> String {
      magnitude >= model.ceiling ? "full" : (Double(magnitude) / Double(model.ceiling) * 100).fixed(0) + " %"
    }
    let wave = periodMilliseconds == 0 ? "" : ", \(periodMilliseconds) ms a wave"
    if model.motorCount == 1 || strong == weak { return word(max(strong, weak)) + wave }
    if weak == 0 { return "strong \(word(strong))" }
    if strong == 0 { return "weak \(word(weak))" }
    return "strong \(word(strong)), weak \(word(weak))"
  }
}
