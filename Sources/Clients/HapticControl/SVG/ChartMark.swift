/// A sign above a lane, at the intended time of a beat that is not felt as intended.
struct ChartMark {
  let sign: PulseResults.Sign
  /// The intended time.
  let moment: Duration
  /// The felt time, if the beat is felt later.
  var instead: Duration?

  /// The sign, and a line down through the lane.
  func elements(_ frame: ChartFrame, top: Double) -> [SVGElement] {
    guard frame.contains(moment) else { return [] }
    let x = frame.x(moment)
    let line = SVGElement.line("guide \(sign.rawValue)", from: SVGPoint(x, frame.top), to: SVGPoint(x, frame.bottom))
    let end = instead.flatMap { frame.contains($0) ? frame.x($0) : nil }
    let place = SVGPoint(x, top - 9)
    return [line] + (end.map { [sign.arrow(from: place, to: $0)] } ?? [sign.shape(at: place)])
  }
}

/// An entry of a chart's legend.
struct ChartKey {
  enum Sample {
    /// A rectangle in the color of a curve.
    case patch(String)
    case line(String)
    case sign(PulseResults.Sign)
  }

  let sample: Sample
  let text: String

  /// The width of the sample and the space after it.
  private static let indent = 24.0

  /// The width of the entry in one line: room for the text in usual fonts, and the gap to the next entry.
  var width: Double { Self.indent + 7.0 * Double(text.count) + 20 }

  /// The text in lines, so that the entry is at most as wide as the image.
  func lines(toWidth width: Double) -> [String] { text.broken(toWidth: width - Self.indent, fontSize: 13) }

  func elements(at place: SVGPoint, _ lines: [String], lineHeight: Double) -> [SVGElement] {
    let middle = SVGPoint(place.x + 8, place.y - 4)
    let sample: SVGElement =
      switch sample {
      case .patch(let kind):
        .rectangle(kind, from: SVGPoint(place.x, place.y - 9), width: 16, height: 10)
      case .line(let kind): .line(kind, from: SVGPoint(place.x, middle.y), to: SVGPoint(place.x + 16, middle.y))
      case .sign(let sign): sign.shape(at: middle)
      }
    return [sample]
      + SVGElement.text(lines, at: SVGPoint(place.x + Self.indent, place.y), lineHeight: lineHeight, "key")
  }
}

extension PulseResults.Sign {
  /// Draws the sign as a shape, because fonts differ and some lack the character.
  func shape(at point: SVGPoint) -> SVGElement {
    let kind = "sign \(rawValue)"
    switch self {
    case .lost:
      let strokes = [(-4.0, -4.0, 4.0, 4.0), (-4, 4, 4, -4)].map { x1, y1, x2, y2 in
        SVGPath([SVGPoint(point.x + x1, point.y + y1), SVGPoint(point.x + x2, point.y + y2)])
      }
      return .path(kind, strokes)
    case .merged:
      let (left, right, top) = ((point.x - 4).coordinate, (point.x + 4).coordinate, (point.y - 4).coordinate)
      return SVGElement("path", ["class": kind, "d": "M\(left) \(top)v4a4 4 0 0 0 8 0V\(top)M\(right) \(top)"])
    case .delayed: return arrow(from: SVGPoint(point.x - 6, point.y), to: point.x + 6)
    }
  }

  func arrow(from start: SVGPoint, to x: Double) -> SVGElement {
    let (end, back) = (x.coordinate, (x < start.x ? x + 4 : x - 4).coordinate)
    let (above, middle, below) = ((start.y - 3.5).coordinate, start.y.coordinate, (start.y + 3.5).coordinate)
    return SVGElement(
      "path",
      [
        "class": "sign \(rawValue)",
        "d": "M\(start.x.coordinate) \(middle)H\(end)M\(back) \(above)L\(end) \(middle)L\(back) \(below)",
      ])
  }
}
