extension Sequence<ShortName> {
  /// Returns the name most similar to `text`, for "did you mean"; nil if no name is similar. Of equally similar names,
  /// the first one.
  ///
  /// The last part of a name is compared too: `heavy` and `hevy` give `impact.heavy`.
  public func nearest(to text: some StringProtocol) -> ShortName? {
    let wanted = Array(text.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= ShortName.capacity else { return nil }
    let tolerance = Swift.max(1, wanted.count / 3)
    var best: (name: ShortName, distance: Int)?
    for name in self {
      let distance = distance(from: wanted, to: name.utf8)
      if distance <= tolerance, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  private func distance(from wanted: [UInt8], to name: [UInt8]) -> Int {
    let whole = editDistance(wanted, name)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return whole }
    return Swift.min(whole, editDistance(wanted, Array(name[(dot + 1)...])))
  }
}

/// Returns the number of characters to insert, remove, replace or swap with an adjacent one that turns one name into
/// the other (optimal string alignment).
package func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for (row, a) in left.enumerated() {
    var current = [row + 1] + [Int](repeating: 0, count: right.count)
    for (column, b) in right.enumerated() {
      let replaced = last[column] + (a == b ? 0 : 1)
      current[column + 1] = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, a == right[column - 1], left[row - 1] == b {
        current[column + 1] = min(current[column + 1], beforeLast[column - 1] + 1)
      }
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
