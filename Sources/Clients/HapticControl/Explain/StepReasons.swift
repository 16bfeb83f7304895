internal import Haptics
internal import MotorRendering

/// Gives the reason for each step of a drive.
///
/// The renderer records no reasons. They are derived from the intended pattern at the time of the step, from the
/// steps before and after it, and from the motor model.
struct StepReasons {
  private let forecast: Forecast
  private let steps: [Drive.Step]
  private let model: MotorModel

  private let most: Int

  /// - Parameter most: the maximum number of steps, counted from the start.
  init(_ forecast: Forecast, most: Int) {
    self.forecast = forecast
    steps = forecast.drive.steps
    model = forecast.model
    self.most = most
  }

  /// One sentence for each step, in order.
  var sentences: [String] {
    let (felt, cause) = (strengths, causes)
    var begun: Set<Int> = []
    return steps.indices.prefix(most).map { index in
      if steps[index].level == .off { return offSentence(index, felt, cause[index]) }
      guard let event = cause[index] else { return "the motors are already moving" }
      let isFirst = !begun.contains(event)
      begun.insert(event)
      let sentence =
        switch forecast.score.pattern.events[event].kind {
        case .transient: tapSentence(index, event, felt)
        case .continuous: holdSentence(index, event, isFirst: isFirst)
        }
      return sentence + (isFirst ? lateness(index, event) : "")
    }
  }

  // MARK: Causes

  /// The event that causes each step: the tap whose pulse it begins, or else the latest event that has begun by then;
  /// nil if none has. A tap counts only up to `longestWait` after its time.
  private var causes: [Int?] {
    let events = forecast.score.pattern.events
    let taps = taps
    var begun = 0
    return steps.indices.map { index in
      if let tap = taps[index] { return tap }
      let step = steps[index]
      while begun < events.count, events[begun].time <= step.at + Self.grain { begun += 1 }
      return (0..<begun).reversed().first { index in
        switch events[index].kind {
        case .transient: step.at <= events[index].time + Self.longestWait
        case .continuous: step.at < events[index].end + Self.longestWait
        }
      } ?? (begun > 0 ? begun - 1 : nil)
    }
  }

  /// The taps by the steps that begin their pulses. A tap may be delayed beyond the time of the next one, so that the
  /// times of the events do not tell.
  private var taps: [Int: Int] {
    let events = forecast.score.pattern.events
    var taps: [Int: Int] = [:]
    var (event, step) = (0, 0)
    for entry in forecast.results.entries {
      guard let felt = entry.felt else { continue }
      while event < events.count, events[event].time < entry.intended.onset - Self.sampling { event += 1 }
      while step + 1 < steps.count, steps[step + 1].at <= felt.onset + Self.sampling { step += 1 }
      let near = events[event...].prefix { $0.time <= entry.intended.onset + Self.sampling }
      guard let tap = near.firstIndex(where: { $0.kind == .transient }) else { continue }
      if steps[step].level != .off, taps[step] == nil { taps[step] = tap }
    }
    return taps
  }

  /// The sampling of envelopes shifts an onset by a sample or two.
  private static let sampling = Duration.milliseconds(2)
  /// The grid of the renderer's steps.
  private static let grain = Duration.microseconds(100)
  /// The maximum delay of a tap by the renderer.
  private static let longestWait = Duration.milliseconds(150)

  /// The felt strength at each step.
  private var strengths: [Double] {
    var walk = MotorWalk(forecast.drive, model)
    return steps.map { walk.strength(at: $0.at) }
  }

  private func length(_ index: Int) -> Duration { forecast.drive.length(ofStep: index) }

  // MARK: Sentences

  private func tapSentence(_ index: Int, _ event: Int, _ felt: [Double]) -> String {
    let event = forecast.score.pattern.events[event]
    let wanted = forecast.score.effectiveIntensity(of: event, at: event.time).rawValue * forecast.intensity
    let intended = Event.transientDuration(forecast.score.effectiveSharpness(of: event, at: event.time))
    let drive = "\(steps[index].level.words(of: model)) for \(length(index).words)"
    let naive = strength(of: wanted, for: intended)
    let reached = index + 1 < felt.count ? felt[index + 1] : 0
    if naive * JustNoticeableDifference.ratio < reached {
      return
        "a tap of \(wanted.fixed(2)): with a rise of \(rise.words), \((wanted * 100).fixed(0)) % for \(intended.words) "
        + "would be felt as \(naive.fixed(2)); so \(drive)"
    }
    let (short, long) = (swing(steps[index].level, for: length(index)), swing(level(of: wanted), for: intended))
    if rise > intended, short < long {
      return
        "a tap of \(wanted.fixed(2)): with a rise of \(rise.words), \((wanted * 100).fixed(0)) % for \(intended.words) "
        + "would be felt for \(long.words); so \(drive)"
    }
    let isLong = length(index) > intended * Self.longer
    return "a tap of \(wanted.fixed(2)): "
      + (isLong ? "\(drive), until the motor has risen" : "the motor follows \(drive)")
  }

  /// A step longer than the intended tap by more than this factor is not a plain tap.
  private static let longer = 1.25

  private func holdSentence(_ index: Int, _ event: Int, isFirst: Bool) -> String {
    let event = forecast.score.pattern.events[event]
    let wanted = forecast.score.strength(at: max(steps[index].at, event.time)).intensity.rawValue * forecast.intensity
    if model.isOnOff {
      return isFirst
        ? "a vibration of \(wanted.fixed(2)) begins"
        : "on for \(length(index).words): without levels, pulses of on and off keep it at \(wanted.fixed(2))"
    }
    let next = index + 1 < steps.count ? steps[index + 1].level : .off
    let isKick = isFirst && next != .off && next.strength(of: model) < steps[index].level.strength(of: model)
    if isKick {
      return "a vibration of \(wanted.fixed(2)) begins: \(steps[index].level.words(of: model)) for "
        + "\(length(index).words) to reach it; \(next.words(of: model)) alone would take \(rise.words)"
    }
    return isFirst ? "a vibration of \(wanted.fixed(2)) begins" : "continues at \(wanted.fixed(2))"
  }

  private func offSentence(_ index: Int, _ felt: [Double], _ cause: Int?) -> String {
    guard index + 1 < steps.count else {
      return "the stop; nothing is felt after \(fading(from: index).words)"
    }
    let low = felt[index + 1]
    return low > 0
      ? "falls from \(felt[index].fixed(2)) to \(low.fixed(2))"
      : "nothing is felt after \(fading(from: index).words)"
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
    case .gradual(let delay): return "; it rises slowly, and is felt \(delay.words) after its start"
    case .delayed(let delay):
      let isHeld = pulse > 0 && wait > Self.noticeable
      return "; felt \(delay.words) late" + (isHeld ? ", to be felt separately from the previous one" : "")
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

  private var rise: Duration { max(model.strong.rise, model.weak?.rise ?? .zero) }

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

  /// The time from the step `index` until nothing is felt, at most `longestFade`.
  private func fading(from index: Int) -> Duration {
    var walk = MotorWalk(Drive(Array(steps[...index]), end: steps[index].at), model)
    var moment = steps[index].at
    while moment < steps[index].at + Self.longestFade, walk.strength(at: moment) > 0 { moment += .milliseconds(1) }
    return moment - steps[index].at
  }

  private static let longestFade = Duration.seconds(2)
}

extension Level {
  /// The magnitude of the stronger motor, as a fraction of the device's full scale.
  func strength(of model: MotorModel) -> Double { min(Double(max(strong, weak)) / Double(model.fullScale), 1) }

  /// A level as text: `full`, `62 %`; for two motors with different levels, `strong 62 %, weak full`.
  func words(of model: MotorModel) -> String {
    if self == .off { return "off" }
    func word(_ magnitude: UInt16) -> String {
      magnitude >= model.fullScale ? "full" : (Double(magnitude) / Double(model.fullScale) * 100).fixed(0) + " %"
    }
    let wave = periodMilliseconds == 0 ? "" : ", \(periodMilliseconds) ms a wave"
    if model.motorCount == 1 || strong == weak { return word(max(strong, weak)) + wave }
    if weak == 0 { return "strong \(word(strong))" }
    if strong == 0 { return "weak \(word(weak))" }
    return "strong \(word(strong)), weak \(word(weak))"
  }
}
