internal import CEvdev
internal import HapticSystem

extension NodeDescription {
  /// Reads the properties of an event node from udev and sysfs; nil for any other device, for a node without force
  /// feedback, and for one that was removed.
  init?(_ device: borrowing SystemDevice) {
    guard
      let name = device.sysName, name.hasPrefix("event"), let path = device.node, let sysPath = device.sysPath,
      let parent = device.parent(), let bits = parent.attribute("capabilities/ff")
    else { return nil }
    let abilities = Abilities(Bitmap(bits))
    if abilities.isEmpty { return nil }

    self.path = path
    self.sysPath = sysPath
    identity = NodeIdentity(parent, abilities)
    driverClass = DriverClass(abilities, sysPath: sysPath)
    properties = device.properties(prefix: "HAPTIC_")
    kind = MotorKind(
      word: properties["HAPTIC_CLASS"], EvdevCapabilities(parent, abilities), name: identity.name,
      isTouchpad: device.property("ID_INPUT_TOUCHPAD") == "1",
      isJoystick: device.property("ID_INPUT_JOYSTICK") == "1")
    reasonToIgnore = properties["HAPTIC_IGNORE"] ?? kind?.reasonToIgnore
  }
}

extension NodeDescription.DriverClass {
  init(_ abilities: Abilities, sysPath: String) {
    if sysPath.hasPrefix("/sys/devices/virtual/input/") {
      self = .uinput
    } else {
      self = abilities == .memless ? .memless : .own
    }
  }
}

extension NodeIdentity {
  fileprivate init(_ device: borrowing SystemDevice, _ abilities: Abilities) {
    func number(_ attribute: String, _ device: borrowing SystemDevice) -> UInt16 {
      UInt16(device.attribute(attribute) ?? "", radix: 16) ?? 0
    }
    self.init(
      name: device.attribute("name") ?? "", bus: number("id/bustype", device), vendor: number("id/vendor", device),
      product: number("id/product", device), version: number("id/version", device), abilities: abilities)
  }
}

extension EvdevCapabilities {
  fileprivate init(_ device: borrowing SystemDevice, _ abilities: Abilities) {
    self.init(
      abilities: abilities, events: Bitmap(device.attribute("capabilities/ev") ?? ""),
      keys: Bitmap(device.attribute("capabilities/key") ?? ""),
      axes: Bitmap(device.attribute("capabilities/abs") ?? ""))
  }
}

extension NodeIdentity {
  /// Reads the identity from an open node. The descriptor is only borrowed.
  ///
  /// The corresponding C function is `libevdev_new_from_fd`; it reads much more than is needed, so it is not for a hot
  /// path.
  init(describing descriptor: Int32) throws(Errno) {
    var device: OpaquePointer?
    try unsafe check(libevdev_new_from_fd(descriptor, &device))
    defer { unsafe libevdev_free(device) }
    unsafe self.init(
      name: String(cString: libevdev_get_name(device)),
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device)),
      abilities: Abilities { unsafe libevdev_has_event_code(device, UInt32(EV_FF), UInt32($0)) == 1 })
  }
}
