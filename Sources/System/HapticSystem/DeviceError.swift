/// The reason why a device did not carry out a request.
public enum DeviceError: Error, Hashable, Sendable {
  /// The device is no longer there.
  case unplugged
  /// Other programs use all of its effect slots.
  case full
  /// The driver refused the request.
  case refused(Errno)

  /// The meaning of a driver's error.
  public init(_ error: Errno) {
    self =
      switch error {
      case .noDevice: .unplugged
      case .noSpace: .full
      default: .refused(error)
      }
  }

  /// The error of the system call.
  public var errno: Errno {
    switch self {
    case .unplugged: .noDevice
    case .full: .noSpace
    case .refused(let error): error
    }
  }
}

extension DeviceError: CustomStringConvertible {
  /// A clause for messages, with the error number: `it was unplugged (19)`.
  public var description: String {
    switch self {
    case .unplugged: "it was unplugged (\(errno.rawValue))"
    case .full: "all of its effect slots are in use (\(errno.rawValue))"
    case .refused(let error): "\(error)"
    }
  }
}

/// The result of a request to change the level of a device.
public enum DriveOutcome: Hashable, Sendable {
  /// The kernel has accepted the level at this time.
  case written(Instant)
  /// The device's own thread writes the level, unless a newer one comes first, and reports the result later.
  case queued
  /// The device did not take the level and keeps the last one.
  case failed(DeviceError)
}
