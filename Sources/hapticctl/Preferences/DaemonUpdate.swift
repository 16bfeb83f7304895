internal import Haptics
internal import PreferenceFiles

/// Waits until the running daemon has a change of the settings files in force.
enum DaemonUpdate {
  /// - Parameter session: nil where no daemon runs; nothing is waited for then.
  static func wait(_ session: Session?) {
    guard let session else { return }
    for note in notes(session) { complain(note) }
  }

  /// What keeps the change from being in force already, in words; nothing where it is.
  private static func notes(_ session: Session) -> [String] {
    do throws(Failure) {
      if let note = note(try session.reload()) { return [note] }
      let folders = DaemonFolders(ofProcess: try session.status().processID)
      guard let folders, let difference = folders.difference else { return [] }
      return ["\(difference); \(folders.remedy)"]
    } catch {
      return ["the daemon did not confirm the change: \(error.message)"]
    }
  }

  /// Of an answer that is not `.done`: the daemon then notices the change by itself.
  static func note(_ verdict: Verdict) -> String? {
    switch verdict {
    case .done: nil
    case .unsupported: "the running daemon is older and cannot confirm the change; it follows within a second"
    case .notPermitted:
      "the daemon does not confirm the change to a program in a sandbox; it follows within a second"
    default: "the daemon did not confirm the change (\(verdict.name)); it follows within a second"
    }
  }
}
