/// Lanes below each other over one time axis, as an SVG image without external resources.
///
///     title
///     subtitles
///     lane    1 |  ╱╲___
///             0 | ╱
///     lane      |
///               +---|---|---|-- ms
///     legend
///
struct Chart {
  let title: String
  let subtitles: [String]
  let lanes: [ChartLane]
  let window: Range<Duration>
  let legend: [ChartKey]
  /// The accessible description of the image, and its last line.
  let summary: String
  /// The width of the image, in pixels.
  var width = 960.0

  var image: String {
    let attributes: KeyValuePairs<String, String> = [
      "xmlns": "http://www.w3.org/2000/svg", "width": width.coordinate, "height": height.coordinate,
      "viewBox": "0 0 \(width.coordinate) \(height.coordinate)", "role": "img",
    ]
    return SVGElement("svg", attributes, content).lines().joined(separator: "\n") + "\n"
  }

  @ListBuilder<SVGElement> private var content: [SVGElement] {
    let frame = self.frame
    let keys = self.keys
    SVGElement("title", text: title)
    SVGElement("desc", text: (subtitles + [summary]).joined(separator: ". "))
    SVGElement("style", text: ChartStyle.sheet)
    SVGElement.rectangle("ground", from: SVGPoint(0, 0), width: width, height: height)
    head
    timeAxis(frame)
    zip(lanes, tops).flatMap { $0.elements(frame, top: $1) }
    keys.elements
    SVGElement.text(summaryLines, at: SVGPoint(Self.margin, keys.bottom + 4), lineHeight: Self.lineHeight, "note")
  }

  // MARK: Layout, in pixels

  static let margin = 24.0
  private static let gutter = 116.0
  private static let gap = 22.0
  private static let titleHeight = 32.0
  private static let lineHeight = 19.0
  private static let axisHeight = 26.0

  private var frame: ChartFrame {
    ChartFrame(window: window, left: Self.gutter, right: width - Self.margin, top: tops[0], bottom: bottom)
  }

  private var headHeight: Double {
    let more = Double(titleLines.count - 1) * Self.titleLineHeight
    return Self.titleHeight + more + Self.lineHeight * Double(subtitleLines.count) + 24
  }

  /// The title and the subtitles, broken so that they stay in the image. The title element has the whole title.
  private var titleLines: [String] { title.broken(toWidth: textWidth, fontSize: 19) }
  private var subtitleLines: [String] { subtitles.flatMap { $0.broken(toWidth: textWidth, fontSize: 13) } }
  private var summaryLines: [String] { summary.broken(toWidth: textWidth, fontSize: 13) }
  private var textWidth: Double { width - 2 * Self.margin }

  private static let titleLineHeight = 24.0

  private var tops: [Double] {
    var top = headHeight
    return lanes.map { lane in
      defer { top += lane.height + Self.gap }
      return top
    }
  }

  private var bottom: Double { tops[tops.count - 1] + lanes[lanes.count - 1].height }
  private var height: Double { keys.bottom + Self.lineHeight * Double(summaryLines.count) + 6 }

  // MARK: Parts

  private var head: [SVGElement] {
    let start = SVGPoint(Self.margin, Self.titleHeight + 4)
    let end = start.y + Self.titleLineHeight * Double(titleLines.count - 1)
    let notes = SVGPoint(Self.margin, end + Self.lineHeight)
    return SVGElement.text(titleLines, at: start, lineHeight: Self.titleLineHeight, "title")
      + SVGElement.text(subtitleLines, at: notes, lineHeight: Self.lineHeight, "note")
  }

  private func timeAxis(_ frame: ChartFrame) -> [SVGElement] {
    let time = TimeTicks(window, numbers: Int((frame.right - frame.left) / Self.pixelsPerNumber))
    let numbered = time.ticks.filter { $0.label != nil }
    func line(_ tick: TimeTicks.Tick, from top: Double, to bottom: Double) -> SVGElement {
      .line(from: SVGPoint(frame.x(tick.moment), top), to: SVGPoint(frame.x(tick.moment), bottom))
    }
    let grid = numbered.map { line($0, from: frame.top, to: frame.bottom) }
    let marks = time.ticks.map { line($0, from: frame.bottom, to: frame.bottom + ($0.label == nil ? 3 : 6)) }
    let numbers = numbered.map { tick in
      SVGElement.text(
        (tick.label ?? "") + (tick == numbered.last ? " \(time.unit)" : ""),
        at: SVGPoint(frame.x(tick.moment), frame.bottom + 20), "number time")
    }
    return [.group("grid", grid), .group("axis", marks)] + numbers
  }

  private static let pixelsPerNumber = 76.0

  /// The keys of the legend in as many rows as needed, and the bottom edge of the last one.
  private var keys: (elements: [SVGElement], bottom: Double) {
    var elements: [SVGElement] = []
    var (x, top) = (Self.margin, bottom + Self.axisHeight + 28)
    /// The lines of the highest key of the row.
    var lineCount = 0
    for key in legend {
      if lineCount > 0, x + key.width > width - Self.margin {
        top += Self.lineHeight * Double(lineCount)
        (x, lineCount) = (Self.margin, 0)
      }
      let lines = key.lines(toWidth: width - Self.margin - x)
      elements += key.elements(at: SVGPoint(x, top), lines, lineHeight: Self.lineHeight)
      lineCount = max(lineCount, lines.count)
      x += key.width
    }
    return (elements, top + Self.lineHeight * Double(lineCount))
  }
}

/// The area of the lanes in an image, and its time scale.
struct ChartFrame {
  let window: Range<Duration>
  let left, right, top, bottom: Double

  func x(_ moment: Duration) -> Double {
    left + (moment - window.lowerBound) / (window.upperBound - window.lowerBound) * (right - left)
  }

  func contains(_ moment: Duration) -> Bool { window.contains(moment) || moment == window.upperBound }

  /// The time range of each column of a pixel, with its left edge.
  var columns: [(x: Double, start: Duration, end: Duration)] {
    let count = Int(right - left)
    let length = window.upperBound - window.lowerBound
    return (0..<count).map { column in
      let start = window.lowerBound + length / count * column
      return (left + Double(column), start, start + length / count)
    }
  }
}
