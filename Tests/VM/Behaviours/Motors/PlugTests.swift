internal import Haptics
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// Devices that are plugged in and unplugged while the daemon and its clients run.
@Suite(.inGuest, .serialized)
struct PlugTests {
  private static let shapes: [any DeviceShape] = [UhidShape.dualSense, UinputShape.phoneMotor, GadgetShape.xbox360Pad]

  @Test(arguments: TestExtent.all(shapes, quick: Array(shapes.prefix(1))))
  func `pulled out in the middle of a buzz, a device plays again when it is back`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    let before = try daemon.wait(for: device)
    let client = daemon.client()
    let tap = client.prepare("impact.heavy")
    let playbacks = try client.buzz()
    try device.log.wait(for: "buzz") { $0.motors != .off }
    device.unplug()
    #expect(try client.blocking.end(of: playbacks[29], timeout: waitLimit).reason == .unplugged)
    #expect(try client.playInTime("impact.medium").verdict == .noActuator)

    try device.plug()
    let after = try daemon.wait(for: device)
    #expect(after.id != before.id)
    let reply = try client.blocking.play(Haptic(tap, deadline: waitLimit), timeout: waitLimit)
    #expect(reply.verdict == .played)
    #expect(reply.device == after.id)
    try client.feelTap(on: device)
    #expect(daemon.isRunning)
  }

  @Test func `without a device nothing plays, until one is plugged in`() throws {
    let daemon = try Daemon()
    let client = daemon.client()
    #expect(try client.blocking.devices(timeout: waitLimit).isEmpty)
    let tap = client.prepare("impact.heavy")
    #expect(try client.playInTime("impact.heavy").verdict == .noActuator)
    #expect(try client.playInTime("impact.heavy", on: DeviceID(rawValue: 99)).verdict == .unknownDevice)

    let device = try Guest.plug(UinputShape.phoneMotor)
    try daemon.wait(for: device)
    #expect(try client.blocking.play(Haptic(tap, deadline: waitLimit), timeout: waitLimit).verdict == .played)
    try client.feelTap(on: device)
  }

  @Test(arguments: [
    (UinputShape.steeringWheel, "wheel"), (UinputShape.hapticTouchpad, "touchpad"), (UinputShape.forceStick, "stick"),
  ])
  func `devices with forces or clicks of their own are ignored with a reason`(shape: UinputShape, word: String) throws {
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    let record = try daemon.wait(for: device, toBe: .ignored)
    #expect(record.id == nil)
    #expect(record.reason.contains(word))
    #expect(try daemon.client().playInTime("error").verdict == .noActuator)
    #expect(try daemon.client().blocking.stopEverything(timeout: waitLimit).verdict == .done)
    #expect(try !daemon.holds(device))
    #expect(device.log.entries.isEmpty)
  }

  @Test func `missing access is reported with its remedy, and later access is used at once`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let node = try device.node
    // Removing the permissions of the group also disables the access list.
    try Guest.run("chmod", "0600", node)
    let daemon = try Daemon()
    let record = try daemon.wait(for: device, toBe: .noPermission)
    #expect(record.reason.contains("udev rules"))
    let client = daemon.client()
    #expect(try client.playInTime("impact.heavy").verdict == .noActuator)
    #expect(device.log.entries.isEmpty)

    try Guest.run("chmod", "0660", node)
    try daemon.wait(for: device)
    #expect(try client.playInTime("impact.heavy").verdict == .played)
    try client.feelTap(on: device)
  }
}

extension Daemon {
  /// Whether the daemon has the node of a device open.
  func holds(_ device: any VirtualDevice) throws -> Bool {
    let node = try device.node
    return try Guest.openFiles(of: processID).contains(node)
  }
}
