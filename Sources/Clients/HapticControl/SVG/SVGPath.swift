/// An outline in the format of a path's attribute `d`. Coordinates are rounded to a tenth of a pixel; points on a
/// straight line between their neighbors are omitted.
struct SVGPath {
  private var points: [(x: Int, y: Int)] = []
  private let isClosed: Bool

  /// - Parameters:
  ///   - outline: at least one point.
  ///   - isClosed: whether a line leads back to the start.
  init(_ outline: [SVGPoint], isClosed: Bool = false) {
    self.isClosed = isClosed
    for point in outline {
      let point = (x: Int((point.x * 10).rounded()), y: Int((point.y * 10).rounded()))
      if let last = points.last, last == point { continue }
      if points.count > 1, Self.isStraight(points[points.count - 2], points[points.count - 1], point) {
        points.removeLast()
      }
      points.append(point)
    }
  }

  var data: String {
    var data = "M" + Self.text(points[0].x) + " " + Self.text(points[0].y)
    for (last, point) in zip(points, points.dropFirst()) {
      if point.y == last.y {
        data += "H" + Self.text(point.x)
      } else if point.x == last.x {
        data += "V" + Self.text(point.y)
      } else {
        data += "L" + Self.text(point.x) + " " + Self.text(point.y)
      }
    }
    return data + (isClosed ? "Z" : "")
  }

  private static func text(_ tenths: Int) -> String { (Double(tenths) / 10).coordinate }

  /// Whether `middle` is on the straight line from `first` to `last`, between them.
  private static func isStraight(_ first: (x: Int, y: Int), _ middle: (x: Int, y: Int), _ last: (x: Int, y: Int))
    -> Bool
  {
    let (a, b) = ((x: middle.x - first.x, y: middle.y - first.y), (x: last.x - middle.x, y: last.y - middle.y))
    return a.x * b.y == a.y * b.x && a.x * b.x + a.y * b.y >= 0
  }
}
