internal import Glibc

extension Machine {
  /// The finding about an environment in which the daemon's socket cannot be found; nil if the environment is
  /// correct.
  var wrongSocket: DoctorFinding? {
    if let path = variable("HAPTICD_SOCKET") {
      guard !exists(path) else { return nil }
      return .problem("daemon", "HAPTICD_SOCKET names \(path), which does not exist", remedy: "unset HAPTICD_SOCKET")
    }
    let usual = "/run/user/\(userID)"
    let remedy = "export XDG_RUNTIME_DIR=\(usual)"
    guard let folder = variable("XDG_RUNTIME_DIR") else {
      return .problem(
        "daemon", "XDG_RUNTIME_DIR is not set, so there is no folder for the socket",
        remedy: "log in through systemd, or: \(remedy)")
    }
    guard folder.hasPrefix("/") else {
      return .problem("daemon", "XDG_RUNTIME_DIR is '\(folder)'; expected an absolute path", remedy: remedy)
    }
    guard folder != usual, !exists("\(folder)/hapticd.sock") else { return nil }
    if exists("\(usual)/hapticd.sock") {
      return .problem("daemon", "XDG_RUNTIME_DIR is \(folder), but the socket is in \(usual)", remedy: remedy)
    }
    guard !exists(folder) else { return nil }
    return .problem("daemon", "XDG_RUNTIME_DIR is \(folder), which does not exist", remedy: remedy)
  }

  private func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}
