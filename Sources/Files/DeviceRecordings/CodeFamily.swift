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

  /// The code with this name or number, or nil if there is none.
  package func code(named name: String) -> UInt16? {
    if name.hasPrefix("0x") { return UInt16(hexadecimal: name).flatMap { $0 <= last ? $0 : nil } }
    let code =
      switch self {
      case .event: unsafe libevdev_event_type_from_name(name)
      case .property: unsafe libevdev_property_from_name(name)
      case .key, .axis, .effect: unsafe libevdev_event_code_from_name(type, name)
      }
    return UInt16(exactly: code)
  }

  private var type: UInt32 {
    switch self {
    case .key: UInt32(EV_KEY)
    case .axis: UInt32(EV_ABS)
    case .event, .effect, .property: UInt32(EV_FF)
    }
  }

  private var last: Int32 {
    switch self {
    case .event: EV_MAX
    case .key: KEY_MAX
    case .axis: ABS_MAX
    case .effect: FF_MAX
    case .property: INPUT_PROP_MAX
    }
  }
}

extension UInt16 {
  /// The number of a text such as `0x1f`, without a sign; nil for another text.
  package init?(hexadecimal text: String) {
    guard text.hasPrefix("0x"), !text.contains("+"), !text.contains("-") else { return nil }
    self.init(text.dropFirst(2), radix: 16)
  }
}
