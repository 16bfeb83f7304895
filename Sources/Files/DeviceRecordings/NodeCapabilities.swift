internal import CEvdev
package import HapticSystem

/// The codes of input events that a node has, as far as they matter for force feedback and for the kind of a device.
package struct NodeCapabilities: Hashable, Sendable {
  /// The codes of `EV_*`.
  package var events: [UInt16]
  /// The codes of `KEY_*` and `BTN_*`.
  package var keys: [UInt16]
  package var axes: [UInt16: AxisRange]
  /// The codes of `FF_*`.
  package var effects: [UInt16]
  /// The codes of `INPUT_PROP_*`.
  package var inputProperties: [UInt16]

  package init(
    events: [UInt16] = [], keys: [UInt16] = [], axes: [UInt16: AxisRange] = [:], effects: [UInt16] = [],
    inputProperties: [UInt16] = []
  ) {
    self.events = events
    self.keys = keys
    self.axes = axes
    self.effects = effects
    self.inputProperties = inputProperties
  }
}

/// The range of an axis. Drivers may give any two numbers.
package struct AxisRange: Hashable, Sendable {
  package var minimum, maximum: Int32

  package init(minimum: Int32, maximum: Int32) { (self.minimum, self.maximum) = (minimum, maximum) }
}

/// Reads the name, the ids and the capabilities of an open node. The descriptor is only borrowed. The state of buttons
/// and axes is not kept.
///
/// The corresponding C function is `libevdev_new_from_fd`.
package func describeNode(_ descriptor: Int32) throws(Errno) -> (RecordedIdentity, NodeCapabilities) {
  var device: OpaquePointer?
  try unsafe check(libevdev_new_from_fd(descriptor, &device))
  defer { unsafe libevdev_free(device) }
  return unsafe (RecordedIdentity(device), NodeCapabilities(device))
}

extension RecordedIdentity {
  fileprivate init(_ device: OpaquePointer?) {
    unsafe self.init(
      name: String(cString: libevdev_get_name(device)),
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device)))
  }
}

extension NodeCapabilities {
  fileprivate init(_ device: OpaquePointer?) {
    func codes(_ type: Int32, upTo last: Int32) -> [UInt16] {
      (0...UInt32(last)).filter { unsafe libevdev_has_event_code(device, UInt32(type), $0) == 1 }.map(UInt16.init)
    }
    self.init(
      events: (0...UInt32(EV_MAX)).filter { unsafe libevdev_has_event_type(device, $0) == 1 }.map(UInt16.init),
      keys: codes(EV_KEY, upTo: KEY_MAX), effects: codes(EV_FF, upTo: FF_MAX),
      inputProperties: (0...UInt32(INPUT_PROP_MAX)).filter { unsafe libevdev_has_property(device, $0) == 1 }
        .map(UInt16.init))
    for axis in codes(EV_ABS, upTo: ABS_MAX) {
      unsafe axes[axis] = AxisRange(
        minimum: libevdev_get_abs_minimum(device, UInt32(axis)),
        maximum: libevdev_get_abs_maximum(device, UInt32(axis)))
    }
  }
}
