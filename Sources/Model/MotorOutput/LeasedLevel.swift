/// A level with its lease: the content of one slot of a device.
public struct LeasedLevel: Hashable, Sendable {
  public var level: Level
  public var lease: Lease

  public init(_ level: Level, _ lease: Lease) {
    self.level = level
    self.lease = lease
  }
}
