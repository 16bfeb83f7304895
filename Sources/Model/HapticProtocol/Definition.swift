public import HapticPatterns

/// A pattern as the requests that define it under a handle: a `define` and the `part`s.
///
/// Only haptic data is sent: audio events and the controls of audio are left out. Times are rounded to whole
/// microseconds, intensities and similar values to 1/65,535, and the values of controls to 32 bits.
///
/// A pattern beyond the limits consists of a `define` alone, which the daemon answers with the verdict `limit`.
public struct Definition: Hashable, Sendable {
  public let define: Request.Define
  private let parts: [Request.Part.Records]

  /// Creates the requests for a pattern.
  ///
  /// - Parameters:
  ///   - device: the device to render for; nil to let the daemon choose.
  ///   - category: the category; nil means `media`.
  public init(of pattern: Pattern, handle: Handle, device: DeviceID? = nil, category: Category? = nil) {
    define = Request.Define(of: pattern, handle: handle, device: device, category: category)
    parts =
      define.isWithinLimits
      ? pattern.events.parts(Request.Part.Records.events)
        + pattern.parameters.filter(\.control.isHaptic).parts(Request.Part.Records.parameters)
        + pattern.curves.filter(\.control.isHaptic).flatMap(\.travellingPoints).parts(Request.Part.Records.points) : []
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
  public var endIndex: Int { 1 + parts.count }

  public subscript(position: Int) -> Request {
    position == 0 ? .define(define) : .part(Request.Part(handle: define.handle, records: parts[position - 1]))
  }
}

extension Request.Define {
  /// Announces the haptic data of a pattern.
  package init(of pattern: Pattern, handle: Handle, device: DeviceID? = nil, category: Category? = nil) {
    self.init(
      handle: handle, device: device, category: category, events: UInt32(clamping: pattern.events.count),
      parameters: UInt32(clamping: pattern.parameters.count { $0.control.isHaptic }),
      points: UInt32(clamping: pattern.curves.reduce(0) { $0 + ($1.control.isHaptic ? $1.points.count : 0) }))
  }
}

extension Array {
  /// The records of as many parts as they need.
  fileprivate func parts(_ records: ([Element]) -> Request.Part.Records) -> [Request.Part.Records] {
    let size = records([]).capacity
    return stride(from: 0, to: count, by: size).map { records(Array(self[$0..<Swift.min($0 + size, count)])) }
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
