public import HapticSystem

/// The result of a request to change the level of a device.
public enum DriveOutcome: Hashable, Sendable {
  /// The kernel has accepted the level at this time.
  case written(Instant)
  /// The device's own thread writes the level, unless a newer one comes first, and reports the result later.
  case queued
  /// The device did not take the level and keeps the last one.
  case failed(DeviceError)
}
