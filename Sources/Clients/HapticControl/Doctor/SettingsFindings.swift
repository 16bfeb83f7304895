internal import HapticProtocol
internal import PreferenceFiles
internal import TextDiagnostics

/// Checks that the settings files can be read and contain no mistakes.
struct SettingsFindings {
  private(set) var findings: [DoctorFinding] = []

  /// - Parameters:
  ///   - status: the status of the daemon; without it, the complaint is that of the files.
  ///   - folders: the folders of the daemon, or nil if they are unknown.
  init(_ stack: PreferenceStack, status: Status?, folders: DaemonFolders?) {
    let subject = "settings"
    if let folders, let difference = folders.difference {
      findings.append(.problem(subject, difference, remedy: folders.remedy))
    }
    let slips = stack.problems.map(\.description)
    let count = max(slips.count, Int(status?.problems ?? 0))
    if let complaint = status?.complaint.nonEmpty ?? stack.complaint {
      findings.append(
        .problem(
          subject, "a file has a mistake; its former settings stay in force", details: [complaint],
          remedy: "hapticctl edit"))
    } else if count > 0 {
      findings.append(
        .note(
          subject, "\(counted(count, "mistake")) in settings files, ignored", details: slips, remedy: "hapticctl edit"))
    } else if let status {
      findings.append(.fine(subject, "profile \(status.profile), theme \(status.theme)"))
    }
  }
}
