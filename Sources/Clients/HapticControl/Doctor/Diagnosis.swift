internal import HapticProtocol
internal import Haptics
internal import PreferenceFiles
internal import TextDiagnostics

/// The findings of doctor, from the files of the machine and the replies of the daemon.
struct Diagnosis {
  /// The result of the connection to the daemon.
  enum Service {
    case unreachable(Failure)
    case reached(version: String, roundTripNanoseconds: Int64, devices: [DeviceRecord])

    var devices: [DeviceRecord] { if case .reached(_, _, let devices) = self { devices } else { [] } }
  }

  private(set) var findings: [DoctorFinding]

  /// - Parameters:
  ///   - status: the status of the daemon, or nil if the daemon does not report it.
  ///   - settings: the settings in the files that the daemon reads.
  ///   - folders: the folders in which the daemon reads settings, or nil if they are unknown.
  ///   - devicesOff: the settings that switch devices off.
  ///   - refusal: the reason why the daemon does not report its status to this program, or nil if it does.
  init(
    _ machine: Machine, _ service: Service, status: Status? = nil, settings: PreferenceStack = PreferenceStack(),
    themeFolders: [String] = [], history: [Observed] = [],
    folders: DaemonFolders? = nil, devicesOff: [DeviceID: SilencingSetting] = [:], refusal: String? = nil,
    now: Instant = .now
  ) {
    let nodes = machine.nodes
    let silence = SilenceFindings(settings: settings, status: status, devices: service.devices, devicesOff: devicesOff)
    // Statements, because Swift 6.2 cannot type-check one sum of so many arrays.
    findings = [Self.daemon(machine, service)]
    if let refusal {
      findings.append(
        .problem(
          "access", refusal,
          remedy: "run hapticctl as the daemon's user, outside any sandbox, and not from a hidden process"))
    }
    findings.append(Self.unit(machine))
    findings += Self.udev(machine, hasNodes: !nodes.isEmpty)
    findings += Self.files(settings, status, folders)
    findings += ThemeCheck.findings(
      settings, inForce: status?.theme, option: folders?.themeOption, searching: themeFolders)
    findings += silence.findings
    findings += Self.plays(history, now)
    findings += Self.devices(machine, nodes, service, silence.setting)
    findings += KnownCases(machine: machine, nodes: nodes, settings: settings).findings
  }

  var problems: [DoctorFinding] { findings.filter { $0.grade == .problem } }
  private var silences: [DoctorFinding] { findings.filter { $0.grade == .silent } }

  var verdict: String {
    if let first = problems.first { return "\(counted(problems.count, "problem")), first: \(Self.summary(first))" }
    guard let first = silences.first else { return "Everything is fine." }
    let reasons = "\(counted(silences.count, "reason")) why some feedback is silent"
    return "No problem, but \(reasons), first: \(Self.summary(first))"
  }

  private static func summary(_ finding: DoctorFinding) -> String {
    "\(finding.subject): \(finding.remedy ?? finding.text)"
  }

  private static func daemon(_ machine: Machine, _ service: Service) -> DoctorFinding {
    switch service {
    case .reached(let version, let roundTrip, _):
      let cost = duration(nanoseconds: roundTrip)
      return .fine("daemon", "hapticd \(version) answers at \(machine.socketPath ?? "its socket") within \(cost)")
    case .unreachable(let failure):
      guard let error = failure.connectionError else { return .problem("daemon", failure.message, remedy: nil) }
      switch failure.absence {
      case .notRunning: return machine.absence(error)
      case .silent: return .problem("daemon", failure.message, remedy: restartRemedy(machine))
      default:
        let remedy = "install hapticctl and hapticd of one release, and start that daemon: \(restartRemedy(machine))"
        return .problem("daemon", failure.message, remedy: remedy)
      }
    }
  }

  /// A second daemon would find the lock of the first one, and end.
  private static func restartRemedy(_ machine: Machine) -> String {
    let processes = Array(machine.daemonProcesses)
    let process = processes.count == 1 ? processes[0] : nil
    if machine.hasUnit {
      let end = process.map { ", which ends process \($0)" } ?? ""
      return "systemctl --user restart hapticd\(end); journalctl --user -u hapticd shows its messages"
    }
    return process.map { "kill -9 \($0), the process of hapticd, and start hapticd again" }
      ?? "end hapticd, and start it again"
  }

  private static func unit(_ machine: Machine) -> DoctorFinding {
    switch machine.socketUnit {
    case .enabled: .fine("service", "hapticd.socket is enabled: the daemon starts with the first request")
    case .disabled:
      .note(
        "service", "hapticd.socket is installed but not enabled",
        remedy: "systemctl --user enable --now hapticd.socket")
    case .missing: .note("service", "no unit is installed: the daemon must be started by hand")
    }
  }

  @ListBuilder<DoctorFinding> private static func udev(_ machine: Machine, hasNodes: Bool) -> [DoctorFinding] {
    if let folder = machine.rulesFolder {
      .fine("udev", "\(folder)/\(Machine.rules) is installed")
      switch machine.hardwareData {
      case .fine: []
      case .missing: .note("hwdb", "\(Machine.hardwareData) is not installed: motors get the defaults of their class")
      case .notCompiled:
        .problem(
          "hwdb", "\(Machine.hardwareData) is newer than udev's compiled database",
          remedy: "sudo systemd-hwdb update && sudo udevadm trigger --subsystem-match=input")
      }
    } else {
      let text = "\(Machine.rules) is not installed: vibration motors are neither accessible nor known to the daemon"
      hasNodes
        ? DoctorFinding.problem("udev", text, remedy: "sudo make install, which also applies the rules")
        : .note("udev", text)
    }
  }

  /// The findings about the settings files: without the status of the daemon, the complaint is that of the files.
  @ListBuilder<DoctorFinding>
  private static func files(_ stack: PreferenceStack, _ status: Status?, _ folders: DaemonFolders?) -> [DoctorFinding] {
    let slips = stack.problems.map(\.description)
    let count = max(slips.count, Int(status?.problems ?? 0))
    if let folders, let difference = folders.difference {
      .problem("settings", difference, remedy: folders.remedy)
    }
    if let complaint = status?.complaint.nonEmpty ?? stack.complaint {
      .problem(
        "settings", "a file has a mistake; its former settings stay in force", details: [complaint],
        remedy: stack.remedy)
    } else if count > 0 {
      .note(
        "settings", "\(counted(count, "mistake")) in settings files, ignored", details: slips, remedy: "hapticctl edit")
    } else if let status {
      .fine("settings", "profile \(status.profile), theme \(status.theme)")
    }
  }

  /// The plays of the last minute that were refused for reasons that no setting shows.
  @ListBuilder<DoctorFinding>
  private static func plays(_ history: [Observed], _ now: Instant) -> [DoctorFinding] {
    let recent = history.filter { $0.isHapticPlay && now.nanoseconds - $0.receivedNanoseconds < 60_000_000_000 }
    let refused = recent.filter { unexplained.contains($0.verdict) }
    if recent.contains(where: { $0.verdict == .coolingDown || $0.end == .coolingDown }) {
      .silent("motor", "a motor ran for too long and is cooling down", remedy: "wait a few seconds, and play less")
    }
    if let last = refused.last {
      .silent(
        "plays",
        "\(counted(refused.count, "play")) refused in the last minute, the last because \(Reason(last).because)",
        remedy: "hapticctl why \(last.number)")
    }
  }

  /// The refusals that the other checks do not explain.
  private static let unexplained: Set<Verdict> = [
    .unknownFeedback, .expired, .limit, .deviceFailed, .rateLimited, .notPermitted,
  ]

  private static func devices(
    _ machine: Machine, _ nodes: [LocalNode], _ service: Service, _ setting: (DeviceRecord) -> SilencingSetting?
  ) -> [DoctorFinding] {
    let records = service.devices
    var findings = nodes.map { node in
      let record = records.first { $0.path == node.path }
      return node.finding(record, off: record.flatMap(setting), hasRules: machine.rulesFolder != nil)
    }
    findings += records.filter { record in !nodes.contains { $0.path == record.path } }
      .map { $0.finding(off: setting($0)) }
    let hasProblem = findings.contains { $0.grade == .problem }
    var lack = findings.isEmpty ? "no force feedback device" : nil
    if case .reached = service, !findings.isEmpty, !hasProblem, !records.contains(where: { $0.state == .ready }) {
      lack = "no device is ready to play"
    }
    let remedy = "connect a gamepad, or simulate a motor: hapticd --simulate erm"
    return findings + (lack.map { [.problem("devices", $0, remedy: remedy)] } ?? [])
  }
}
