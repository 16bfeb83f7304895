extension GadgetShape {
  /// Microsoft's Xbox 360 gamepad on USB, driven by xpad.
  package static let xbox360Pad = GadgetShape(
    name: "Microsoft X-Box 360 pad", modules: ["libcomposite", "usb_f_fs", "dummy_hcd", "xpad"],
    vendor: 0x045e, product: 0x028e, version: 0x0114, interface: (0xff, 0x5d, 0x01),
    motors: { packet in
      // 00 08 00 strong weak 00 00 00; other packets control the lights.
      guard packet.count == 8, packet[0] == 0x00, packet[1] == 0x08 else { return nil }
      return MotorState(strong: UInt16(packet[3]) * 0x101, weak: UInt16(packet[4]) * 0x101)
    })
}
