public import HapticPatterns

/// Collects the records of a `Definition` at the receiving side and builds the pattern. Never holds more records than
/// announced.
public struct DefinitionCollector: Sendable {
  /// The client announced more than permitted, or sent more than announced. The verdict is `limit`, and the definition
  /// ends.
  public struct Excess: Error, Hashable {}

  public let define: Request.Define
  private var builder: PatternBuilder
  private var events: UInt32 = 0
  private var parameters: UInt32 = 0
  private var points: UInt32 = 0
  /// The points of the curve that is being received.
  private var curve: [CurvePoint] = []

  /// Starts a definition.
  ///
  /// - Parameter budget: the maximum size of the announced records, in bytes: the part of `Limits.patternBytes` that
  ///   the client's other patterns (`Request.Define.recordBytes`) do not use.
  /// - Throws: `Excess` if the announced records exceed the budget or the limits of one pattern.
  public init(_ define: Request.Define, budget: Int = Limits.patternBytes) throws(Excess) {
    guard define.isWithinLimits, define.recordBytes <= budget else { throw Excess() }
    self.define = define
    builder = PatternBuilder(events: Int(define.events), parameters: Int(define.parameters))
  }

  /// Adds the records of one part. Parts of different kinds may arrive in any order; records of one kind arrive in the
  /// order of the pattern.
  ///
  /// - Throws: `Excess` if there are more records than announced.
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

  /// Whether all announced records have arrived.
  public var isComplete: Bool {
    events == define.events && parameters == define.parameters && points == define.points
  }

  /// The pattern; nil until all announced records have arrived. Each access builds it again.
  public var pattern: Pattern? {
    guard isComplete else { return nil }
    guard let curve = ParameterCurve(curve) else { return builder.pattern }
    var builder = builder
    builder.append(curve)
    return builder.pattern
  }
}

extension ParameterCurve {
  /// Creates a curve from its points, or nil if there are none.
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
