internal import FakeServices
internal import HapticSystem
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// Unmodified programs for feedbackd, with the real daemon and a real driver: those of Debian 13 where `make check-all` has
/// made one, and otherwise those of this machine.
@Suite(.inGuest, .serialized)
struct FeedbackdClientTests {
  @Test(.inFull("FeedbackdClientTests run fbcli on this machine"))
  func `events of fbcli are felt and end`() throws {
    let phone = try GuestPhone(UinputShape.phoneMotor)
    #expect(try phone.run("fbcli", "-E", "button-pressed").status == 0)
    try phone.device.log.wait(for: "pulse") { $0.motorChanges.contains { $0.state != .off } && $0.motors == .off }
    phone.device.log.clear()
    let call = try phone.start("sh", "-c", "sleep 60 | fbcli -t 0 -E phone-incoming-call")
    // The emulated machine reads the programs for the first time.
    try phone.device.log.wait(for: "incoming call") { $0.motors != .off }
    call.signal(9)
    try Guest.run("pkill", "-KILL", "-x", "fbcli")
    // It has the output of the ended program open.
    try Guest.run("pkill", "-KILL", "-f", "^sleep 60$")
    try phone.device.log.wait(for: "end of the call") { $0.motors == .off }
  }

  @Test(.inFull("FeedbackdClientTests silence the profile with fbcli on this machine"))
  func `fbcli silences the profile`() throws {
    let phone = try GuestPhone(UinputShape.phoneMotor)
    #expect(try phone.run("fbcli", "-P", "silent").status == 0)
    let silenced = try phone.run("fbcli", "-E", "button-pressed").output
    // Debian 12's says nothing.
    #expect(Debian13.obstacle != nil || silenced.contains("No feedback found"))
    #expect(phone.device.log.entries.motorChanges.isEmpty)
  }

  @Test(
    .inFull("it runs on this machine with a simulated motor, and fbcli is felt here"),
    .enabled(if: !Guest.isHere || Debian13.obstacle == nil, "\(Debian13.obstacle ?? "")"))
  func `a program in Python with libfeedback is felt`() throws {
    let phone = try GuestPhone(UinputShape.phoneMotor)
    let run = try phone.run("python3", "-c", Debian13.text(of: "program.py"))
    #expect(run.status == 0 && run.output.hasSuffix("done"), "\(run.output)")
    #expect(phone.device.log.entries.motorChanges.contains { $0.state != .off })
    try phone.device.log.wait(for: .off)
  }

  @Test(
    .inFull("it runs on this machine with a simulated motor, and fbcli is felt here"),
    .enabled(if: !Guest.isHere || Debian13.obstacle == nil, "\(Debian13.obstacle ?? "")"))
  func `Vibrate of busctl is felt, and ends with busctl`() throws {
    let phone = try GuestPhone(UhidShape.dualSense)
    let object = ["org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback.Haptic"]
    let busctl = try phone.run(
      list: ["busctl", "--address=\(phone.bus.address)", "call"] + object
        + ["Vibrate", "sa(du)", "org.example.App", "2", "1.0", "10000", "0.5", "10000"])
    #expect(busctl.status == 0 && busctl.output == "b true", "\(busctl.output)")
    try phone.device.log.wait(for: "vibration") { $0.motorChanges.contains { $0.state != .off } }
    try phone.device.log.wait(for: .off)
  }
}

/// The daemon with its D-Bus interface, a device and a session bus.
private final class GuestPhone {
  let device: any VirtualDevice
  let bus: FakeBus
  private let daemon: Daemon

  init(_ shape: any DeviceShape) throws {
    device = try Guest.plug(shape)
    bus = try FakeBus()
    let settings = "/run/user/feedbackd-clients"
    try Guest.run("rm", "-rf", settings)
    try Guest.run("install", "-d", "-o", "1000", "-g", "1000", settings)
    try Guest.write("feedback-interface = true", to: "\(settings)/hapticd/hapticd.toml")
    daemon = try Daemon(
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_CONFIG_HOME": settings, "HOME": "/home/tester"])
    try daemon.wait(for: device)
    try daemon.waitForLog("org.sigxcpu.Feedback is served")
    device.log.clear()
  }

  /// Starts a program of Debian 13, or of this machine.
  func start(_ arguments: String...) throws -> Program { try start(list: arguments) }

  func start(list arguments: [String]) throws -> Program {
    try Program(
      Debian13.obstacle == nil ? Debian13.command(arguments) : arguments,
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "GSETTINGS_BACKEND": "memory"])
  }

  /// Runs such a program and waits for its end.
  func run(_ arguments: String...) throws -> ControlResult { try run(list: arguments) }

  func run(list arguments: [String]) throws -> ControlResult {
    let program = try start(list: arguments)
    return ControlResult(status: try program.wait(), output: program.output)
  }
}
