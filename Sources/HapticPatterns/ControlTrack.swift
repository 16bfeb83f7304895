// One control over time. Every piece, a step or a curve, is in force from its start until the next piece starts:
//
//     neutral ────┐        ╱╲___________        the first curve keeps its last value,
//                 └──step─┘             └───    until something later takes over
//
// That is how authors write files; Core Haptics' documentation leaves it open.

/// A control of one pattern over the pattern's time.
public struct ControlTrack: Hashable, Sendable {
  struct Piece: Hashable, Sendable {
    private(set) var start: Duration
    /// The value at the start.
    let first: Double
    /// From `start` on, without those that change nothing; empty where the first value holds for good.
    let points: [ParameterCurve.Point]
  }

  public let control: Control
  /// In order of their starts; of those that start together the last one counts.
  private var pieces: [Piece] = []
  /// What was sent while the pattern played: in force until a piece of the pattern starts after it.
  private var sent: Piece?

  /// The track of `control` in a pattern with these parameters and curves; those of other controls are not looked at.
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

  /// The tracks of everything that is felt, by their controls' numbers from 1 on; reads the pattern once.
  static func haptic(of pattern: Pattern) -> [ControlTrack] {
    let controls = Control.allCases.filter(\.isHaptic)
    var pieces = [[Piece]](repeating: [], count: controls.count)
    for (index, control) in controls.enumerated() {
      // Room for all at once: to grow copies, and the kernel hands out new pages for each copy.
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

  /// Lets points that somebody sent take over from `moment` on; what was sent before is forgotten. Their times count
  /// from `moment`; they are ordered and clamped as a curve's are, and none at all changes nothing.
  public mutating func send(_ points: [ParameterCurve.Point], at moment: Duration) {
    if let piece = Piece(ParameterCurve(control, points)) { sent = piece.moved(to: moment) }
  }

  /// Whether something was sent.
  var hasSent: Bool { sent != nil }

  /// Moves what was sent in the pattern's time, as when the pattern jumps: what somebody sends runs on in real time.
  public mutating func shiftSent(by offset: Duration) {
    sent = sent.map { $0.moved(to: $0.start + offset) }
  }

  /// Whether it never does anything.
  public var isNeutral: Bool {
    (pieces + (sent.map { [$0] } ?? [])).allSatisfy { piece in
      piece.first == control.neutral && piece.points.allSatisfy { $0.value == control.neutral }
    }
  }

  /// The value in force at `moment`.
  public func value(at moment: Duration) -> Double {
    if pieces.isEmpty, sent == nil { return control.neutral }
    guard let piece = piece(at: moment) else { return control.neutral }
    return piece.value(at: moment)
  }

  /// When the value in force at `moment` began to be in force; nil before the first piece.
  public func start(at moment: Duration) -> Duration? { piece(at: moment)?.start }

  /// Until when the value stays as it is at `moment`: `moment` itself on a slope, the next piece or slope otherwise;
  /// nil where it stays for good.
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

  /// Nil for a curve without points.
  init?(_ curve: ParameterCurve) {
    guard let first = curve.points.first else { return nil }
    self.init(start: curve.time, first: first.value, points: curve.points.count > 1 ? Self.bends(of: curve.points) : [])
  }

  /// The same line without points inside a level stretch, so that the next change is never far to look for.
  private static func bends(of points: [ParameterCurve.Point]) -> [ParameterCurve.Point] {
    // Two points are shared with the curve.
    if points.count == 2 { return points }
    var bends: [ParameterCurve.Point] = []
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

  /// `moment` itself on a slope; else when the next slope or jump begins; nil where none does.
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

/// The first of ordered positions for which `isBeyond` holds, by bisection; the end where it never does.
func firstPosition(in positions: Range<Int>, where isBeyond: (Int) -> Bool) -> Int {
  var (low, high) = (positions.lowerBound, positions.upperBound)
  while low < high {
    let middle = (low + high) / 2
    if isBeyond(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
