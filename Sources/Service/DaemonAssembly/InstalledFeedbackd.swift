internal import HapticSystem

/// Finds an installed feedbackd, which plays all feedback of its clients until the user decides otherwise.
enum InstalledFeedbackd {
  /// Returns the file by which the session bus starts feedbackd, or nil if it is not installed. hapticd may have a file of
  /// the same name.
  ///
  /// - Parameter variable: returns a variable of the environment, or nil if it is not set or empty.
  static func serviceFile(environment variable: (String) -> String?) -> String? {
    // The bus uses the first file.
    let first = BaseFolders.allData(environment: variable).map { "\($0)/dbus-1/services/org.sigxcpu.Feedback.service" }
      .first { (try? FileStatus(of: $0, followingLinks: true)) != nil }
    guard let first, let bytes = try? RegularFile.read(first, upTo: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains(where: startsOther) ? first : nil
  }

  private static func startsOther(_ line: Substring) -> Bool {
    guard line.hasPrefix("Exec=") else { return false }
    let program = line.dropFirst("Exec=".count).split(separator: " ").first ?? ""
    return !program.hasSuffix("/hapticd")
  }
}
