internal import Haptics
internal import PreferenceFiles

/// Waits until a change of the settings files is in force in the running daemon.
enum DaemonUpdate {
  /// Warns if the change is not confirmed, or if the daemon does not read the changed file.
  ///
  /// - Parameter session: a session with the running daemon; if nil, returns at once.
  static func wait(_ session: DaemonSession?) {
    guard let session else { return }
    for note in notes(session) { complain(note) }
  }

  /// The warnings; empty if the change is in force.
  private static func notes(_ session: DaemonSession) -> [String] {
    do throws(Failure) {
      if let note = note(try session.reload()) { return [note] }
      let folders = DaemonFolders(ofProcess: try session.status().processID)
      guard let folders, let difference = folders.difference else { return [] }
      return ["\(difference); \(folders.remedy)"]
    } catch {
      return ["the daemon did not confirm the change: \(error.message)"]
    }
  }

  /// The warning for a verdict on the reload; nil for `.done`. After any other verdict, the daemon notices the change
  /// by itself.
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
