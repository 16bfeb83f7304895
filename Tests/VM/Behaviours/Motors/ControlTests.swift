internal import Glibc
internal import Haptics
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// hapticctl as the tester runs it, with a real driver.
@Suite(
  .inGuest, .serialized,
  .inFull("hapticctlTests try each command with a simulated motor on this machine"))
struct ControlTests {
  @Test func `every command works with a gamepad`() throws {
    let pad = try Guest.plug(UhidShape.dualSense)
    let wheel = try Guest.plug(UinputShape.steeringWheel)
    let daemon = try Daemon()
    try daemon.wait(for: pad)
    try daemon.wait(for: wheel, toBe: .ignored)

    let devices = try daemon.hapticctl("devices", "--json")
    #expect(devices.status == 0)
    for words in ["DualSense", "\"ready\"", "\"memless\"", "\"rumble\"", "\"ignored\""] {
      #expect(devices.output.contains(words), "\(devices.output)")
    }
    #expect(devices.output.contains("a steering wheel"))

    let doctor = try daemon.hapticctl("doctor")
    #expect(doctor.output.contains(pad.name), "\(doctor.output)")
    // Repeated, because plays are dropped if the emulated machine is too late.
    var play = ControlResult(status: -1, output: "")
    let plays = try poll(upTo: waitLimit) {
      play = try daemon.hapticctl("play", "success", "--wait")
      return play.status == 0
    }
    #expect(plays && play.output.hasPrefix("success: played on device"), "\(play.output)")
    try pad.log.wait(for: "success") { log in log.motorChanges.contains { $0.state != .off } && log.motors == .off }

    let latency = try daemon.hapticctl("latency", "--count", "10")
    #expect(latency.status == 0, "\(latency.output)")
    #expect(latency.output.contains("written"))
    let tight = try daemon.hapticctl("latency", "--count", "3", "--budget", "1us")
    #expect(tight.status == 1, "\(tight.output)")
    #expect(tight.output.contains("over the budget") || tight.output.contains("missed the deadline"))

    let stats = try daemon.hapticctl("stats")
    #expect(stats.status == 0)
    #expect(stats.output.contains("played"), "\(stats.output)")
    let stop = try daemon.hapticctl("stop", "--all")
    #expect(stop.status == 0)
    #expect(stop.output.contains("stopped 0 playbacks"))
  }

  @Test func `the monitor shows a request as it happens`() throws {
    let pad = try Guest.plug(UhidShape.dualSense)
    let daemon = try Daemon()
    try daemon.wait(for: pad)
    let monitor = try Program(
      [Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl"), "monitor"], as: .tester,
      environment: ["XDG_RUNTIME_DIR": daemon.runtimeFolder])
    let client = daemon.client("org.example.Notes")
    // Requests before the start of the monitor are not shown.
    let isShown = try poll(upTo: waitLimit) {
      _ = try client.playToEnd("selection")
      return monitor.output.contains("selection") && monitor.output.contains("org.example.Notes")
    }
    #expect(isShown, "\(monitor.output)")
    #expect(monitor.output.contains("played"))
    monitor.signal(SIGINT)
    try monitor.wait()
  }

  @Test func `a mistake is one line with a remedy and exit status 2`() throws {
    let daemon = try Daemon("--no-devices", "--simulate", "pad")
    for (arguments, words) in [
      (["play", "mediun"], "did you mean impact.medium?"), (["play", "impact.mediun"], "did you mean impact.medium?"),
      (["play", "selection", "--intensity", "loud"], "loud"),
      (["play", "selection", "--device", "77"], "there is no device 77"), (["jump"], "there is no command 'jump'"),
    ] {
      let result = try runHapticctl(arguments, runtimeFolder: daemon.runtimeFolder)
      #expect(result.status == 2, "\(arguments): \(result.output)")
      #expect(result.output.contains(words))
      #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
    }
  }

  private static let commands = [
    ["play", "selection"], ["devices"], ["stop", "--all"], ["stats"], ["latency"], ["monitor"],
  ]

  @Test(arguments: TestExtent.all(commands, quick: Array(commands.prefix(1))))
  func `without a daemon each command says how to start it, and exits with 2`(arguments: [String]) throws {
    let result = try runHapticctl(arguments, runtimeFolder: "/run/user/1000")
    #expect(result.status == 2, "\(result.output)")
    #expect(result.output.contains("hapticd is not running") && result.output.contains(" hapticd.socket"))
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test func `the doctor finds out that access is missing`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    // Removing the permissions of the group also disables the access list.
    try Guest.run("chmod", "0600", device.node)
    let daemon = try Daemon()
    try daemon.wait(for: device, toBe: .noPermission)
    let doctor = try daemon.hapticctl("doctor")
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("gpio-vibrator"), "\(doctor.output)")
    #expect(doctor.output.contains("->"))
  }
}
