internal import DeviceRecordings
internal import HapticProtocol

/// The text of `devices --report`: one file for a bug report, without personal data.
struct DeviceReport {
  /// The beginning of every report; the version of the format follows.
  static let title = "hapticctl report"
  private static let version = 1

  let machine: Machine
  let daemonVersion: String
  let findings: [DoctorFinding]
  let statistics: StatisticsReport
  let devices: [ReportedDevice]
  let privateWords: PrivateWords

  /// The contents, which are shown before the report is written.
  static let contents = [
    "The report contains:",
    "- the versions of hapticctl, hapticd, the kernel and the system, and the model of the machine",
    "- the findings of doctor, without those about applications",
    "- the daemon's counters and latencies",
    "- each device: name, ids, driver, state, motor model, calibration, udev properties HAPTIC_*",
    "- a recording of each node in use, see record in hapticctl(1)",
    "It contains no serial number, no physical path, no home folder, and no name of a user, a host or an application.",
    "The name of a Bluetooth device may be one that its owner gave it.",
  ]

  var text: String {
    let sections = [
      ["\(Self.title) \(Self.version)"], ["system:"] + privately(system),
      ["doctor:"] + privately(findings.flatMap(\.reportLines)),
      ["daemon:"] + Stats.lines(statistics).filter { !$0.isEmpty },
    ]
    return (sections + devices.map(\.lines)).map { $0.map(\.escapedForTerminal).joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func privately(_ lines: [String]) -> [String] { lines.map(privateWords.removed) }

  private var system: [String] {
    let release = machine.text("/etc/os-release")?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    let system = release.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } }
    return [
      "hapticctl \(Hapticctl.version), hapticd \(daemonVersion)",
      "kernel \(machine.text("/proc/sys/kernel/osrelease") ?? "unknown")", "system \(system ?? "unknown")",
      "machine \(machine.model ?? "unknown")",
    ]
  }
}

extension Machine {
  /// The names of the model in the device tree, or the vendor and the product of a PC.
  fileprivate var model: String? {
    if let deviceTreeNames { return deviceTreeNames.joined(separator: ", ") }
    let names = ["sys_vendor", "product_name"].compactMap { text("/sys/class/dmi/id/\($0)") }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}

extension DeviceReport {
  /// Collects the contents from the daemon and from this machine, and records the nodes.
  init(of session: DaemonSession) throws(Failure) {
    let machine = Machine()
    let statistics = try session.statistics(resetting: false)
    let findings = Doctor.diagnosis().findings
    let devices = ReportedDevice.all(try session.devices(), machine.nodes) { node throws(Failure) in
      try Recording(of: node, on: machine)
    }
    self.init(
      machine: machine, daemonVersion: session.daemonVersion, findings: findings, statistics: statistics,
      devices: devices,
      privateWords: PrivateWords(session.settings(), history: (try? session.history()) ?? []))
  }
}

extension DoctorFinding {
  /// The lines of the finding in a report; empty for one about an application. Lines of the user's files, which a mistake
  /// in them quotes, are left out.
  var reportLines: [String] {
    if grade != .problem, ["application", "locality", "plays"].contains(subject) { return [] }
    let isAboutFiles = ["settings", "theme"].contains(subject)
    return ["\(subject): \(grade.rawValue): \(text)"] + (isAboutFiles ? [] : more).map { "  " + $0 }
  }
}
