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
