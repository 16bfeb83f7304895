// One control over time. Each piece, a step or a curve, is in force from its start until the start of the next piece:
//
//     neutral ────┐        ╱╲___________        the first curve keeps its last value
//                 └──step─┘             └───    until the next piece starts
//
// Authors write files with this meaning; the documentation of Core Haptics does not define it.

/// The values of one control of a pattern over the pattern's time.
public struct ControlTrack: Hashable, Sendable {
  struct Piece: Hashable, Sendable {
    private(set) var start: Duration
    /// The value at the start.
    let first: Double
    /// The points from `start` on, without redundant ones; empty if the first value never changes.
    let points: [ParameterCurve.Point]
  }

  public let control: Control
  /// The pieces in order of their starts; of several with the same start the last one counts.
  private var pieces: [Piece] = []
  /// The piece that was sent while the pattern played; in force until a piece of the pattern starts after it.
  private var sent: Piece?

  /// Creates the track of `control` from these parameters and curves; those of other controls are ignored.
  public init(_ control: Control, parameters: [DynamicParameter] = [], curves: [ParameterCurve] = []) {
    self.init(
      control,
      parameters.filter { $0.control == control }.map(Piece.init)
        + curves.filter { $0.control == control }.compactMap(Piece.init))
  }

  private init(_ control: Control, _ pieces: [Piece]) {
    self.control = control
    self.pieces = pieces.inOrder(of: \.start)
  }

  /// Returns the tracks of all haptic controls in the order of their numbers. Reads the pattern once.
  static func haptic(of pattern: Pattern) -> [ControlTrack] {
    let controls = Control.allCases.filter(\.isHaptic)
    var pieces = [[Piece]](repeating: [], count: controls.count)
    for (index, control) in controls.enumerated() {
      // Reserve memory for all pieces: growing would copy, and the kernel would provide new pages for each copy.
      pieces[index].reserveCapacity(
        pattern.parameters.count { $0.control == control } + pattern.curves.count { $0.control == control })
    }
    for parameter in pattern.parameters where parameter.control.isHaptic {
      pieces[Int(parameter.control.rawValue) - 1].append(Piece(parameter))
    }
    for curve in pattern.curves where curve.control.isHaptic {
      if let piece = Piece(curve) { pieces[Int(curve.control.rawValue) - 1].append(piece) }
    }
    return zip(controls, pieces).map { ControlTrack($0, $1) }
  }

  /// Sets points that a client sent from `moment` on, in place of those sent before. Their times count from `moment`.
  /// They are ordered and clamped as in a curve; an empty list changes nothing.
  public mutating func send(_ points: [ParameterCurve.Point], at moment: Duration) {
    if let piece = Piece(ParameterCurve(control, points)) { sent = piece.moved(to: moment) }
  }

  /// Whether points were sent.
  var hasSent: Bool { sent != nil }

  /// Moves the sent points in the pattern's time when the pattern jumps, because they continue in real time.
  public mutating func shiftSent(by offset: Duration) {
    sent = sent.map { $0.moved(to: $0.start + offset) }
  }

  /// Whether the track never has an effect.
  public var isNeutral: Bool {
    (pieces + (sent.map { [$0] } ?? [])).allSatisfy { piece in
      piece.first == control.neutral && piece.points.allSatisfy { $0.value == control.neutral }
    }
  }

  /// Returns the value at `moment`.
  public func value(at moment: Duration) -> Double {
    if pieces.isEmpty, sent == nil { return control.neutral }
    guard let piece = piece(at: moment) else { return control.neutral }
    return piece.value(at: moment)
  }

  /// Returns the start of the piece in force at `moment`; nil before the first piece.
  public func start(at moment: Duration) -> Duration? { piece(at: moment)?.start }

  /// Returns the time until which the value at `moment` stays the same: `moment` itself on a slope, otherwise the start
  /// of the next piece or slope; nil if it never changes.
  public func steadyUntil(_ moment: Duration) -> Duration? {
    if pieces.isEmpty, sent == nil { return nil }
    let next = position(after: moment)
    var change = piece(at: moment)?.nextChange(after: moment)
    if next < pieces.count { change = min(change ?? pieces[next].start, pieces[next].start) }
    if let sent, sent.start > moment { change = min(change ?? sent.start, sent.start) }
    return change
  }

  private func piece(at moment: Duration) -> Piece? {
    let next = position(after: moment)
    let own = next > 0 ? pieces[next - 1] : nil
    guard let sent, sent.start <= moment else { return own }
    return own.map { $0.start > sent.start } ?? false ? own : sent
  }

  private func position(after moment: Duration) -> Int {
    firstPosition(in: pieces.indices) { pieces[$0].start > moment }
  }
}

extension ControlTrack.Piece {
  init(_ parameter: DynamicParameter) { self.init(start: parameter.time, first: parameter.value, points: []) }

  /// Creates a piece, or nil for a curve without points.
  init?(_ curve: ParameterCurve) {
    guard let first = curve.points.first else { return nil }
    self.init(start: curve.time, first: first.value, points: curve.points.count > 1 ? Self.bends(of: curve.points) : [])
  }

  /// Removes points inside a level stretch, so that the search for the next change is short.
  private static func bends(of points: [ParameterCurve.Point]) -> [ParameterCurve.Point] {
    // With two points, share the storage of the curve.
    if points.count == 2 { return points }
    var bends: [ParameterCurve.Point] = []
    bends.reserveCapacity(points.count)
    for point in points {
      if bends.count > 1, bends[bends.count - 2].value == point.value, bends[bends.count - 1].value == point.value {
        bends.removeLast()
      }
      bends.append(point)
    }
    return bends
  }

  func moved(to start: Duration) -> Self {
    var piece = self
    piece.start = start
    return piece
  }

  func value(at moment: Duration) -> Double {
    if points.isEmpty { return first }
    let elapsed = moment - start
    let next = firstPosition(in: points.indices) { points[$0].time > elapsed }
    if next == 0 { return first }
    guard next < points.count else { return points[next - 1].value }
    let (left, right) = (points[next - 1], points[next])
    return left.value + (right.value - left.value) * (elapsed - left.time).part(of: right.time - left.time)
  }

  /// Returns `moment` on a slope, otherwise the time of the next slope or jump; nil if there is none.
  func nextChange(after moment: Duration) -> Duration? {
    let elapsed = moment - start
    var next = firstPosition(in: points.indices) { points[$0].time > elapsed }
    while next < points.count {
      let before = points[max(next - 1, 0)]
      if next > 0, points[next].value != before.value { return max(moment, start + before.time) }
      next += 1
    }
    return nil
  }
}

/// Returns the first of ordered positions for which `isBeyond` holds, by bisection; the upper bound if it never holds.
package func firstPosition(in positions: Range<Int>, where isBeyond: (Int) -> Bool) -> Int {
  var (low, high) = (positions.lowerBound, positions.upperBound)
  while low < high {
    let middle = (low + high) / 2
    if isBeyond(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
