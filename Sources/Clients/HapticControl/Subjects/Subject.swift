package import HapticFiles
internal import HapticSystem
package import Haptics
package import TextDiagnostics

/// The subject of a command: a feedback or a pattern file.
package struct Subject {
  /// The name as the user gave it.
  let name: String
  /// The name; for a file, without its folder.
  package let title: String
  let isFile: Bool
  /// The source in words.
  let origin: String
  package private(set) var pattern: Pattern
  /// The findings of `lint` in the file; empty for a feedback.
  package private(set) var findings: [Finding] = []
  /// Whether an event without an end was given one.
  private(set) var isCutOff = false
  /// The file, for findings about its events; nil for a feedback.
  private(set) var file: PatternFile?

  static func named(_ name: String, _ daemon: OptionalDaemon = OptionalDaemon()) throws(Failure) -> Subject {
    guard let found = try FeedbackIndex.find(name, daemon) else { return try file(name) }
    return try Subject(feedback: name, found.entry, found.catalogue)
  }

  /// The file that `play` plays under this name; nil for a feedback. Asks the daemon for a feedback only if such a file
  /// exists.
  static func played(as name: String) throws(Failure) -> Subject? {
    if SubjectName.isPath(name) { return try file(name) }
    let short = try shortName(name)
    guard SubjectName.fileExists(name), try FeedbackIndex.present()[short] == nil else { return nil }
    return try file(name)
  }

  /// - Throws: a failure with the mistake in the file and its position. A file without an event that can be played is a
  ///   failure, too; its warnings give the reason for each event that is ignored.
  static func file(_ name: String) throws(Failure) -> Subject {
    let place = PatternPath(name)
    let subject: Subject
    do throws(Refused) { subject = Subject(name, title: place.title, try PatternInput.read(place)) } catch {
      throw .usage(error.finding.line(in: place.shownPath))
    }
    if let error = subject.findings.first(where: { $0.severity == .error }) {
      var failure = Failure.usage(error.line(in: place.shownPath))
      failure.warnings = subject.findings.filter { $0.severity == .warning }.map { $0.line(in: place.shownPath) }
      throw failure
    }
    return subject
  }

  /// Reports the findings on standard error, in the words of `lint`.
  ///
  /// - Parameter isWanted: whether a finding is reported.
  func reportFindings(where isWanted: (Finding) -> Bool = { _ in true }) {
    for finding in findings where isWanted(finding) {
      printWarning(line: finding.line(in: PatternPath(name).shownPath))
    }
  }

  /// The same file, whose endless events end after one pass.
  var endingByItself: Subject {
    var subject = self
    subject.isCutOff = pattern.isEndless
    subject.pattern = pattern.endingByItself
    return subject
  }

  /// The same file with the findings for the motor that plays it.
  func checked(on motor: ChosenMotor) -> Subject {
    var subject = self
    if let file { subject.findings = FileLint.findings(in: file, on: motor) }
    return subject
  }

  /// A file that was read under a name.
  package init(_ name: String, title: String? = nil, _ file: PatternFile) {
    self.init(file: name, title ?? name, origin: file.format.name, pattern: file.pattern)
    findings = FileLint.findings(in: file, on: nil)
    self.file = file
  }

  private init(feedback name: String, _ entry: FeedbackIndex.Entry, _ catalogue: FeedbackIndex) throws(Failure) {
    guard let pattern = entry.pattern else {
      throw .refused(
        "the daemon has \(name) from the theme \(entry.theme), which is not installed here; "
          + "copy it to a folder of $XDG_DATA_HOME/hapticd/themes")
    }
    let what = entry.isSilent ? "a silent feedback" : "\(entry.patternName) of the theme \(entry.theme)"
    (self.name, title, isFile) = (name, name, false)
    (origin, self.pattern) = ("\(what), from \(catalogue.origin)", pattern)
  }

  init(file name: String, _ title: String, origin: String, pattern: Pattern) {
    (self.name, self.title, isFile) = (name, title, true)
    (self.origin, self.pattern) = (origin, pattern)
  }
}

/// The rules that distinguish the names of files from those of feedbacks.
package enum SubjectName {
  package static let suffixes = [".ahap", ".haptic", ".json", ".xml", ".ahv"]

  /// Whether a name can only be that of a file.
  static func isPath(_ name: String) -> Bool {
    let path = PatternPath(name).path
    return name.contains("/") || isList(name) || path == PatternInput.standardInput || isPatternFile(name)
      || isPatternFile(path)
  }

  /// Whether a text is a list of `navigator.vibrate`, possibly an incomplete one, and not a path.
  static func isList(_ name: String) -> Bool {
    name.hasPrefix("[") && !name.contains("/") && !isPatternFile(name) && !fileExists(name)
  }

  package static func isPatternFile(_ name: String) -> Bool { suffixes.contains { name.lowercased().hasSuffix($0) } }

  /// The name of a file without the suffix of a pattern file.
  package static func base(of name: String) -> String {
    let suffix = suffixes.first { name.lowercased().hasSuffix($0) }
    return String(name.dropLast(suffix?.count ?? 0))
  }

  static func fileExists(_ path: String) -> Bool { (try? FileStatus(of: path, followingLinks: true)) != nil }

  static let help =
    "A feedback's name, or a pattern file: a path with '/', or ending in \(suffixes.joined(separator: ", ")), or a file "
    + "without a feedback of its name; - is standard input. FILE#NAME is one feedback of a file with several. '[100,50,100]' is "
    + "milliseconds of vibration and pause in turn."
}
