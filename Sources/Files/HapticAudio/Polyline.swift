enum Polyline {
  /// The points of the row that keep it within a tolerance, by Douglas and Peucker (1973), with its first and last.
  static func points(_ values: [Double], tolerance: Double) -> [(index: Int, value: Double)] {
    guard values.count > 1 else { return values.map { (0, $0) } }
    var isKept = [Bool](repeating: false, count: values.count)
    isKept[0] = true
    isKept[values.count - 1] = true
    // Blocks, because the time grows with the square of the length in the worst case; a stack in place of a recursion.
    var ranges = stride(from: 0, to: values.count - 1, by: block).map { ($0, min($0 + block, values.count - 1)) }
    for (low, _) in ranges { isKept[low] = true }
    while let (low, high) = ranges.popLast() {
      guard high - low > 1, let far = farthest(values, low, high), far.distance > tolerance else { continue }
      isKept[far.index] = true
      ranges += [(low, far.index), (far.index, high)]
    }
    return values.indices.filter { isKept[$0] }.map { ($0, values[$0]) }
  }

  private static let block = 2000

  private static func farthest(_ values: [Double], _ low: Int, _ high: Int) -> (index: Int, distance: Double)? {
    let slope = (values[high] - values[low]) / Double(high - low)
    var result: (index: Int, distance: Double)?
    for index in low + 1..<high {
      let distance = (values[index] - values[low] - slope * Double(index - low)).magnitude
      if distance > result?.distance ?? -1 { result = (index, distance) }
    }
    return result
  }
}
