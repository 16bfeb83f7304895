internal import CEvdev
internal import HapticSystem

extension NodeIdentity {
  /// Reads the identity from an open node. The descriptor is only borrowed.
  ///
  /// The corresponding C function is `libevdev_new_from_fd`; it reads much more than is needed, so it is not for a hot
  /// path.
  init(describing descriptor: Int32) throws(Errno) {
    var device: OpaquePointer?
    let result = unsafe libevdev_new_from_fd(descriptor, &device)
    if result < 0 { throw Errno(rawValue: -result) }
    defer { unsafe libevdev_free(device) }
    unsafe self.init(
      name: String(cString: libevdev_get_name(device)),
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device)),
      abilities: forceFeedbackBits(of: device))
  }
}

private func forceFeedbackBits(of device: OpaquePointer?) -> Abilities {
  var abilities: Abilities = []
  for code in 0x40...UInt32(FF_MAX) where unsafe libevdev_has_event_code(device, UInt32(EV_FF), code) == 1 {
    abilities.insert(Abilities(code: UInt64(code)))
  }
  return abilities.effects
}
