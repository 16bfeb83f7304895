internal import Haptics
internal import MotorRendering

/// What a pattern becomes on a motor, by the motor's model: what is meant, what is sent, what is felt.
struct Forecast {
  let score: Score
  /// What it is played at, 0...1.
  let intensity: Double
  let model: MotorModel
  let drive: Drive
  /// From time zero until nothing is meant or felt any more.
  let end: Duration
  let fates: Fates

  init(_ pattern: Pattern, on model: MotorModel, intensity: Double = 1) {
    let score = Score(pattern)
    self.score = score
    self.intensity = intensity
    self.model = model
    drive = model.drive(for: pattern, intensity: intensity)
    end = Self.end(of: pattern, drive, model)
    fates = Self.fates(score, intensity, drive, model, until: end)
  }

  /// An envelope of `window`, in values close enough together for a picture of it.
  private func envelope(in window: Range<Duration>, _ value: (Duration) -> Double) -> Envelope {
    let length = window.upperBound - window.lowerBound
    let step = length > Self.long ? Self.interval : min(max(length / Self.fineness, Self.finest), Envelope.step)
    return Envelope(from: window.lowerBound, to: window.upperBound, every: step, value)
  }

  /// What is meant.
  func intended(in window: Range<Duration>) -> Envelope {
    envelope(in: window) { score.strength(at: $0).intensity.rawValue * intensity }
  }

  /// How sharp that is meant to be.
  func sharpness(in window: Range<Duration>) -> Envelope {
    envelope(in: window) { score.strength(at: $0).sharpness.rawValue }
  }

  /// What a motor is told, as a fraction of the device's full scale.
  func sent(in window: Range<Duration>, _ magnitude: (Level) -> UInt16) -> Envelope {
    var walk = DriveWalk(drive)
    return envelope(in: window) { min(Double(magnitude(walk.level(at: $0))) / Double(model.fullScale), 1) }
  }

  /// The frequency of the waves that are sent, as a fraction of `highestPitch`; 0 where there is none.
  func pitch(in window: Range<Duration>) -> Envelope {
    var walk = DriveWalk(drive)
    return envelope(in: window) { moment in
      let period = walk.level(at: moment).periodMilliseconds
      return period == 0 ? 0 : 1000 / Double(period) / Self.highestPitch
    }
  }

  /// In hertz: a period of 3 ms, the shortest that is asked for.
  static let highestPitch = 1000.0 / 3

  /// What is felt.
  func felt(in window: Range<Duration>) -> Envelope {
    var walk = MotorWalk(drive, model)
    return envelope(in: window) { walk.strength(at: $0) }
  }

  // MARK: Time

  /// Envelopes longer than this are sampled in whole milliseconds.
  private static let long = Duration.seconds(10)
  /// Several values for each pixel, or a slope would have teeth.
  private static let fineness = 4000
  private static let finest = Duration.microseconds(20)
  private static let interval = Duration.milliseconds(1)
  /// Nobody looks further: ten minutes are beyond every pattern that ends.
  static let horizon = Duration.seconds(600)
  /// How much is shown of an event without an end.
  private static let glimpse = Duration.seconds(1)
  /// No motor of a model goes on for longer after its last command.
  private static let longestFall = Duration.seconds(2)

  private static func end(of pattern: Pattern, _ drive: Drive, _ model: MotorModel) -> Duration {
    let meant =
      pattern.events.map { event in
        event.duration >= Event.endless ? event.time + glimpse : event.end
      }.max() ?? .zero
    if drive.duration > min(meant + longestFall, horizon) { return min(meant, horizon) }
    var rest = drive.duration
    var walk = MotorWalk(drive, model)
    while rest < drive.duration + longestFall, walk.strength(at: rest) > 0 { rest += interval }
    return min(max(meant, rest), horizon)
  }

  private static func fates(
    _ score: Score, _ intensity: Double, _ drive: Drive, _ model: MotorModel, until end: Duration
  ) -> Fates {
    let meant = Envelope(to: end, every: interval) { score.strength(at: $0).intensity.rawValue * intensity }
    var walk = MotorWalk(drive, model)
    let felt = Envelope(to: end + longestFall, every: interval) { walk.strength(at: $0) }
    let resumptions = Resumptions(score)
    let beats = Beat.beats(of: meant, from: Envelope.unfelt).filter { !resumptions.contains($0) }
    return Fates(of: beats, in: felt)
  }
}

/// The motors of a drive in motion, for moments that come in order.
struct MotorWalk {
  private var coming: ArraySlice<Drive.Step>
  private var motors: MotorSimulation

  init(_ drive: Drive, _ model: MotorModel) {
    coming = drive.steps[...]
    motors = MotorSimulation(model)
  }

  /// What is felt at `moment`, which must not be before the one asked for last.
  mutating func strength(at moment: Duration) -> Double {
    while let step = coming.first, step.at <= moment {
      motors.set(step.level, at: step.at)
      coming.removeFirst()
    }
    return motors.strength(at: moment)
  }
}
