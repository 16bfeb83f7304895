internal import HapticSystem
internal import Haptics

/// Connects to the daemon only if it is already running: for commands that work without it and must not start it.
enum RunningDaemon {
  /// - Parameter warns: whether to warn about a daemon that is there and gives no valid answer.
  /// - Returns: a session, or nil if no daemon replies.
  static func session(warns: Bool = true) -> DaemonSession? {
    // A connection to the default socket makes the service manager start the daemon; for a socket in `HAPTICD_SOCKET`
    // it is already running.
    guard Environment.variable("HAPTICD_SOCKET") != nil || Machine().daemonProcesses.contains(where: { _ in true })
    else { return nil }
    do throws(Failure) {
      return try DaemonSession()
    } catch {
      if warns, error.absence != .notRunning { printWarning(error.message) }
      return nil
    }
  }
}

/// The daemon for all questions of one command that also works without a daemon. After a question without an answer, it is
/// not asked again, so that the command waits for a silent daemon once.
package final class OptionalDaemon {
  private var session: DaemonSession?
  /// The failure of the question without an answer.
  private(set) var absence: Failure?

  package init() {}

  /// Asks a question. Connects at the first one, which makes the service manager start the daemon.
  func ask<Answer>(_ question: (DaemonSession) throws(Failure) -> Answer) throws(Failure) -> Answer {
    if let absence { throw absence }
    do throws(Failure) {
      let session = if let session { session } else { try DaemonSession() }
      self.session = session
      return try question(session)
    } catch {
      if error.absence != nil { absence = error }
      throw error
    }
  }
}

/// Waits until a change of the settings files is in force in the running daemon.
enum DaemonUpdate {
  /// Warns if the change is not confirmed, or if the daemon does not read the changed file.
  static func wait(_ session: DaemonSession?) {
    for note in notes(session) { printWarning(note) }
  }

  /// - Returns: the warnings; empty if the change is in force, or without a daemon.
  static func notes(_ session: DaemonSession?) -> [String] {
    guard let session else { return [] }
    do throws(Failure) {
      switch try session.reload() {
      case .done:
        let folders = DaemonFolders(ofProcess: try session.status().processID)
        guard let folders, let difference = folders.difference else { return [] }
        return ["\(difference); \(folders.remedy)"]
      // After any other verdict, the daemon notices the change by itself.
      case .unsupported:
        return ["the running daemon is older and cannot confirm the change; it follows within a second"]
      case .notPermitted:
        return ["the daemon does not confirm the change to a program in a sandbox; it follows within a second"]
      case let verdict:
        return ["the daemon did not confirm the change (\(verdict.name)); it follows within a second"]
      }
    } catch {
      return ["the daemon did not confirm the change: \(error.message)"]
    }
  }
}
