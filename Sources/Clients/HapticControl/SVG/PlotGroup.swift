internal import Haptics
internal import MotorRendering

/// Several plots over one time axis: patterns below each other, each with the vibration felt on several motors.
///
///     1 intensity  ⣷⣄
///     1 felt erm   ⣠⣾⣷⣦⣄
///     1 felt lra   ⣷⣷⣄
///     2 intensity  ...
///
/// The numbers are left out for one pattern.
package struct PlotGroup {
  /// The plots by pattern, in the order of the motors.
  package let plots: [[PatternPlot]]

  /// The maximum number of plots in one picture; more are not comparable.
  static let most = 16

  /// - Throws: a failure for more plots than `most`, and as for one plot.
  package init(
    _ subjects: [Subject], on motors: [ChosenMotor], intensity: Double, from: Duration?, to: Duration?
  ) throws(Failure) {
    guard subjects.count * motors.count <= Self.most else {
      throw .usage(
        "\(counted(subjects.count, "pattern")) on \(counted(motors.count, "motor")) are too many for one picture; "
          + "give fewer, for at most \(Self.most) curves")
    }
    var plots: [[PatternPlot]] = []
    for subject in subjects {
      var row: [PatternPlot] = []
      for motor in motors {
        row.append(try PatternPlot(subject, on: motor, intensity: intensity, from: from, to: to))
      }
      plots.append(row)
    }
    let end = plots.joined().map(\.window.upperBound).max() ?? .zero
    self.plots = plots.map { row in row.map { $0.until(end) } }
  }

  /// The only plot; nil for several.
  var single: PatternPlot? { plots.count == 1 && plots[0].count == 1 ? plots[0][0] : nil }

  private var window: Range<Duration> { plots[0][0].window }
  private var motors: [ChosenMotor] { plots[0].map(\.motor) }

  /// The number of a pattern as it begins the titles of its lanes; empty for one pattern.
  private func number(_ row: Int) -> String { plots.count > 1 ? "\(row + 1) " : "" }

  // MARK: Text

  /// The titles, the picture and its legends.
  func lines(columns: Int, rows: Int = Picture.usualRows) -> [String] {
    if let single { return single.lines(columns: columns, rows: rows) }
    let titles = plots.enumerated().map { row, plots in "\(number(row))\(plots[0].title)  (\(plots[0].subject.origin))"
    }
    var picture = Picture(lanes: plots.enumerated().flatMap { row, plots in lanes(of: plots, row) })
    picture.rows = rows
    picture.columns = max(columns - picture.margin, Self.fewestColumns)
    (picture.start, picture.end) = (window.lowerBound, window.upperBound)
    return titles + motors.map { "on \($0.title) (\($0.model.words))" } + [""] + picture.lines + legend
  }

  private static let fewestColumns = 10

  private func lanes(of plots: [PatternPlot], _ row: Int) -> [Picture.Lane] {
    let intended = plots[0].forecast.intended(in: window)
    let sharpness = Picture.Lane(
      title: number(row) + "sharpness", envelope: plots[0].forecast.sharpness(in: window), presence: intended)
    return [Picture.Lane(title: number(row) + "intensity", envelope: intended), sharpness]
      + plots.map { plot in
        Picture.Lane(
          title: number(row) + "felt" + (motors.count > 1 ? " \(plot.motor.name)" : ""),
          envelope: plot.forecast.felt(in: window), threshold: FeltEnvelope.noticed, marks: plot.forecast.results.marks)
      }
  }

  /// The results of each plot, and the meaning of the signs that occur.
  private var legend: [String] {
    plots.enumerated().flatMap { row, plots in
      plots.flatMap { plot -> [String] in
        let name = number(row) + (motors.count > 1 ? plot.motor.name : plot.title)
        return plot.forecast.results.legend.enumerated().map { $0 == 0 ? "\(name): \($1)" : "  \($1)" }
      }
    }
  }

  // MARK: Image

  package var image: String {
    if let single { return single.image }
    let names = plots.enumerated().map { row, plots in "\(number(row))\(plots[0].title), \(plots[0].subject.origin)" }
    return Chart(
      title: plots.map { $0[0].title }.joined(separator: ", "),
      subtitles: names + motors.map { "on \($0.title) (\($0.model.words))" },
      lanes: plots.enumerated().flatMap { row, plots in chartLanes(of: plots, row) }, window: window,
      legend: PatternPlot.curveKeys
        + PulseResults.Sign.allCases.filter(occurs).map {
          ChartKey(sample: .sign($0), text: $0.words)
        },
      summary: plots.enumerated().flatMap { row, plots in
        plots.map { number(row) + "\($0.motor.name): \($0.forecast.results.summary)" }
      }.joined(separator: "; ")
    ).image
  }

  private func occurs(_ sign: PulseResults.Sign) -> Bool {
    plots.joined().contains { $0.forecast.results.words(of: sign) != nil }
  }

  private func chartLanes(of plots: [PatternPlot], _ row: Int) -> [ChartLane] {
    plots[0].meantLanes(prefix: number(row)) + plots.map { $0.feltLane(prefix: number(row), note: $0.motor.name) }
  }
}
