public import HapticSystem

/// Why a call had no result.
public enum BusError: Error, Hashable, CustomStringConvertible {
  /// The other side, or the bus, answered with an error, such as `org.freedesktop.DBus.Error.NameHasNoOwner`.
  case refused(name: String, text: String)
  /// It could not be sent or was not answered in time.
  case failed(Errno)
  /// The answer is not what it should be.
  case malformed

  public var description: String {
    switch self {
    case .refused(let name, let text): text.isEmpty ? name : "\(text) (\(name))"
    case .failed(let error): "\(error)"
    case .malformed: "a malformed reply"
    }
  }
}

/// libsystemd returns a negative errno; this is the one place of this module that looks.
@discardableResult
func check(_ result: Int32) throws(Errno) -> Int32 {
  if result < 0 { throw Errno(rawValue: -result) }
  return result
}
