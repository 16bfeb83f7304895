/// A search for the minimum of a function of few variables, without derivatives.
///
/// J. A. Nelder and R. Mead, A simplex method for function minimization, 1965.
struct Simplex {
  private(set) var corners: [(place: [Double], value: Double)]
  private let cost: ([Double]) -> Double

  /// - Parameter sizes: the first step in each variable.
  init(from start: [Double], sizes: [Double], _ cost: @escaping ([Double]) -> Double) {
    self.cost = cost
    corners = [(start, cost(start))]
    for index in start.indices {
      var place = start
      place[index] += sizes[index]
      corners.append((place, cost(place)))
    }
  }

  /// Searches until the values of all corners agree to 1e-5 of the least, or for `limit` evaluations.
  mutating func minimum(limit: Int) -> (place: [Double], value: Double) {
    for _ in 0..<limit {
      corners.sort { $0.value < $1.value }
      if corners[corners.count - 1].value - corners[0].value <= 1e-5 * corners[0].value { break }
      step()
    }
    return corners.min { $0.value < $1.value } ?? corners[0]
  }

  private mutating func step() {
    let last = corners.count - 1
    let middle = corners[0].place.indices.map { index in
      corners[..<last].reduce(0) { $0 + $1.place[index] } / Double(last)
    }
    func point(_ factor: Double) -> (place: [Double], value: Double) {
      let place = middle.indices.map { middle[$0] + factor * (corners[last].place[$0] - middle[$0]) }
      return (place, cost(place))
    }
    let mirrored = point(-1)
    if mirrored.value < corners[0].value {
      let farther = point(-2)
      corners[last] = farther.value < mirrored.value ? farther : mirrored
    } else if mirrored.value < corners[last - 1].value {
      corners[last] = mirrored
    } else {
      let nearer = point(mirrored.value < corners[last].value ? -0.5 : 0.5)
      if nearer.value < min(mirrored.value, corners[last].value) { corners[last] = nearer } else { shrink() }
    }
  }

  private mutating func shrink() {
    for index in corners.indices.dropFirst() {
      let place = zip(corners[index].place, corners[0].place).map { ($0 + $1) / 2 }
      corners[index] = (place, cost(place))
    }
  }
}
