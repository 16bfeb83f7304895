internal import CSystemd

/// A device of udev.
///
/// The corresponding C type is `sd_device`, which has no man pages in systemd 252: its header is the documentation.
@safe struct SystemDevice: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes a reference of its own.
  init(_ pointer: OpaquePointer) { unsafe self.pointer = sd_device_ref(pointer) }

  deinit { unsafe sd_device_unref(pointer) }

  /// The device of a node such as /dev/input/event7; nil if there is none.
  init?(node: String) {
    var pointer: OpaquePointer?
    guard unsafe sd_device_new_from_devname(&pointer, node) >= 0, let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = pointer
  }

  /// The path of the device in sysfs: /sys/devices/...
  var sysPath: String? { unsafe string { unsafe sd_device_get_syspath(pointer, &$0) } }
  /// The last part of the path in sysfs, such as `event7`.
  var sysName: String? { unsafe string { unsafe sd_device_get_sysname(pointer, &$0) } }
  /// Its node under /dev, if it has one.
  var node: String? { unsafe string { unsafe sd_device_get_devname(pointer, &$0) } }

  /// A file in its sysfs directory, without the newline.
  func attribute(_ name: String) -> String? {
    unsafe string { unsafe sd_device_get_sysattr_value(pointer, name, &$0) }
  }

  /// A property from udev's rules.
  func property(_ name: String) -> String? {
    unsafe string { unsafe sd_device_get_property_value(pointer, name, &$0) }
  }

  /// The properties whose names start with `prefix`.
  func properties(prefix: String) -> [String: String] {
    var properties: [String: String] = [:]
    var value: UnsafePointer<CChar>?
    var name = unsafe sd_device_get_property_first(pointer, &value)
    while let current = unsafe name {
      let key = unsafe String(cString: current)
      if key.hasPrefix(prefix), let text = unsafe value { properties[key] = unsafe String(cString: text) }
      unsafe name = sd_device_get_property_next(pointer, &value)
    }
    return properties
  }

  /// Whether udev has processed the device, so that its properties are known.
  var isInitialized: Bool { unsafe sd_device_get_is_initialized(pointer) > 0 }

  /// Whether this is the event of a monitor that reports the removal of the device.
  var isRemoved: Bool {
    var action = SD_DEVICE_ADD
    return unsafe sd_device_get_action(pointer, &action) >= 0 && action == SD_DEVICE_REMOVE
  }

  /// The parent device, such as `input12` for `event7`.
  func parent() -> SystemDevice? {
    var parent: OpaquePointer?
    guard unsafe sd_device_get_parent(pointer, &parent) >= 0, let parent = unsafe parent else { return nil }
    return unsafe SystemDevice(parent)
  }

  private func string(_ get: (inout UnsafePointer<CChar>?) -> Int32) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe get(&value) >= 0 else { return nil }
    return unsafe value.map { unsafe String(cString: $0) }
  }
}
