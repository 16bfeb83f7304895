public import HapticPatterns

/// A pattern as the requests that define it under a handle: a `define` and the `part`s. Each request is created on
/// access.
///
/// Only haptic data is sent: audio events and the controls of audio are left out. Times are rounded to whole
/// microseconds, intensities and similar values to 1/65,535, and the values of controls to 32 bits.
///
/// A pattern beyond the limits consists of a `define` alone, which the daemon answers with the verdict `limit`.
public struct Definition: Hashable, Sendable {
  public let define: Request.Define
  private let events: [Event]
  private let parameters: [DynamicParameter]
  private let points: [CurvePoint]

  /// Creates the requests for a pattern.
  ///
  /// - Parameters:
  ///   - device: the device to render for; nil to let the daemon choose.
  ///   - category: the category; nil means `media`.
  public init(of pattern: Pattern, handle: Handle, device: DeviceID? = nil, category: Category? = nil) {
    let parameters = pattern.parameters.filter(\.control.isHaptic)
    let points = pattern.curves.filter(\.control.isHaptic).flatMap(\.travellingPoints)
    define = Request.Define(
      handle: handle, device: device, category: category, events: UInt32(clamping: pattern.events.count),
      parameters: UInt32(clamping: parameters.count), points: UInt32(clamping: points.count))
    let travels = define.isWithinLimits
    events = travels ? pattern.events : []
    self.parameters = travels ? parameters : []
    self.points = travels ? points : []
  }

  /// Returns the packets of a definition. Only the last one has the serial; its reply is like that of a `prepare`.
  public static func packets(
    of pattern: Pattern, handle: Handle, device: DeviceID? = nil, category: Category? = nil, serial: UInt32 = 0
  ) -> [RequestPacket] {
    let definition = Definition(of: pattern, handle: handle, device: device, category: category)
    return definition.indices.map { index in
      RequestPacket(serial: index == definition.endIndex - 1 ? serial : 0, definition[index])
    }
  }
}

extension Definition: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { 1 + eventParts + parameterParts + pointParts }

  public subscript(position: Int) -> Request {
    precondition(indices.contains(position), "a definition has no request \(position)")
    return position == 0 ? .define(define) : .part(part(position - 1))
  }

  private func part(_ position: Int) -> Request.Part {
    if position < eventParts {
      return Request.Part(handle: define.handle, records: .events(events.piece(position, of: Self.eventsPerPart)))
    }
    let position = position - eventParts
    if position < parameterParts {
      return Request.Part(
        handle: define.handle, records: .parameters(parameters.piece(position, of: Self.parametersPerPart)))
    }
    return Request.Part(
      handle: define.handle, records: .points(points.piece(position - parameterParts, of: Self.pointsPerPart)))
  }

  private static let eventsPerPart = Request.Part.Records.events([]).capacity
  private static let parametersPerPart = Request.Part.Records.parameters([]).capacity
  private static let pointsPerPart = Request.Part.Records.points([]).capacity

  private var eventParts: Int { events.pieceCount(of: Self.eventsPerPart) }
  private var parameterParts: Int { parameters.pieceCount(of: Self.parametersPerPart) }
  private var pointParts: Int { points.pieceCount(of: Self.pointsPerPart) }
}

extension Array {
  fileprivate func pieceCount(of size: Int) -> Int { (count + size - 1) / size }

  fileprivate func piece(_ number: Int, of size: Int) -> [Element] {
    Array(self[number * size..<Swift.min((number + 1) * size, count)])
  }
}

extension ParameterCurve {
  /// The points, each with the data of its curve.
  fileprivate var travellingPoints: [CurvePoint] {
    points.enumerated().map { index, point in
      CurvePoint(control, beginsCurve: index == 0, curveStart: time, point)
    }
  }
}
