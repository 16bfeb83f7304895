// Numbers that name things, as types, so that a handle cannot be passed for a device. Zero is never a name: on the
// wire it stands for "none", which is `nil` here.

/// A prepared feedback of one client: a number from 1 to `Limits.handles` that the client chooses.
public struct Handle: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Nil outside 1...`Limits.handles`.
  public init?(rawValue: UInt32) {
    guard (1...UInt32(Limits.handles)).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }
}

/// A playback of one client: any number but zero, chosen by the client. Playbacks that run at the same time may share
/// a number; a stop then means all of them.
public struct PlaybackID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Nil for zero.
  public init?(rawValue: UInt32) {
    if rawValue == 0 { return nil }
    self.rawValue = rawValue
  }
}

/// A device, as the daemon numbers them: any number but zero. A device that comes back gets a new number.
public struct DeviceID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Nil for zero.
  public init?(rawValue: UInt32) {
    if rawValue == 0 { return nil }
    self.rawValue = rawValue
  }
}
