import HapticSystem
import Testing

@testable import ForceFeedback

/// A device as sysfs prints it.
private struct Sysfs {
  var name = "something"
  var ff: String
  var ev = "20000b"
  var key = "0"
  var abs = "0"

  var capabilities: EvdevCapabilities {
    EvdevCapabilities(abilities: Abilities(Bitmap(ff)), events: Bitmap(ev), keys: Bitmap(key), axes: Bitmap(abs))
  }

  func kind(word: String? = nil, isTouchpad: Bool = false, isJoystick: Bool = false) -> MotorKind? {
    MotorKind(word: word, capabilities, name: name, isTouchpad: isTouchpad, isJoystick: isJoystick)
  }
}

@Suite struct ClassificationTests {
  @Test func `a bitmap has its most significant word first`() {
    let bitmap = Bitmap("107030000 0")
    #expect(bitmap[0x50] && bitmap[0x51] && bitmap[0x5a] && bitmap[0x60])
    #expect(!bitmap[0x52] && !bitmap[0x10] && !bitmap[0x1000])
    #expect(Abilities(bitmap) == .memless)
  }

  @Test func `a node with force feedback and nothing else is a motor`() {
    #expect(Sysfs(ff: "107030000 0", ev: "200001").kind() == .vibrator)
  }

  @Test func `a pad is known by its button, or by udev`() {
    // DualSense: BTN_SOUTH is bit 0x130.
    #expect(Sysfs(ff: "107030000 0", key: "7fdb000000000000 0 0 0 0").kind() == .gamepad)
    #expect(Sysfs(ff: "107030000 0").kind(isJoystick: true) == .gamepad)
    #expect(Sysfs(ff: "107030000 0").kind() == nil)
  }

  @Test(arguments: ["300040000 0", "3002f0000 0", "2ff0000 0"])
  func `a device with springs or constant force is a wheel or joystick, even with rumble`(ff: String) {
    let stick = Sysfs(ff: ff, abs: "7")
    #expect(stick.kind(isJoystick: true) == .joystick)
    #expect(Sysfs(ff: ff, abs: "100").kind() == .wheel)
    #expect(Sysfs(name: "Logitech G29 Driving Force Racing Wheel", ff: ff).kind() == .wheel)
    #expect(stick.kind()?.reasonToIgnore != nil)
  }

  @Test func `a touchpad with haptics of its own is ignored`() {
    #expect(Sysfs(ff: "8000 0").kind() == .touchpad)
    #expect(Sysfs(ff: "107030000 0").kind(isTouchpad: true) == .touchpad)
    #expect(MotorKind.touchpad.reasonToIgnore != nil)
  }

  @Test func `axis numbers in the bitmap are not capabilities`() {
    #expect(Abilities(Bitmap("107030000 3")) == .memless)
    #expect(Abilities(Bitmap("0 3")).isEmpty)
  }

  @Test func `a class given by the udev rules is used, and an unknown one is ignored`() {
    let pad = Sysfs(ff: "107030000 0")
    #expect(pad.kind(word: "wheel") == .wheel)
    #expect(pad.kind(word: "toaster", isJoystick: true) == .gamepad)
  }

  @Test func `the driver class follows from the capabilities and the path`() {
    typealias Class = NodeDescription.DriverClass
    #expect(Class(.memless, sysPath: "/sys/devices/platform/vibrator/input/input3/event3") == .memless)
    #expect(
      Class(.memless, sysPath: "/sys/devices/virtual/misc/uhid/0003:054C:0CE6.0001/input/input9/event9") == .memless)
    #expect(Class(.memless, sysPath: "/sys/devices/virtual/input/input4/event4") == .uinput)
    #expect(Class([.rumble], sysPath: "/sys/devices/pci0000:00/input/input3/event3") == .own)
  }

  @Test func `a driver that may block has a thread, unless a property says otherwise`() {
    #expect(!NodeDescription.fake(.memless).mayBlock)
    #expect(NodeDescription.fake(.uinput).mayBlock)
    #expect(NodeDescription.fake(.own).mayBlock)
    #expect(NodeDescription.fake(.memless, ["HAPTIC_BLOCKING": "1"]).mayBlock)
    #expect(!NodeDescription.fake(.own, ["HAPTIC_BLOCKING": "0"]).mayBlock)
    #expect(NodeDescription.fake(.memless, ["HAPTIC_STOP_BEFORE_LOWER": "1"]).mayBlock)
  }

  @Test func `only known drivers add effects up and have a gain that is safe to write`() {
    #expect(NodeDescription.fake(.memless).bankSettings.isAdding)
    #expect(NodeDescription.fake(.memless).bankSettings.mayWriteGain)
    #expect(!NodeDescription.fake(.own).bankSettings.mayWriteGain)
    #expect(!NodeDescription.fake(.uinput).bankSettings.isAdding)
    #expect(!NodeDescription.fake(.memless, ["HAPTIC_REPLACES": "1"]).bankSettings.isAdding)
  }

  @Test func `control characters in a device's name are replaced`() {
    let identity = NodeIdentity(
      name: "pad\n<0>\u{1B}[2J", bus: 3, vendor: 0, product: 0, version: 0, abilities: .memless)
    #expect(identity.name == "pad?<0>?[2J")
  }
}
