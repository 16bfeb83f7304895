internal import Haptics

/// What doctor found, from the machine's files and from the daemon's answers.
struct Diagnosis {
  /// The daemon as it was reached, or not.
  enum Service {
    /// Why not, in words.
    case unreachable(String)
    case reached(version: String, roundTripNanoseconds: Int64, devices: [DeviceRecord])
  }

  let findings: [Finding]

  /// - Parameter status: what is in force; nil where the daemon does not say.
  init(_ machine: Machine, _ service: Service, status: Status? = nil) {
    let nodes = machine.nodes
    findings =
      [Self.daemon(machine, service), Self.unit(machine)]
      + Self.udev(machine, hasNodes: !nodes.isEmpty) + (status.map { [Self.preferences($0)] } ?? [])
      + Self.devices(machine, nodes, service)
  }

  var problems: [Finding] { findings.filter { $0.grade == .problem } }

  /// The whole in one line.
  var verdict: String {
    guard let first = problems.first else { return "Everything is fine." }
    return "\(counted(problems.count, "problem")), first: \(first.subject): \(first.remedy ?? first.text)"
  }

  private static func daemon(_ machine: Machine, _ service: Service) -> Finding {
    switch service {
    case .reached(let version, let roundTrip, _):
      let cost = duration(nanoseconds: roundTrip)
      return .fine("daemon", "hapticd \(version) answers at \(machine.socketPath ?? "its socket") within \(cost)")
    case .unreachable(let reason):
      guard machine.socketPath != nil else {
        return .problem(
          "daemon", "XDG_RUNTIME_DIR is not set, so there is no place for a socket",
          remedy: "log in through systemd, or: export XDG_RUNTIME_DIR=/run/user/$(id -u)")
      }
      return .problem("daemon", reason, remedy: startRemedy(machine))
    }
  }

  private static func startRemedy(_ machine: Machine) -> String {
    switch machine.socketUnit {
    case .missing: "start one with: hapticd, or install the units: sudo make install"
    case .disabled: "systemctl --user enable --now hapticd.socket"
    case .enabled: "systemctl --user restart hapticd.socket; journalctl --user -u hapticd tells why it ended"
    }
  }

  private static func unit(_ machine: Machine) -> Finding {
    switch machine.socketUnit {
    case .enabled: .fine("service", "hapticd.socket is enabled: the daemon starts with the first request")
    case .disabled:
      .note(
        "service", "hapticd.socket is installed but not enabled",
        remedy: "systemctl --user enable --now hapticd.socket")
    case .missing: .note("service", "no unit is installed: the daemon runs only when somebody starts it")
    }
  }

  private static func udev(_ machine: Machine, hasNodes: Bool) -> [Finding] {
    guard let folder = machine.rulesFolder else {
      let text = "\(Machine.rules) is not installed: built-in motors stay closed to you and unknown to the daemon"
      return [
        hasNodes
          ? .problem("udev", text, remedy: "sudo make install, which also applies the rules")
          : .note("udev", text)
      ]
    }
    let rules = Finding.fine("udev", "\(folder)/\(Machine.rules) is installed")
    switch machine.hardwareData {
    case .fine: return [rules]
    case .missing:
      return [rules, .note("hwdb", "\(Machine.hardwareData) is not installed: motors get the defaults of their class")]
    case .notCompiled:
      return [
        rules,
        .problem(
          "hwdb", "\(Machine.hardwareData) is newer than what udev has compiled",
          remedy: "sudo systemd-hwdb update && sudo udevadm trigger --subsystem-match=input"),
      ]
    }
  }

  private static func preferences(_ status: Status) -> Finding {
    let subject = "preferences"
    if !status.complaint.isEmpty {
      return .problem(
        subject, "broken, so that what they said before is in force: \(status.complaint)", remedy: "hapticctl edit")
    }
    if !status.isEnabled { return .note(subject, "haptics are switched off", remedy: "hapticctl set enabled on") }
    let held = status.circumstances.subtracting(.sessionUnknown)
    if status.profile == .silent || !held.isEmpty {
      return .note(
        subject, "not everything plays now: profile \(status.profile), holding back: \(held.words)",
        remedy: "hapticctl why tells what became of a play")
    }
    if status.problems > 0 {
      return .note(
        subject, "\(counted(status.problems, "slip")) in the files", remedy: "journalctl --user -u hapticd names each")
    }
    return .fine(subject, "profile \(status.profile), theme \(status.theme)")
  }

  private static func devices(_ machine: Machine, _ nodes: [LocalNode], _ service: Service) -> [Finding] {
    var records: [DeviceRecord] = []
    if case .reached(_, _, let devices) = service { records = devices }
    var findings = nodes.map { node in
      let record = records.first { $0.path == node.path }
      return node.finding(record, hasRules: machine.rulesFolder != nil)
    }
    findings += records.filter { record in !nodes.contains { $0.path == record.path } }.map(\.finding)
    if findings.isEmpty {
      findings.append(
        .problem(
          "devices", "nothing on this machine has force feedback",
          remedy: "connect a gamepad, or try without: hapticd --simulate erm"))
    }
    return findings
  }
}
