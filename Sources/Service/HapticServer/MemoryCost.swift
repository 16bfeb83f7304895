internal import HapticPatterns
internal import HapticProtocol
internal import MotorRendering

/// Upper estimates of the memory that the daemon keeps for clients, in bytes. `Limits.memory` bounds their sum.
enum MemoryCost {
  /// A handle with its entry in the table and, if it refers to a name, its rendering.
  static let handle = 512
  /// A playback, rendered incrementally, with its scheduled actions but without their points.
  static let playback = 8192

  /// A pattern from its definition on, with the score for playing it.
  static func pattern(_ define: Request.Define) -> Int {
    let events = Int(define.events) * (MemoryLayout<Event>.stride + 4 * MemoryLayout<Duration>.stride)
    return pattern + events + (Int(define.parameters) + Int(define.points)) * turn
  }

  static func drive(_ drive: Drive) -> Int { array + drive.steps.count * MemoryLayout<Drive.Step>.stride }

  static func points(_ points: [ParameterCurve.Point]) -> Int {
    array + points.count * MemoryLayout<ParameterCurve.Point>.stride
  }

  private static let pattern = 1024
  /// An array's header, and the unused end of its allocation.
  private static let array = 48
  /// A parameter, or a curve of one point: in the pattern, and as a piece of a track with its own array.
  private static let turn =
    2 * MemoryLayout<DynamicParameter>.stride + MemoryLayout<ParameterCurve.Point>.stride + array
}
