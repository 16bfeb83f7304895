internal import HapticPatterns

/// Several plots over one time axis: patterns below each other, each with the vibration felt on several motors.
///
///     1 intensity  ⣷⣄
///     1 felt erm   ⣠⣾⣷⣦⣄
///     1 felt lra   ⣷⣷⣄
///     2 intensity  ...
///
/// The numbers are left out for one pattern. One pattern on one motor also has lanes for what is sent.
package struct PlotGroup {
  /// The plots by pattern, in the order of the motors.
  package let plots: [[PatternPlot]]

  /// The maximum number of plots in one picture; more are not comparable.
  static let most = 16

  /// - Throws: a failure for more plots than `most`, for a start after the end of all vibrations or after
  ///   `Forecast.horizon`, and as for one plot.
  package init(
    _ subjects: [Subject], on motors: [ChosenMotor], intensity: Double, from: Duration?, to: Duration?
  ) throws(Failure) {
    guard subjects.count * motors.count <= Self.most else {
      throw .usage(
        "\(counted(subjects.count, "pattern")) on \(counted(motors.count, "motor")) are too many for one picture; "
          + "give fewer, for at most \(Self.most) curves")
    }
    let plots = try subjects.map { subject throws(Failure) in
      try motors.map { motor throws(Failure) in
        try PatternPlot(subject, on: motor, intensity: intensity, from: from, to: to)
      }
    }
    if let from { try Self.check(start: from, of: plots.flatMap(\.self)) }
    let end = plots.joined().map(\.window.upperBound).max() ?? .zero
    self.plots = plots.map { row in row.map { $0.until(end) } }
  }

  /// - Throws: a failure if the start is after the end of all vibrations, or of the time that a picture can show.
  private static func check(start: Duration, of plots: [PatternPlot]) throws(Failure) {
    guard let end = plots.map(\.forecast.end).max(), start > .zero, start >= end else { return }
    let limit = Forecast.horizon
    // The vibration goes on after the limit.
    if end == limit || plots.contains(where: \.subject.pattern.isEndless) {
      guard start >= limit else { return }
      throw .usage(
        "--from \(start.words) is not before the limit of a picture, \(limit.words); choose an earlier start")
    }
    throw .usage("--from \(start.words) is after the end of the vibration, at \(end.words); choose an earlier start")
  }

  /// The only plot; nil for several.
  var single: PatternPlot? { plots.count == 1 && plots[0].count == 1 ? plots[0][0] : nil }

  private var window: Range<Duration> { plots[0][0].window }
  private var motors: [ChosenMotor] { plots[0].map(\.motor) }
  private var motorLines: [String] { motors.map { "on \($0.title) (\($0.model.words))" } }

  /// The plots of each pattern, with its number as it begins the titles of its lanes; empty for one pattern.
  private var numbered: [(number: String, plots: [PatternPlot])] {
    plots.enumerated().map { (plots.count > 1 ? "\($0 + 1) " : "", $1) }
  }

  // MARK: Text

  func lines(columns: Int, rows: Int = Picture.usualRows) -> [String] {
    let titles = numbered.map { "\($0)\($1[0].title)  (\($1[0].subject.origin))" }
    if plots.joined().allSatisfy({ $0.subject.pattern.isSilent || $0.forecast.intensity == 0 }) {
      return titles + motorLines + ["", "nothing is played"]
    }
    var picture = Picture(lanes: numbered.flatMap(textLanes), rows: rows)
    picture.columns = picture.columns(inWidth: columns)
    (picture.start, picture.end) = (window.lowerBound, window.upperBound)
    return titles + motorLines + [""] + picture.lines + legend
  }

  /// The lanes of the image, of which each has its first curve, with the motor in the title if there are several.
  private func textLanes(_ number: String, _ plots: [PatternPlot]) -> [Picture.Lane] {
    var lanes = chartLanes(number, plots).map { lane in
      let curve = lane.curves[0]
      return Picture.Lane(
        title: curve.kind == "pitch" ? curve.kind : lane.title, envelope: curve.envelope, presence: curve.presence,
        threshold: lane.threshold ?? SampledStrength.unfelt)
    }
    for (index, plot) in zip(lanes.indices.suffix(plots.count), plots) {
      if motors.count > 1 { lanes[index].title += " \(plot.motor.name)" }
      lanes[index].marks = plot.forecast.results.marks
    }
    return lanes
  }

  /// The results of each plot, and the meaning of the signs that occur.
  private var legend: [String] {
    if let single { return single.forecast.results.legend }
    return numbered.flatMap { number, plots in
      plots.flatMap { plot -> [String] in
        let name = number + (motors.count > 1 ? plot.motor.name : plot.title)
        return plot.forecast.results.legend.enumerated().map { $0 == 0 ? "\(name): \($1)" : "  \($1)" }
      }
    }
  }

  // MARK: Image

  package var image: String {
    let names = numbered.map { "\($0)\($1[0].title), \($1[0].subject.origin)" }
    let summaries = numbered.flatMap { number, plots in
      plots.map { "\(number)\($0.motor.name): \($0.forecast.results.summary)" }
    }
    return Chart(
      title: plots.map { $0[0].title }.joined(separator: ", "),
      subtitles: (single.map { [$0.subject.origin] } ?? names) + motorLines,
      lanes: numbered.flatMap(chartLanes), window: window, legend: keys,
      summary: single?.forecast.results.summary ?? summaries.joined(separator: "; ")
    ).image
  }

  private func chartLanes(_ number: String, _ plots: [PatternPlot]) -> [ChartLane] {
    plots[0].meantLanes(prefix: number) + (single?.sentLanes ?? [])
      + plots.map { $0.feltLane(prefix: number, note: single == nil ? $0.motor.name : "by the model") }
  }

  @ListBuilder<ChartKey> private var keys: [ChartKey] {
    ChartKey(sample: .patch("intensity"), text: "intended intensity")
    ChartKey(sample: .line("sharpness"), text: "intended sharpness")
    if single != nil { ChartKey(sample: .patch("sent"), text: "sent to the motor") }
    ChartKey(sample: .patch("felt"), text: "felt")
    ChartKey(sample: .line("intended"), text: "intended, for comparison")
    ChartKey(sample: .line("threshold"), text: "threshold: less is not felt")
    for sign in PulseResults.Sign.allCases
    where plots.joined().contains(where: { $0.forecast.results.words(of: sign) != nil }) {
      ChartKey(sample: .sign(sign), text: single?.forecast.results.words(of: sign) ?? sign.words)
    }
  }
}
