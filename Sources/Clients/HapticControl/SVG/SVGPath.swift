/// An outline in the format of a path's attribute `d`. Coordinates are rounded to a tenth of a pixel; points on a
/// straight line between their neighbors are omitted.
struct SVGPath {
  private var points: [(x: Int, y: Int)]
  private var isClosed = false

  init(_ start: SVGPoint) { points = [Self.rounded(start)] }

  /// Adds a straight line to `point`.
  mutating func add(_ point: SVGPoint) {
    let point = Self.rounded(point)
    guard let last = points.last, last != point else { return }
    if points.count > 1, Self.isStraight(points[points.count - 2], last, point) { points.removeLast() }
    points.append(point)
  }

  func line(to point: SVGPoint) -> SVGPath {
    var path = self
    path.add(point)
    return path
  }

  /// The path, closed by a line to its start.
  func closed() -> SVGPath {
    var path = self
    path.isClosed = true
    return path
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

  private static func rounded(_ point: SVGPoint) -> (x: Int, y: Int) {
    (Int((point.x * 10).rounded()), Int((point.y * 10).rounded()))
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
