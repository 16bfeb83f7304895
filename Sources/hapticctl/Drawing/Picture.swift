/// Several values over one time axis:
///
///     intended ⣷⣄
///     sent     ⣿⣿⡇
///     felt     ⣠⣾⣷⣦⣄
///              0    10   20   30 ms
struct Picture {
  struct Lane {
    let title: String
    let envelope: Envelope
    /// Where this is nothing, so is the lane: then it is a line that may run at zero. Without it, it is filled from the
    /// base, and zero is nothing.
    var presence: Envelope?
  }

  /// A sign under the lanes.
  struct Mark: Equatable {
    let moment: Duration
    let sign: Character
  }

  let lanes: [Lane]
  /// Text rows of each lane, and text columns of the plot at most.
  var rows = 3
  var columns = 60
  /// What the left edge is.
  var start = Duration.zero
  /// What must fit; nil is everything that can be seen.
  var end: Duration?
  /// Of several in one column the first is shown.
  var marks: [Mark] = []

  /// The lines of the picture. Empty envelopes leave their lane blank.
  var lines: [String] {
    let axis = TimeAxis(from: start, to: end ?? longest, dots: columns * 2)
    let drawn = lanes.flatMap { lane in
      draw(lane, axis).enumerated().map { row, line in
        // The title stands on the lane's base line.
        ((row == rows - 1 ? lane.title : "").padded(to: margin) + line).trimmedAtEnd
      }
    }
    let blank = String(repeating: " ", count: margin)
    return drawn + (marks.isEmpty ? [] : [blank + markLine(axis)]) + [blank + axis.line]
  }

  /// The columns before the plot.
  var margin: Int { (lanes.map(\.title.count).max() ?? 0) + 1 }

  private var longest: Duration { lanes.map { $0.envelope.length(above: Envelope.unfelt) }.max() ?? .zero }

  private func draw(_ lane: Lane, _ axis: TimeAxis) -> [String] {
    var canvas = Canvas(columns: columns, rows: rows)
    for x in 0..<canvas.width {
      let (start, end) = (axis.moment(ofDot: x), axis.moment(ofDot: x + 1))
      let peak = lane.envelope.peak(from: start, to: end)
      // A dot even for the weakest, or it would look like nothing; never the top one, or lanes would touch.
      let dots = max(1, Int((peak * Double(canvas.height - 1)).rounded()))
      let isThere = (lane.presence?.peak(from: start, to: end) ?? peak) > Envelope.unfelt
      guard isThere else { continue }
      if lane.presence == nil { canvas.raise(at: x, dots: dots) } else { canvas.mark(at: x, dot: dots) }
    }
    return canvas.lines
  }

  private func markLine(_ axis: TimeAxis) -> String {
    var line = [Character](repeating: " ", count: columns)
    for mark in marks {
      guard let column = axis.dot(at: mark.moment).map({ $0 / 2 }), column < columns else { continue }
      if line[column] == " " { line[column] = mark.sign }
    }
    return String(line).trimmedAtEnd
  }
}

/// The time along a picture made of dots, two of which are a column.
struct TimeAxis {
  private let start: Duration
  private let dots: Int
  private let millisecondsPerDot: Double

  /// The smallest round step at which everything up to `end` fits.
  init(from start: Duration, to end: Duration, dots: Int) {
    self.start = start
    self.dots = dots
    let needed = (end - start) / .milliseconds(1) / Double(dots)
    // What is exactly a step must not fall to the next for a rounding error.
    let decade = Self.decades.first { $0 * Self.steps[Self.steps.count - 1] >= needed * 0.999_999 } ?? Self.longest
    millisecondsPerDot = decade * (Self.steps.first { $0 * decade >= needed * 0.999_999 } ?? 10)
  }

  private static let steps: [Double] = [0.5, 1, 2, 2.5, 3, 4, 5]
  private static let decades: [Double] = [1, 10, 100, 1000, 10_000]
  private static let longest = 100_000.0

  func moment(ofDot dot: Int) -> Duration { start + .milliseconds(1) * (Double(dot) * millisecondsPerDot) }

  /// The dot of a moment; nil outside the axis.
  func dot(at moment: Duration) -> Int? {
    let dot = Int(((moment - start) / .milliseconds(1) / millisecondsPerDot).rounded(.down))
    return (0..<dots).contains(dot) ? dot : nil
  }

  /// Numbers ten columns apart, with their unit at the end.
  var line: String {
    let columns = dots / 2
    let isLong = moment(ofDot: dots) >= .seconds(10)
    let unit = isLong ? Duration.seconds(1) : .milliseconds(1)
    let numbers = stride(from: 0, to: columns, by: 10).map { moment(ofDot: $0 * 2) / unit }
    let decimals = (0...2).first { places in numbers.allSatisfy { $0.isWhole(withDecimals: places) } } ?? 2
    var line = ""
    for (position, number) in numbers.enumerated() {
      line = line.padded(to: position * 10) + number.fixed(isLong ? decimals : min(decimals, 1))
    }
    return line + (isLong ? " s" : " ms")
  }
}

extension Double {
  /// Whether so many digits after the point say it all.
  fileprivate func isWhole(withDecimals decimals: Int) -> Bool {
    let scaled = (0..<decimals).reduce(self) { value, _ in value * 10 }
    return abs(scaled - scaled.rounded()) < 1e-6
  }
}
