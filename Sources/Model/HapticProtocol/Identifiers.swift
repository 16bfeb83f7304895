// Identifying numbers as separate types, so that a handle cannot be passed for a device. Zero is never valid: in
// packets it means "none", here `nil`.

/// A prepared feedback or a defined pattern of one client: a number from 1 to `Limits.handles`, chosen by the client.
public struct Handle: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Creates a handle, or nil outside 1...`Limits.handles`.
  public init?(rawValue: UInt32) {
    guard (1...UInt32(Limits.handles)).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }
}

/// A playback of one client: any number except zero, chosen by the client. Several running playbacks may share a
/// number; a stop then applies to all of them.
public struct PlaybackID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Creates a playback's number, or nil for zero.
  public init?(rawValue: UInt32) {
    if rawValue == 0 { return nil }
    self.rawValue = rawValue
  }
}

/// A device: any number except zero, assigned by the daemon. A device that is connected again gets a new number.
public struct DeviceID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Creates a device's number, or nil for zero.
  public init?(rawValue: UInt32) {
    if rawValue == 0 { return nil }
    self.rawValue = rawValue
  }
}

extension RawRepresentable<UInt32> {
  /// The smallest valid number.
  static var first: Self { Self(rawValue: 1)! }
}
