/// The number of operations on a device since it was opened.
public struct MotorCounters: Hashable, Sendable {
  /// Effects uploaded or changed in place (`EVIOCSFF`), the probe included.
  public var uploads: UInt64
  /// Calls of write(2), each with one or two play and stop events.
  public var writes: UInt64

  public init(uploads: UInt64 = 0, writes: UInt64 = 0) {
    self.uploads = uploads
    self.writes = writes
  }

  public static func + (left: MotorCounters, right: MotorCounters) -> MotorCounters {
    MotorCounters(uploads: left.uploads + right.uploads, writes: left.writes + right.writes)
  }

  /// The operations from `right` to `left`. A counter is zero if it is less in `left`, because a device that is opened
  /// again counts from zero.
  public static func - (left: MotorCounters, right: MotorCounters) -> MotorCounters {
    MotorCounters(
      uploads: left.uploads - min(left.uploads, right.uploads), writes: left.writes - min(left.writes, right.writes))
  }
}
