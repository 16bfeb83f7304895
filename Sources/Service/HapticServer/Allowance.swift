internal import HapticPatterns
internal import HapticProtocol
internal import MotorRendering

/// The limits of one client, or of all clients of one application together.
struct Allowance {
  let handles: Quota
  let playbacks: Quota
  /// Bytes of the records of patterns, in the encoding of the protocol.
  let patternBytes: Quota
  /// Bytes of everything that is kept, by `MemoryCost`.
  let memory: Quota

  /// The limits of an application.
  init(memory: Quota) {
    handles = Quota(Limits.handles * Limits.clientsWorthPerApplication)
    playbacks = Quota(Limits.playbacks * Limits.clientsWorthPerApplication)
    patternBytes = Quota(Limits.patternBytes * Limits.clientsWorthPerApplication)
    self.memory = Quota(Limits.memoryPerApplication, within: memory)
  }

  /// The limits of a client, within those of its application.
  init(within application: Allowance) {
    handles = Quota(Limits.handles, within: application.handles)
    playbacks = Quota(Limits.playbacks, within: application.playbacks)
    patternBytes = Quota(Limits.patternBytes, within: application.patternBytes)
    memory = application.memory
  }
}

extension Allowance {
  var hasRoomForPlayback: Bool { playbacks.hasRoom() && memory.hasRoom(for: MemoryCost.playback) }

  /// Counts one more playback.
  ///
  /// - Returns: false if that exceeds a limit; nothing is counted then.
  func beginPlayback() -> Bool {
    guard playbacks.take() else { return false }
    if memory.take(MemoryCost.playback) { return true }
    playbacks.giveBack()
    return false
  }

  func endPlayback() {
    playbacks.giveBack()
    memory.giveBack(MemoryCost.playback)
  }
}

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
