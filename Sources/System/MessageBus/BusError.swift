package import HapticSystem

/// The reason why a call has no result.
package enum BusError: Error, Hashable, CustomStringConvertible {
  /// The service or the bus replied with an error, such as `org.freedesktop.DBus.Error.NameHasNoOwner`.
  case refused(name: String, text: String)
  /// The call could not be sent, or the reply did not arrive in time.
  case failed(Errno)
  /// The reply does not have the expected form.
  case malformed

  package var description: String {
    switch self {
    case .refused(let name, let text): text.isEmpty ? name : "\(text) (\(name))"
    case .failed(let error): "\(error)"
    case .malformed: "a malformed reply"
    }
  }
}
