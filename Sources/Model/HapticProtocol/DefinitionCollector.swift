public import HapticPatterns

/// Collects the records of a `Definition` at the receiving side and builds the pattern. Never holds more records than
/// announced.
public struct DefinitionCollector: Sendable {
  /// The client announced more than permitted, or sent more than announced. The verdict is `limit`, and the definition
  /// ends.
  public struct Excess: Error, Hashable {}

  public let define: Request.Define
  private var builder: PatternBuilder
  private var pointCount = 0
  /// The points of the curve that is being received.
  private var curve: [CurvePoint] = []

  /// Starts a definition.
  ///
  /// - Throws: `Excess` if the announced records exceed the limits of one pattern.
  public init(_ define: Request.Define) throws(Excess) {
    guard define.isWithinLimits else { throw Excess() }
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
      guard builder.events.count + new.count <= define.events else { throw Excess() }
      builder.append(new)
    case .parameters(let new):
      guard builder.parameters.count + new.count <= define.parameters else { throw Excess() }
      builder.append(new)
    case .points(let new):
      guard pointCount + new.count <= define.points else { throw Excess() }
      pointCount += new.count
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

  /// Whether all announced records have arrived.
  public var isComplete: Bool {
    builder.events.count == define.events && builder.parameters.count == define.parameters
      && pointCount == define.points
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
