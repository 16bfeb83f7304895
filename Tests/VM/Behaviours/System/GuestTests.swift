internal import Testing
internal import VirtualDevices

/// The environment of the devices: udev, the tester's access, and the tester's services.
@Suite(.inGuest, .serialized)
struct GuestTests {
  @Test func `the tester may use a pad and its motion sensors, which udev gave to the seat, and not its touchpad`()
    throws
  {
    let pad = try Guest.plug(UhidShape.dualSense)
    // Buttons, sensors and touchpad; on newer kernels also the jack for headphones.
    #expect((3...4).contains(pad.nodes.count))
    #expect(try testerMayWrite(pad.node))
    let others = try pad.nodes.dropFirst().map { node in
      (isSensor: Udev.properties(of: node)["ID_INPUT_ACCELEROMETER"] == "1", mayWrite: try testerMayWrite(node))
    }
    #expect(others.count { $0.isSensor } == 1)
    #expect(others.allSatisfy { $0.mayWrite == $0.isSensor })
  }

  @Test func `the tester may write to a phone motor as soon as it is plugged in`() throws {
    let motor = try Guest.plug(UinputShape.phoneMotor)
    #expect(try testerMayWrite(motor.node))
  }

  @Test func `with the rules of feedbackd as well, a motor has the class, the properties and the access of ours`()
    throws
  {
    // The line of 72-feedbackd.rules of feedbackd 0.8.9 for this motor.
    let name = UinputShape.phoneMotor.name
    let rule = try UdevRule(
      "SUBSYSTEM==\"input\", KERNEL==\"event*\", SUBSYSTEMS==\"input\", ATTRS{name}==\"\(name)\", TAG+=\"uaccess\", "
        + "ENV{FEEDBACKD_TYPE}=\"vibra\"", in: "72-feedbackd.rules")
    func haptic(_ properties: [String: String]) -> [String: String] {
      properties.filter { $0.key.hasPrefix("HAPTIC_") }
    }
    let both = try Guest.plug(UinputShape.phoneMotor)
    let properties = try Udev.properties(of: both.node)
    #expect(properties["FEEDBACKD_TYPE"] == "vibra" && properties["HAPTIC_CLASS"] == "vibrator")
    #expect(try testerMayWrite(both.node))
    both.unplug()
    rule.remove()
    let own = try Guest.plug(UinputShape.phoneMotor)
    #expect(haptic(properties) == haptic(try Udev.properties(of: own.node)))
  }

  @Test(
    arguments: [
      (UinputShape.phoneMotor, "vibrator"), (UhidShape.dualSense, "gamepad"), (UhidShape.dualShock4, "gamepad"),
      (UhidShape.switchPro, "gamepad"), (GadgetShape.xbox360Pad, "gamepad"), (UinputShape.steeringWheel, "wheel"),
      (UinputShape.hapticTouchpad, "touchpad"),
    ] as [(any DeviceShape, String)])
  func `the udev rules give a device its class`(shape: any DeviceShape, kind: String) throws {
    let device = try Guest.plug(shape)
    #expect(try Udev.properties(of: device.node)["HAPTIC_CLASS"] == kind)
  }

  @Test(.inFull("UnitTests start the installed service in this user manager"))
  func `a real user manager runs a service of the tester's`() throws {
    let manager = try UserManager.start()
    let (status, output) = try manager.systemctl("show", "--property=Version,ControlGroup")
    #expect(status == 0)
    // `systemd 257 (257.8-1~deb13u2)`, then a line of features.
    let installed = try Guest.run("systemctl", "--version").split(separator: " ").dropFirst().first ?? "?"
    #expect(output.contains("Version=\(installed)"))
    let service = try Program(
      ["systemd-run", "--user", "--wait", "--pipe", "--quiet", "id", "--user"], as: .tester,
      environment: UserManager.environment)
    #expect(try service.wait() == 0)
    #expect(service.output == "1000")
  }

  @Test func `a device whose driver the kernel does not have is a failure`() throws {
    try Kernel.unload("uinput")
    let attempt = Background { () -> String in
      do {
        try Kernel.hideModules()
        return try Guest.plug(UinputShape.phoneMotor).name
      } catch { return "\(error)" }
    }
    #expect(try attempt.value().hasPrefix("modprobe uinput ended with 1"))
  }

  @Test(.inFull("the start of this program once more takes long, and the test above throws what fails it"))
  func `a kernel without a driver fails the tests that need it`() throws {
    try Kernel.unload("uinput")
    // This program once more, where the kernel's modules are hidden.
    let hidden = try Program([
      "unshare", "--mount", "sh", "-c", "mount -t tmpfs none /lib/modules && exec \"$@\"", "sh",
      CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter",
      "the tester may write to a phone motor",
    ])
    #expect(try hidden.wait() == 1)
    #expect(hidden.output.contains("modprobe uinput ended with 1"), "\(hidden.output)")
    #expect(hidden.output.contains("1 test"), "\(hidden.output)")
  }

  private func testerMayWrite(_ path: String) throws -> Bool {
    try Program(["test", "-w", path], as: .tester).wait() == 0
  }
}
