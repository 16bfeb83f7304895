public import HapticPatterns

/// The other end of a `Definition`: takes the records of `part`s until there are as many as were announced, and then
/// has the pattern. Never holds more than that.
public struct DefinitionCollector: Sendable {
  /// More was announced than is allowed, or more came than was announced: the verdict is `limit`, and the definition
  /// is over.
  public struct Excess: Error, Hashable {}

  public let define: Request.Define
  private var events: [Event] = []
  private var parameters: [DynamicParameter] = []
  private var points: [CurvePoint] = []

  /// - Parameter budget: how many bytes of records it may announce: what of `Limits.patternBytes` the client's other
  ///   patterns (`Request.Define.recordBytes`) leave.
  /// - Throws: where that, or what one pattern may hold, is less than what it announces.
  public init(_ define: Request.Define, budget: Int = Limits.patternBytes) throws(Excess) {
    guard define.isWithinLimits, define.recordBytes <= budget else { throw Excess() }
    self.define = define
  }

  /// Takes the records of one part. Parts of different kinds may come in any order, records of one kind in theirs.
  ///
  /// - Throws: where more came than was announced.
  public mutating func collect(_ records: Request.Part.Records) throws(Excess) {
    switch records {
    case .events(let new): try events.append(new, upTo: define.events)
    case .parameters(let new): try parameters.append(new, upTo: define.parameters)
    case .points(let new): try points.append(new, upTo: define.points)
    }
  }

  /// Whether everything announced is here.
  public var isComplete: Bool {
    events.count == Int(define.events) && parameters.count == Int(define.parameters)
      && points.count == Int(define.points)
  }

  /// The pattern; nil until everything announced is here. Made anew by each call.
  public var pattern: Pattern? {
    isComplete ? Pattern(events, parameters: parameters, curves: curves) : nil
  }

  private var curves: [ParameterCurve] {
    var curves: [ParameterCurve] = []
    var start = points.startIndex
    for index in points.indices where index + 1 == points.endIndex || points[index + 1].begins(after: points[index]) {
      let first = points[start]
      curves.append(ParameterCurve(first.control, at: first.curveStart, points[start...index].map(\.point)))
      start = index + 1
    }
    return curves
  }
}

extension CurvePoint {
  fileprivate func begins(after last: CurvePoint) -> Bool {
    beginsCurve || control != last.control || curveStart != last.curveStart
  }
}

extension Array {
  fileprivate mutating func append(_ new: [Element], upTo announced: UInt32) throws(DefinitionCollector.Excess) {
    guard count + new.count <= Int(announced) else { throw DefinitionCollector.Excess() }
    self += new
  }
}
