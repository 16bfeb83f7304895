internal import Haptics
internal import MotorRendering

/// A pattern on a motor, and the part of its time that is to be seen.
struct PatternPlot {
  let subject: Subject
  let motor: ChosenMotor
  let forecast: Forecast
  let window: Range<Duration>

  /// - Parameters:
  ///   - from: nil is the start.
  ///   - to: nil is the end of what is meant and felt.
  /// - Throws: a failure where nothing lies between them.
  init(
    _ subject: Subject, on motor: ChosenMotor, intensity: Double, from: Duration? = nil, to: Duration? = nil
  ) throws(Failure) {
    self.subject = subject
    self.motor = motor
    forecast = Forecast(subject.pattern, on: motor.model, intensity: intensity)
    let start = from ?? .zero
    let end = to ?? max(forecast.end, start + Self.least)
    guard end >= start + Self.least else {
      throw .usage("no time is between --from \(start.words) and --to \(end.words); the pattern starts at 0")
    }
    guard end <= Forecast.horizon else {
      throw .usage("--to is limited to \(Forecast.horizon.words); choose an earlier end")
    }
    window = start..<end
  }

  /// The shortest time worth a picture, also for a pattern of nothing.
  private static let least = Duration.milliseconds(1)

  var title: String {
    let strength = forecast.intensity == 1 ? "" : " at \((forecast.intensity * 100).fixed(0))%"
    return subject.title + strength
  }

  /// A title, the picture, and what its signs mean.
  func lines(columns: Int) -> [String] {
    ["\(title)  (\(subject.origin))", "on \(motor.title) (\(motor.model.words))", ""]
      + forecast.lines(in: window, columns: columns)
  }
}
