/// Several envelopes over one time axis:
///
///     intended ⣷⣄
///     sent     ⣿⣿⡇
///     felt     ⣠⣾⣷⣦⣄
///              0    10   20   30 ms
struct Picture {
  struct Lane {
    let title: String
    let envelope: Envelope
  }

  let lanes: [Lane]
  /// Text rows of each lane, and text columns of the plot at most.
  var rows = 3
  var columns = 60

  /// The lines of the picture. Empty envelopes leave their lane blank.
  var lines: [String] {
    let margin = (lanes.map(\.title.count).max() ?? 0) + 1
    let dot = millisecondsPerDot
    let drawn = lanes.flatMap { lane in
      draw(lane.envelope, millisecondsPerDot: dot).enumerated().map { row, line in
        // The title stands on the lane's base line.
        ((row == rows - 1 ? lane.title : "").padded(to: margin) + line).trimmedAtEnd
      }
    }
    return drawn + [(String(repeating: " ", count: margin) + axis(millisecondsPerDot: dot)).trimmedAtEnd]
  }

  /// The smallest round step at which everything that matters fits.
  private var millisecondsPerDot: Double {
    let longest = lanes.map { $0.envelope.length(above: Envelope.unfelt) }.max() ?? .zero
    let needed = longest / .milliseconds(1) / Double(columns * 2)
    return Self.roundSteps.first { $0 >= needed } ?? (needed / 100).rounded(.up) * 100
  }

  private static let roundSteps: [Double] = [0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100]

  private func draw(_ envelope: Envelope, millisecondsPerDot: Double) -> [String] {
    var canvas = Canvas(columns: columns, rows: rows)
    for x in 0..<canvas.width {
      let start = Duration.milliseconds(1) * (Double(x) * millisecondsPerDot)
      let peak = envelope.peak(from: start, to: start + .milliseconds(1) * millisecondsPerDot)
      // A dot even for the weakest, or it would look like nothing; never the top one, or lanes would touch.
      let dots = max(1, Int((peak * Double(canvas.height - 1)).rounded()))
      canvas.raise(at: x, dots: peak > Envelope.unfelt ? dots : 0)
    }
    return canvas.lines
  }

  /// Numbers of milliseconds, ten columns apart.
  private func axis(millisecondsPerDot: Double) -> String {
    var line = ""
    for column in stride(from: 0, to: columns, by: 10) {
      line = line.padded(to: column) + (Double(column * 2) * millisecondsPerDot).fixed(0)
    }
    return line + " ms"
  }
}
