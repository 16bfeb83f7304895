/// Several envelopes over one time axis:
///
///     intended ⣷⣄
///     sent     ⣿⣿⡇
///     felt     ⣠⣾⣷⣦⣄
///              0    10   20   30 ms
struct Picture {
  struct Lane {
    var title: String
    let envelope: SampledStrength
    /// If not nil, the lane is a line, drawn only while this envelope is not 0; the line may run at zero. If nil, the
    /// lane is filled from its base line, and zero is blank.
    var presence: SampledStrength?
    /// The value at or below which nothing is drawn.
    var threshold = SampledStrength.unfelt
    /// The marks below this lane. If several fall into one column, the first one is shown.
    var marks: [Mark] = []
  }

  /// A character below the lanes.
  struct Mark: Equatable {
    let moment: Duration
    let sign: Character
  }

  let lanes: [Lane]
  /// The text rows of each lane, and the maximum number of text columns of the plot.
  var rows = Self.usualRows
  var columns = 60
  /// The time at the left edge.
  var start = Duration.zero
  /// The time that the axis must reach; nil means the end of all visible values.
  var end: Duration?

  static let usualRows = 3

  /// The lines of the picture. The lane of an empty envelope is blank.
  var lines: [String] {
    let axis = TimeAxis(from: start, to: end ?? longest, dots: columns * 2)
    let blank = String(repeating: " ", count: margin)
    let drawn = lanes.flatMap { lane in
      draw(lane, axis).enumerated().map { row, line in
        // The title is on the base line of the lane.
        ((row == rows - 1 ? lane.title : "").padded(to: margin) + line).trimmedAtEnd
      } + (lane.marks.isEmpty ? [] : [blank + markLine(lane.marks, axis)])
    }
    return drawn + [blank + axis.line]
  }

  /// The number of columns to the left of the plot.
  var margin: Int { (lanes.map(\.title.count).max() ?? 0) + 1 }

  /// The columns for the plot in lines of this width; at least as many as show a shape.
  func columns(inWidth width: Int) -> Int { max(width - margin, 10) }

  private var longest: Duration { lanes.map { $0.envelope.length(above: SampledStrength.unfelt) }.max() ?? .zero }

  private func draw(_ lane: Lane, _ axis: TimeAxis) -> [String] {
    var canvas = Canvas(columns: columns, rows: rows)
    for x in 0..<canvas.width {
      let (start, end) = (axis.moment(ofDot: x), axis.moment(ofDot: x + 1))
      let peak = lane.envelope.peak(from: start, to: end)
      // At least one dot, so that weak values are visible; never the top dot, so that lanes do not touch.
      let dots = max(1, Int((peak * Double(canvas.height - 1)).rounded()))
      let isThere = (lane.presence?.peak(from: start, to: end) ?? peak) > lane.threshold
      guard isThere else { continue }
      if lane.presence == nil { canvas.raise(at: x, dots: dots) } else { canvas.mark(at: x, dot: dots) }
    }
    return canvas.lines
  }

  private func markLine(_ marks: [Mark], _ axis: TimeAxis) -> String {
    var line = [Character](repeating: " ", count: columns)
    for mark in marks {
      guard let column = axis.dot(at: mark.moment).map({ $0 / 2 }), column < columns else { continue }
      if line[column] == " " { line[column] = mark.sign }
    }
    return String(line).trimmedAtEnd
  }
}

/// The time axis of a picture made of dots; two dots make a column.
struct TimeAxis {
  private let start: Duration
  private let dots: Int
  private let millisecondsPerDot: Double

  /// Chooses the smallest round step at which all times up to `end` fit.
  init(from start: Duration, to end: Duration, dots: Int) {
    self.start = start
    self.dots = dots
    let needed = (end - start) / .milliseconds(1) / Double(dots)
    // The tolerance keeps a rounding error from selecting the next larger step.
    let decade = Self.decades.first { $0 * Self.steps[Self.steps.count - 1] >= needed * 0.999_999 } ?? Self.longest
    millisecondsPerDot = decade * (Self.steps.first { $0 * decade >= needed * 0.999_999 } ?? 10)
  }

  private static let steps: [Double] = [0.5, 1, 2, 2.5, 3, 4, 5]
  private static let decades: [Double] = [1, 10, 100, 1000, 10_000]
  private static let longest = 100_000.0

  func moment(ofDot dot: Int) -> Duration { start + .milliseconds(1) * (Double(dot) * millisecondsPerDot) }

  /// The dot at a time, or nil outside the axis.
  func dot(at moment: Duration) -> Int? {
    let dot = Int(((moment - start) / .milliseconds(1) / millisecondsPerDot).rounded(.down))
    return (0..<dots).contains(dot) ? dot : nil
  }

  /// Numbers at intervals of ten columns, with their unit at the end.
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
  /// Whether this number of decimal digits represents the value exactly.
  fileprivate func isWhole(withDecimals decimals: Int) -> Bool {
    let scaled = (0..<decimals).reduce(self) { value, _ in value * 10 }
    return abs(scaled - scaled.rounded()) < 1e-6
  }
}
