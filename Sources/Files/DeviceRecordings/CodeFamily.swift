internal import CEvdev

/// A family of codes of the kernel's input-event-codes.h, with their names.
package enum CodeFamily: String {
  case event = "EV"
  case key = "KEY"
  case axis = "ABS"
  case effect = "FF"
  case property = "PROP"

  /// The name of a code, or its number if libevdev does not know it.
  func name(of code: UInt16) -> String {
    let name =
      switch self {
      case .event: unsafe libevdev_event_type_get_name(UInt32(code))
      case .property: unsafe libevdev_property_get_name(UInt32(code))
      case .key, .axis, .effect: unsafe libevdev_event_code_get_name(type, UInt32(code))
      }
    return unsafe name.map { unsafe String(cString: $0) } ?? "0x" + String(code, radix: 16)
  }

  package var type: UInt32 {
    switch self {
    case .key: UInt32(EV_KEY)
    case .axis: UInt32(EV_ABS)
    case .event, .effect, .property: UInt32(EV_FF)
    }
  }
}
