internal import CBenchmarks
internal import Glibc
internal import VirtualDevices

/// feedbackd and hfd-service as the distribution ships them, each on the device in its own way, with the least that its
/// documentation asks for:
///
/// - feedbackd takes a device with the udev property FEEDBACKD_TYPE=vibra, which its own rule gives to the vibrators of
///   phones; a theme maps an event to a rumble, here the one it ships for the SHIFT6mq, 13 ms. It is called on the
///   session bus as libfeedback does.
/// - hfd-service takes the first force feedback device it finds, and is called on the system bus.
final class Peers {
  private(set) var contenders: [Contender] = []
  private(set) var feedbackd: Program?
  private var programs: [Program] = []
  private var buses: [BenchBus] = []

  /// Starts those that are installed, on a device that is plugged.
  init(for device: any VirtualDevice) throws {
    guard Settings.wants("peers") else { return }
    try Peers.tag(device)
    if access(Self.program, X_OK) == 0 { try startFeedbackd() }
    if access("/usr/libexec/hfd-service", X_OK) == 0 { try startService() }
  }

  deinit {
    for program in programs.reversed() {
      program.signal(SIGTERM)
      _ = try? program.wait()
    }
  }

  private func startFeedbackd() throws {
    let bus = try BenchBus("session")
    let program = try Self.feedbackd([Self.program], on: bus)
    buses.append(bus)
    programs.append(program)
    feedbackd = program
    contenders.append(Contender(name: "feedbackd") { try bus.trigger("button-pressed") })
  }

  static let program = "/usr/libexec/feedbackd"

  /// Starts feedbackd with a theme of one event, and waits for its name.
  static func feedbackd(_ command: [String], on bus: BenchBus) throws -> Program {
    let theme = "/run/bench-theme.json"
    try write(Self.theme, to: theme)
    let program = try Program(
      command,
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "FEEDBACK_THEME": theme, "GSETTINGS_BACKEND": "memory",
      ])
    try bus.wait(for: "org.sigxcpu.Feedback") { program.isRunning }
    return program
  }

  private func startService() throws {
    let bus = try BenchBus("system")
    let program = try Program(
      ["/usr/libexec/hfd-service"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    buses.append(bus)
    programs.append(program)
    try bus.wait(for: "com.lomiri.hfd") { program.isRunning }
    contenders.append(
      Contender(name: "hfd-service") {
        guard bench_vibrate_hfd(bus.connection, 15) == 0 else { throw RigError("hfd-service refused") }
      })
  }

  /// Gives this device the tag that feedbackd's rule gives to phones, and triggers udev.
  static func tag(_ device: any VirtualDevice) throws {
    try UdevRule(
      file: "91-benchmark-feedbackd",
      text: #"SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="\#(device.name)", ENV{FEEDBACKD_TYPE}="vibra""#
    ).install()
    let node = try device.node
    let program = try Program(["udevadm", "trigger", "--action=change", "--settle", "--name-match=\(node)"])
    guard try program.wait() == 0 else { throw RigError("udevadm trigger: \(program.output)") }
    guard Udev.properties(of: node)["FEEDBACKD_TYPE"] == "vibra" else { throw RigError("udev did not tag \(node)") }
  }

  private static let theme = """
    { "name": "bench", "profiles": [ { "name": "full", "feedbacks": [
      { "event-name": "button-pressed", "type": "VibraRumble", "duration": 13 } ] },
      { "name": "quiet", "feedbacks": [] }, { "name": "silent", "feedbacks": [] } ] }
    """
}

/// A rule that lasts as long as the guest.
struct UdevRule {
  let file: String
  let text: String

  func install() throws {
    mkdir("/run/udev/rules.d", 0o755)
    try write(text + "\n", to: "/run/udev/rules.d/\(file).rules")
    let program = try Program(["udevadm", "control", "--reload"])
    guard try program.wait() == 0 else { throw RigError("udevadm control: \(program.output)") }
  }
}

func write(_ text: String, to path: String) throws {
  guard let file = fopen(path, "w") else { throw RigError("\(path) cannot be written") }
  fputs(text, file)
  fclose(file)
}
