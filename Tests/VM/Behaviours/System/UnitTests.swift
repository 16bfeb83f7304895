internal import Glibc
internal import HapticProtocol
internal import Haptics
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// The installed units under a real `systemd --user`.
@Suite(.inGuest, .serialized)
struct UnitTests {
  @Test func `the first client starts the service, and its play is felt`() throws {
    let pad = try Guest.plug(UhidShape.dualSense)
    let units = try UserUnits()
    #expect(try units.state() == "inactive")
    let client = units.client()
    let reply = try client.playInTime("impact.heavy")
    #expect(reply.verdict == .played)
    try pad.log.wait(for: "tap") { log in log.motorChanges.contains { $0.state != .off } && log.motors == .off }
    // With Type=notify, `active` is the daemon's own report.
    #expect(try units.property("Type") == "notify")
    #expect(try poll(upTo: waitLimit) { try units.state() == "active" })
    #expect(try units.property("StatusText") == "ready")
    #expect(try Guest.run("stat", "--format=%a %U", UserUnits.socketPath) == "600 tester")
  }

  @Test func `stopping the service stops the motor, and the next client starts it again`() throws {
    let motor = try Guest.plug(UinputShape.phoneMotor)
    let units = try UserUnits()
    let client = units.client()
    try client.buzz()
    try motor.log.wait(for: "buzz") { $0.motors != .off }
    #expect(try units.manager.systemctl("stop", "hapticd.service").status == 0)
    try motor.log.wait(for: .off)
    #expect(try units.property("Result") == "success")
    #expect(try units.property("ExecMainStatus") == "0")
    let plays = poll(upTo: waitLimit) { (try? client.playInTime("impact.heavy").verdict) == .played }
    #expect(plays)
    try client.feelTap(on: motor)
  }

  @Test(.inFull("ServiceManagerTests count the pings, and SilenceTests suspend a daemon"))
  func `the watchdog ends a daemon that hangs, and it comes back`() throws {
    let motor = try Guest.plug(UinputShape.phoneMotor)
    let units = try UserUnits(changing: ["WatchdogSec=8", "TimeoutAbortSec=1"])
    let client = units.client()
    #expect(try client.playToEnd("impact.light").reason == .ended)
    let (before, restarts) = (try units.property("MainPID"), try units.property("NRestarts"))
    kill(try #require(pid_t(before)), SIGSTOP)
    // SIGABRT does not wake a stopped process; the later SIGKILL ends it.
    let cameBack = try poll(upTo: waitLimit) {
      let now = try units.property("MainPID")
      return try now != before && now != "0" && units.state() == "active"
    }
    #expect(cameBack, "\(units.report)")
    #expect(try #require(Int(units.property("NRestarts"))) > #require(Int(restarts)))
    let plays = poll(upTo: waitLimit) { (try? client.playInTime("impact.heavy").verdict) == .played }
    #expect(plays)
    try client.feelTap(on: motor)
  }

  @Test func `an upgrade with many clients stops the motor, and all of them continue`() throws {
    let pad = try Guest.plug(UhidShape.dualSense)
    let units = try UserUnits()
    let clients = (0..<TestExtent.all(100, quick: 10)).map { _ in units.client() }
    for client in clients { _ = try client.blocking.devices(timeout: waitLimit) }
    let isHumming = poll(upTo: waitLimit) { (try? clients[0].hum()) != nil }
    #expect(isHumming)
    try pad.log.wait(for: "hum") { $0.motors != .off }
    let former = try units.property("MainPID")
    // As a package does after it has replaced the program. The socket stays, and requests wait in it meanwhile.
    #expect(try units.manager.systemctl("restart", "hapticd.service").status == 0)
    try pad.log.wait(for: .off)
    #expect(try units.property("MainPID") != former)
    #expect(try units.property("NRestarts") == "0")
    for client in clients {
      let isServed = poll(upTo: waitLimit) { (try? client.blocking.devices(timeout: waitLimit)) != nil }
      #expect(isServed)
    }
    #expect(try clients[1].blocking.list(PlayingQuery(), timeout: waitLimit).isEmpty)
    try clients[clients.count - 1].feelTap(on: pad)
  }

  @Test func `the hardened service finds a device that is plugged in, and plays on it`() throws {
    let units = try UserUnits()
    let client = units.client()
    #expect(try client.playInTime("impact.heavy").verdict == .noActuator)
    let process = try units.property("MainPID")
    let status = try Guest.read("/proc/\(process)/status")
    #expect(status.contains("NoNewPrivs:\t1"))
    #expect(status.contains("Seccomp:\t2"))
    #expect(status.contains("Uid:\t1000\t1000\t1000\t1000"))
    // The service has no namespaces of its own, so it can read all files that its user can read.
    for kind in ["user", "mnt"] {
      #expect(
        try Guest.run("readlink", "/proc/\(process)/ns/\(kind)") == Guest.run("readlink", "/proc/self/ns/\(kind)"))
    }

    let pad = try Guest.plug(UhidShape.dualSense)
    let plays = try poll(upTo: waitLimit) { try client.playInTime("impact.heavy").verdict == .played }
    #expect(plays)
    try client.feelTap(on: pad)
  }

  /// Runs a shell instead of the daemon, with all settings of the unit, and accesses the files that the daemon needs.
  @Test func `the hardened service can reach devices, settings and the identity of clients`() throws {
    let motor = try Guest.plug(UinputShape.phoneMotor)
    let sandboxed = try SandboxedClient()
    try Guest.write("theme = \"default\"", to: "/home/tester/.config/hapticd/hapticd.toml")
    let answers = "\(UserManager.runtimeFolder)/answers"
    let root = "/proc/\(sandboxed.processID)/root"
    let questions = """
      cat /proc/\(sandboxed.processID)/cgroup; \
      cat \(root)/.flatpak-info; \
      cat /home/tester/.config/hapticd/hapticd.toml; \
      test -w \(try motor.node) && echo device
      """
    let units = try UserUnits(changing: [
      "Type=oneshot", "Restart=no", "WatchdogSec=0", "Sockets=", "StandardOutput=truncate:\(answers)",
      "ExecStart=", "ExecStart=/bin/sh -c '\(questions)'", "ExecStopPost=",
    ])
    let start = try units.manager.systemctl("start", "hapticd.service")
    #expect(start.status == 0, "\(start.output)")
    let lines = try Guest.read(answers).split(separator: "\n").map(String.init)
    let group = try #require(lines.first)
    #expect(group.contains("/app-org.example.Notes-1.scope"))
    #expect(
      lines.dropFirst() == ["[Application]", "name=org.example.Notes", "theme = \"default\"", "device"])
  }
}

/// A client as Flatpak would start it: in the control group of its application, with its own root folder that
/// contains `.flatpak-info`.
private final class SandboxedClient {
  private let program: Program
  var processID: pid_t { program.processID }

  init() throws {
    let root = "/run/user/app-root"
    try Guest.run("mkdir", "-p", root)
    try Guest.run("cp", "/bin/busybox", "\(root)/busybox")
    try Guest.run("sh", "-c", "printf '[Application]\\nname=org.example.Notes\\n' > \(root)/.flatpak-info")
    let group = "/sys/fs/cgroup/tester/app-org.example.Notes-1.scope"
    try Guest.run("mkdir", "-p", group)
    program = try Program([
      "sh", "-c", "echo $$ > \(group)/cgroup.procs; exec chroot --userspec=1000:1000 \(root) /busybox sleep 600",
    ])
    let isThere = poll(upTo: waitLimit) { (try? Guest.run("readlink", "/proc/\(self.program.processID)/root")) == root }
    guard isThere else { throw RigError("the sandboxed client did not start: \(program.output)") }
  }
}
