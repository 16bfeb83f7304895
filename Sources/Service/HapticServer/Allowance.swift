internal import HapticPatterns
internal import HapticProtocol
internal import MotorRendering

/// The limits of one client, or of all clients of one application together.
final class Allowance {
  let handles: Quota
  let playbacks: Quota
  /// Bytes of the records of patterns, in the encoding of the protocol.
  let patternBytes: Quota
  /// Bytes of everything that is kept, by `MemoryCost`.
  let memory: Quota

  /// The limits of an application.
  init(memory: Quota, reserve: Quota) {
    handles = Quota(Limits.handles * Limits.clientsWorthPerApplication)
    playbacks = Quota(Limits.playbacks * Limits.clientsWorthPerApplication)
    patternBytes = Quota(Limits.patternBytes * Limits.clientsWorthPerApplication)
    self.memory = Quota(
      Limits.memoryPerApplication, within: memory, first: Self.reserved, from: reserve)
  }

  /// The limits of a client, within those of its application.
  init(within application: Allowance) {
    handles = Quota(Limits.handles, within: application.handles)
    playbacks = Quota(Limits.playbacks, within: application.playbacks)
    patternBytes = Quota(Limits.patternBytes, within: application.patternBytes)
    memory = application.memory
  }

  /// The memory from the reserve: four playbacks with their patterns and handles.
  static let reserved = 256 << 10

  /// Gives the place of a playback back.
  func endPlayback(costing bytes: Int) {
    playbacks.giveBack()
    memory.giveBack(bytes)
  }
}

/// The place of a coming playback within the limits of its client. It is given back unless the playback keeps it.
struct PlaybackPlace: ~Copyable {
  private let allowance: Allowance
  private let cost: Int
  private var isKept = false

  /// - Returns: nil if the playback would exceed a limit.
  init?(in allowance: Allowance, costing cost: Int) {
    guard allowance.playbacks.take() else { return nil }
    guard allowance.memory.take(cost) else {
      allowance.playbacks.giveBack()
      return nil
    }
    (self.allowance, self.cost) = (allowance, cost)
  }

  deinit { if !isKept { allowance.endPlayback(costing: cost) } }

  /// Leaves the place to the playback. It is given back by `endPlayback`.
  mutating func keep() { isKept = true }

  /// Takes another place of the same cost if a playback keeps this one.
  ///
  /// - Returns: false if the playback would exceed a limit.
  mutating func renew() -> Bool {
    if !isKept { return true }
    guard let next = PlaybackPlace(in: allowance, costing: cost) else { return false }
    self = next
    return true
  }
}

/// Upper estimates of the memory that the daemon keeps for clients, in bytes, with the allocator's own share of it.
/// `Limits.memory` bounds their sum. `Tests/libhaptic/memory.py` compares them with the memory of the installed daemon.
enum MemoryCost {
  /// A handle with its entry in the table and, if it refers to a name, its rendering.
  static let handle = 512
  /// A playback of one event, rendered incrementally in a loop, with the renditions that a change goes back to and its
  /// scheduled actions, but without their points.
  static let playback = 48 << 10

  /// A playback. Each of its renditions has the vibrations that overlap.
  static func playback(of pattern: Pattern) -> Int {
    playback + min(pattern.events.count, mostOverlapping) * overlapping
  }

  /// A pattern from its definition on, with the score for playing it.
  static func pattern(_ define: Request.Define) -> Int {
    pattern + Int(define.events) * event + Int(define.parameters) * parameter + Int(define.points) * curve
  }

  static func drive(_ drive: Drive) -> Int { array + drive.steps.capacity * MemoryLayout<Drive.Step>.stride }

  /// Points that a client sent: as they wait, and as a piece of a track.
  static func points(_ points: [ParameterCurve.Point]) -> Int {
    2 * (array + points.count * MemoryLayout<ParameterCurve.Point>.stride)
  }

  private static let pattern = 1024
  /// An event, its position, and the latest end of all vibrations before it.
  private static let event = MemoryLayout<Event>.stride + MemoryLayout<Int>.stride + MemoryLayout<Duration>.stride
  /// A parameter: in the pattern, and as a piece of a track.
  private static let parameter = 2 * MemoryLayout<DynamicParameter>.stride + MemoryLayout<Int>.stride
  /// A curve of one point: in the pattern, and as a piece of a track with its own array.
  private static let curve = parameter + MemoryLayout<ParameterCurve.Point>.stride + array
  /// An array's header, and the unused end of its allocation.
  private static let array = 48
  /// The most vibrations that are rendered at the same time, and the bytes of one in all renditions of a playback.
  private static let mostOverlapping = 256
  private static let overlapping = 192
}
