public import HapticSystem

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
