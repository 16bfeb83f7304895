package import Haptics
package import MotorRendering

/// The forecast for a pattern on a motor, by the motor model: intended, sent and felt strength.
package struct Forecast: Sendable {
  package let score: Score
  /// The intensity of the play, 0...1.
  package let intensity: Double
  package let model: MotorModel
  package let drive: Drive
  /// What decided each step.
  let reasons: [Duration: StepReason]
  /// The end of the intended pattern and of the felt vibration, at most `horizon`.
  package let end: Duration
  package let results: PulseResults

  package init(_ pattern: Pattern, on model: MotorModel, intensity: Double = 1) {
    let score = Score(pattern)
    self.score = score
    self.intensity = intensity
    self.model = model
    (drive, reasons) = model.explainedDrive(for: pattern, intensity: intensity)
    end = Self.end(of: pattern, drive, model)
    results = Self.results(score, intensity, drive, model, until: end)
  }

  /// Samples an envelope of `window`, finely enough for a picture of it.
  private func envelope(in window: Range<Duration>, _ value: (Duration) -> Double) -> SampledStrength {
    let length = window.upperBound - window.lowerBound
    let step = length > Self.long ? Self.interval : min(max(length / Self.fineness, Self.finest), SampledStrength.step)
    return SampledStrength(from: window.lowerBound, to: window.upperBound, every: step, value)
  }

  func intended(in window: Range<Duration>) -> SampledStrength {
    var walk = ScoreWalk(score)
    return envelope(in: window) { walk.strength(at: $0).intensity.rawValue * intensity }
  }

  func sharpness(in window: Range<Duration>) -> SampledStrength {
    var walk = ScoreWalk(score)
    return envelope(in: window) { walk.strength(at: $0).sharpness.rawValue }
  }

  /// The commands to a motor, as a fraction of the device's full scale.
  func sent(in window: Range<Duration>, _ magnitude: (Level) -> UInt16) -> SampledStrength {
    var walk = DriveWalk(drive)
    return envelope(in: window) { walk.share(at: $0, of: model.ceiling, magnitude) }
  }

  /// The frequency of the sent waves, as a fraction of `highestPitch`; 0 without a wave.
  func pitch(in window: Range<Duration>) -> SampledStrength {
    var walk = DriveWalk(drive)
    return envelope(in: window) { moment in
      let period = walk.level(at: moment).periodMilliseconds
      return period == 0 ? 0 : 1000 / Double(period) / Self.highestPitch
    }
  }

  /// The highest frequency in hertz: a period of 3 ms, the shortest that is sent.
  static let highestPitch = 1000.0 / 3

  func felt(in window: Range<Duration>) -> SampledStrength {
    var walk = MotorWalk(drive, model)
    return envelope(in: window) { walk.strength(at: $0) }
  }

  /// The index of the event that begins at `moment`, or of the last one before it.
  package func event(at moment: Duration) -> Int? {
    let events = score.pattern.events
    let next = firstPosition(in: events.indices) { events[$0].time > moment + Self.interval }
    return next > 0 ? next - 1 : nil
  }

  // MARK: Time

  /// Envelopes longer than this are sampled in whole milliseconds.
  private static let long = Duration.seconds(10)
  /// Samples per envelope: several for each pixel, so that slopes are smooth.
  private static let fineness = 4000
  private static let finest = Duration.microseconds(20)
  static let interval = Duration.milliseconds(1)
  /// The latest time of a forecast: ten minutes, longer than usual patterns.
  package static let horizon = Duration.seconds(600)

  private static func end(of pattern: Pattern, _ drive: Drive, _ model: MotorModel) -> Duration {
    let intended = pattern.passEnd
    if drive.duration > min(intended + MotorWalk.longestFall, horizon) { return min(intended, horizon) }
    var walk = MotorWalk(drive, model)
    return min(max(intended, walk.rest(after: drive.duration)), horizon)
  }

  private static func results(
    _ score: Score, _ intensity: Double, _ drive: Drive, _ model: MotorModel, until end: Duration
  ) -> PulseResults {
    var wanted = ScoreWalk(score)
    let intended = SampledStrength(to: end, every: interval) { wanted.strength(at: $0).intensity.rawValue * intensity }
    var walk = MotorWalk(drive, model)
    let felt = SampledStrength(to: end + MotorWalk.longestFall, every: interval) { walk.strength(at: $0) }
    let returns = vibrationReturns(score)
    let pulses = Pulse.intended(in: intended, from: SampledStrength.unfelt)
    return PulseResults(
      of: pulses.filter { !returns.hasMoment(near: $0.onset, tolerance) }, in: felt, model.valleyDepth)
  }

  /// The times at which vibrations return after a tap (see `Score.ducking`). They rise there, but this is not a pulse.
  private static func vibrationReturns(_ score: Score) -> [Duration] {
    let starts = score.pattern.events.map(\.time)
    return score.pattern.events.compactMap { event in
      guard event.kind == .transient, score.effectiveIntensity(of: event, at: event.time) > .none else { return nil }
      let end = event.time + Event.transientDuration(score.effectiveSharpness(of: event, at: event.time))
      return starts.hasMoment(near: end, tolerance) ? nil : end
    }.sorted()
  }

  /// The sampling of envelopes can delay the onset of a pulse by a sample or two.
  private static let tolerance = Duration.milliseconds(2)
}

/// The simulated motors of a drive, at increasing times.
struct MotorWalk {
  private var drive: DriveWalk
  private var motors: MotorSimulation

  init(_ drive: Drive, _ model: MotorModel) {
    self.drive = DriveWalk(drive)
    motors = MotorSimulation(model)
  }

  /// The felt strength at `moment`. The times of successive calls must not decrease.
  mutating func strength(at moment: Duration) -> Double {
    while let step = drive.next(until: moment) { motors.set(step.level, at: step.at) }
    return motors.strength(at: moment)
  }

  /// The first time from `start` on at which nothing is felt, in whole milliseconds after it, at most `longestFall`.
  mutating func rest(after start: Duration) -> Duration {
    var moment = start
    while moment < start + Self.longestFall, strength(at: moment) > 0 { moment += .milliseconds(1) }
    return moment
  }

  /// The limit of the fall time after the last command.
  static let longestFall = Duration.seconds(2)
}

extension [Duration] {
  /// Whether one of these times, which must be sorted, is within `tolerance` of `moment`.
  fileprivate func hasMoment(near moment: Duration, _ tolerance: Duration) -> Bool {
    let first = firstPosition(in: indices) { self[$0] >= moment - tolerance }
    return first < count && self[first] <= moment + tolerance
  }
}
