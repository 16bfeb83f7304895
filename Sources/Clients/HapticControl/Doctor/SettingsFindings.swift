internal import HapticProtocol
internal import Haptics
internal import PreferenceFiles
internal import TextDiagnostics

/// Checks that the settings files can be read and contain no mistakes.
struct SettingsFindings {
  let findings: [DoctorFinding]

  /// - Parameters:
  ///   - status: the status of the daemon; without it, the complaint is that of the files.
  ///   - folders: the folders of the daemon, or nil if they are unknown.
  init(_ stack: PreferenceStack, status: Status?, folders: DaemonFolders?) {
    let difference = folders.flatMap { folders in
      folders.difference.map { DoctorFinding.problem(Self.subject, $0, remedy: folders.remedy) }
    }
    findings = (difference.map { [$0] } ?? []) + Self.findings(stack, status)
  }

  private static func findings(_ stack: PreferenceStack, _ status: Status?) -> [DoctorFinding] {
    let complaint = status.map(\.complaint).flatMap { $0.isEmpty ? nil : $0 } ?? stack.complaint
    if let complaint {
      return [
        .problem(
          subject, "a file has a mistake; its former settings stay in force", details: [complaint],
          remedy: "hapticctl edit")
      ]
    }
    let slips = stack.problems.map(\.description)
    let count = max(slips.count, Int(status?.problems ?? 0))
    guard count == 0 else {
      return [
        .note(
          subject, "\(counted(count, "mistake")) in settings files, ignored", details: slips, remedy: "hapticctl edit")
      ]
    }
    return status.map { [.fine(Self.subject, "profile \($0.profile), theme \($0.theme)")] } ?? []
  }

  static let subject = "settings"
}
