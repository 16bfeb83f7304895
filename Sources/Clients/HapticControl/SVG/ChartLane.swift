struct ChartLane {
  struct Curve {
    enum Shape {
      /// Filled from zero, with straight lines from pixel to pixel.
      case area
      /// Filled from zero, in steps.
      case steps
      /// A line without a fill, from pixel to pixel.
      case outline
      /// A line in steps without a fill, where this envelope is not 0.
      case line(SampledStrength)
    }

    let envelope: SampledStrength
    let shape: Shape
    /// The class in the style sheet.
    let kind: String

    /// The envelope of a line that says where there is one; nil for other shapes.
    var presence: SampledStrength? { if case .line(let presence) = shape { presence } else { nil } }
  }

  let title: String
  let note: String
  let height: Double
  let curves: [Curve]
  /// The labelled values of the scale, 0...1.
  var scale: [(value: Double, label: String)] = [(0, "0"), (0.5, ""), (1, "1")]
  /// The value of a dashed line across the lane; nil for none.
  var threshold: Double?
  var marks: [ChartMark] = []

  @ListBuilder<SVGElement> func elements(_ frame: ChartFrame, top: Double) -> [SVGElement] {
    let y = { (value: Double) in top + height - value * height }
    let rule = { (kind: String?, value: Double) in
      SVGElement.line(kind, from: SVGPoint(frame.left, y(value)), to: SVGPoint(frame.right, y(value)))
    }
    SVGElement.group("scale", scale.map { rule($0.value == 0 ? "base" : nil, $0.value) })
    scale.filter { !$0.label.isEmpty }.map { place in
      SVGElement.text(place.label, at: SVGPoint(frame.left - 8, y(place.value) + 4), "number")
    }
    SVGElement.text(title, at: SVGPoint(Chart.margin, top + height / 2), "lane")
    SVGElement.text(note, at: SVGPoint(Chart.margin, top + height / 2 + 15), "small")
    curves.flatMap { $0.elements(frame, y) }
    if let threshold { rule("threshold", threshold) }
    distinct(marks, frame).flatMap { $0.elements(frame, top: top) }
  }

  /// Leaves out marks of the same sign that are too close to be told apart.
  private func distinct(_ marks: [ChartMark], _ frame: ChartFrame) -> [ChartMark] {
    var last: [PulseResults.Sign: Double] = [:]
    return marks.filter { mark in
      let x = frame.x(mark.moment)
      if let drawn = last[mark.sign], x - drawn < Self.leastDistance { return false }
      last[mark.sign] = x
      return true
    }
  }

  /// The minimum distance in pixels: half of a sign.
  private static let leastDistance = 4.0
}

extension ChartLane.Curve {
  /// The path of the curve; empty if nothing is visible.
  fileprivate func elements(_ frame: ChartFrame, _ y: (Double) -> Double) -> [SVGElement] {
    let pieces = stretches(frame).map { piece(of: $0, y) }
    return pieces.isEmpty ? [] : [.path(kind, pieces)]
  }

  private typealias Column = (x: Double, value: Double)

  /// The columns in which the curve is visible, in ranges without a gap.
  private func stretches(_ frame: ChartFrame) -> [[Column]] {
    let columns = frame.columns.map { column -> Column? in
      let peak = (presence ?? envelope).peak(from: column.start, to: column.end)
      guard peak > SampledStrength.unfelt else { return nil }
      return (column.x, envelope.peak(from: column.start, to: column.end))
    }
    return columns.split { $0 == nil }.map { $0.compactMap(\.self) }
  }

  private func piece(of stretch: [Column], _ y: (Double) -> Double) -> SVGPath {
    let (touchesZero, isStepped, isClosed) =
      switch shape {
      case .area: (true, false, true)
      case .steps: (true, true, true)
      case .outline: (true, false, false)
      case .line: (false, true, false)
      }
    var points = touchesZero ? [SVGPoint(stretch[0].x, y(0))] : []
    for column in stretch {
      points.append(SVGPoint(column.x, y(column.value)))
      if isStepped { points.append(SVGPoint(column.x + 1, y(column.value))) }
    }
    if touchesZero { points.append(SVGPoint(stretch[stretch.count - 1].x + 1, y(0))) }
    return SVGPath(points, isClosed: isClosed)
  }
}
