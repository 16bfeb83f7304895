internal import ArgumentParser
internal import Glibc
internal import HapticSystem
internal import HapticThemes
internal import TextDiagnostics

struct LintFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check pattern files, themes and settings files for mistakes.",
    discussion: """
      Each finding is a line: file:line:column: severity: key: message; remedy. Exit codes: 0 no error, 1 a file has \
      an error, or with --strict any finding, 2 a file cannot be read.
      """)

  @Argument(
    help:
      "Pattern files: AHAP, .haptic, Android vibration XML, web vibration, feedbackd; FILE#NAME for one feedback of several. Themes: a folder or its theme.json. Settings: hapticd.toml.",
    completion: .patternFile)
  var files: [String]

  @OptionGroup var options: LintOptions

  func validate() throws { try PatternInput.expectOnce(files) }

  func run() throws {
    let motor = try options.chosenMotor()
    let places = files.map { PatternPath($0) }
    let obstacles = places.compactMap { Self.obstacle(to: $0.path) }
    let readable = places.filter { Self.obstacle(to: $0.path) == nil }
    let lints = readable.flatMap { FileLint.lints(of: $0, on: motor) }
    try options.show(lints, as: Self.lines(lints))
    try options.judge(lints, obstacles)
  }

  static func lines(_ lints: [FileLint]) -> [String] {
    let findings = lints.flatMap(\.findings)
    let errors = findings.count { $0.severity == .error }
    var parts = [counted(lints.count { $0.failure == nil }, "file")]
    if errors > 0 { parts.append(counted(errors, "error")) }
    if errors < findings.count { parts.append(counted(findings.count - errors, "warning")) }
    if findings.isEmpty { parts.append("no findings") }
    return lints.flatMap(\.lines) + [parts.joined(separator: ", ")]
  }

  /// The path and the reason why it cannot be read, or nil if it can.
  static func obstacle(to path: String) -> String? {
    if path == PatternInput.standardInput || SubjectName.isList(path) { return nil }
    do throws(Errno) {
      let kind = try FileStatus(of: path, followingLinks: true).kind
      if kind != .ordinary, kind != .folder, !PatternInput.isDescriptor(path) { return "\(path) (not a regular file)" }
      let file = kind == .folder ? "\(path)/\(ThemeTable.fileName)" : path
      if unsafe access(file, R_OK) != 0 { throw .last }
      return nil
    } catch {
      return words(for: error, at: path)
    }
  }

  static func words(for error: Errno, at path: String) -> String {
    error == .noSuchFile && Folder.exists(path)
      ? "\(path) (a folder without \(ThemeTable.fileName))" : "\(path.shownName) (\(error))"
  }
}
