internal import Haptics
internal import MotorRendering

/// The forecast for a pattern on a motor, and the time range to show.
struct PatternPlot {
  let subject: Subject
  let motor: ChosenMotor
  let forecast: Forecast
  let window: Range<Duration>

  /// - Parameters:
  ///   - from: the start of the time range; nil means 0.
  ///   - to: the end of the time range; nil means the end of the forecast.
  /// - Throws: a failure if the time range is shorter than 1 ms, or ends after `Forecast.horizon`.
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

  /// The shortest time range, also for an empty pattern.
  private static let least = Duration.milliseconds(1)

  var title: String {
    let strength = forecast.intensity == 1 ? "" : " at \((forecast.intensity * 100).fixed(0))%"
    return subject.title + strength
  }

  /// The title, the picture and its legend.
  func lines(columns: Int) -> [String] {
    ["\(title)  (\(subject.origin))", "on \(motor.title) (\(motor.model.words))", ""]
      + forecast.lines(in: window, columns: columns)
  }
}
