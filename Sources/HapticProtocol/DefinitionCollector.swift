public import HapticPatterns

/// The other end of a `Definition`: takes the records of `part`s until there are as many as were announced, and then
/// has the pattern. Never holds more than that.
public struct DefinitionCollector: Sendable {
  /// More was announced than is allowed, or more came than was announced: the verdict is `limit`, and the definition
  /// is over.
  public struct Excess: Error, Hashable {}

  public let define: Request.Define
  private var builder: PatternBuilder
  private var events: UInt32 = 0
  private var parameters: UInt32 = 0
  private var points: UInt32 = 0
  /// The points of the curve that came last.
  private var curve: [CurvePoint] = []

  /// - Parameter budget: how many bytes of records it may announce: what of `Limits.patternBytes` the client's other
  ///   patterns (`Request.Define.recordBytes`) leave.
  /// - Throws: where that, or what one pattern may hold, is less than what it announces.
  public init(_ define: Request.Define, budget: Int = Limits.patternBytes) throws(Excess) {
    guard define.isWithinLimits, define.recordBytes <= budget else { throw Excess() }
    self.define = define
    builder = PatternBuilder(events: Int(define.events), parameters: Int(define.parameters))
  }

  /// Takes the records of one part. Parts of different kinds may come in any order, records of one kind in theirs.
  ///
  /// - Throws: where more came than was announced.
  public mutating func collect(_ records: Request.Part.Records) throws(Excess) {
    switch records {
    case .events(let new):
      try Self.count(new.count, in: &events, upTo: define.events)
      builder.append(new)
    case .parameters(let new):
      try Self.count(new.count, in: &parameters, upTo: define.parameters)
      builder.append(new)
    case .points(let new):
      try Self.count(new.count, in: &points, upTo: define.points)
      for point in new { collect(point) }
    }
  }

  private mutating func collect(_ point: CurvePoint) {
    if let last = curve.last, point.begins(after: last) {
      if let curve = ParameterCurve(curve) { builder.append(curve) }
      curve.removeAll(keepingCapacity: true)
    }
    curve.append(point)
  }

  private static func count(_ new: Int, in count: inout UInt32, upTo announced: UInt32) throws(Excess) {
    guard Int(count) + new <= Int(announced) else { throw Excess() }
    count += UInt32(new)
  }

  /// Whether everything announced is here.
  public var isComplete: Bool {
    events == define.events && parameters == define.parameters && points == define.points
  }

  /// The pattern; nil until everything announced is here. Made anew by each call.
  public var pattern: Pattern? {
    guard isComplete else { return nil }
    guard let curve = ParameterCurve(curve) else { return builder.pattern }
    var builder = builder
    builder.append(curve)
    return builder.pattern
  }
}

extension ParameterCurve {
  /// Nil where there are no points.
  fileprivate init?(_ points: [CurvePoint]) {
    guard let first = points.first else { return nil }
    self.init(first.control, at: first.curveStart, points.map(\.point))
  }
}

extension CurvePoint {
  fileprivate func begins(after last: CurvePoint) -> Bool {
    beginsCurve || control != last.control || curveStart != last.curveStart
  }
}
