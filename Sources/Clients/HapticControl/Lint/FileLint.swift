package import HapticFiles
internal import HapticPatterns
internal import HapticSystem
internal import PreferenceFiles
package import TextDiagnostics

package struct FileLint {
  /// The path, without the name of a feedback in the file.
  let path: String
  let findings: [Finding]
  /// The reason why the file cannot be read; nil if it was read. Without its contents, there are no findings.
  private(set) var failure: RegularFile.Failure?

  var hasError: Bool { findings.contains { $0.severity == .error } }

  init(path: String, _ findings: [Finding]) {
    self.path = path
    self.findings = Self.sorted(findings)
  }

  /// Checks the theme, the settings file or the pattern file at a path.
  static func lints(of place: PatternPath, on motor: ChosenMotor?) -> [FileLint] {
    if place.feedback == nil, let folder = ThemeLint.folder(of: place.path) {
      return ThemeLint.lints(folder: folder, on: motor)
    }
    return [place.path.hasSuffix(".toml") ? FileLint(settings: place.path) : FileLint(place, on: motor)]
  }

  /// - Parameter motor: the motor for which the pattern is checked; if nil, only the file is checked.
  init(_ place: PatternPath, on motor: ChosenMotor?) {
    path = place.path
    let bytes: [UInt8]
    do throws(RegularFile.Failure) { bytes = try PatternInput.bytes(place) } catch {
      (findings, failure) = ([], error)
      return
    }
    do throws(Refused) {
      if place.feedback == nil, let findings = try Lint.findings(inTheme: bytes, notes: { Self.notes($0, on: motor) }) {
        self.findings = Self.sorted(findings)
      } else {
        findings = Self.findings(in: try PatternInput.read(bytes, of: place), on: motor)
      }
    } catch {
      findings = [error.finding]
    }
  }

  /// The findings in a pattern file. A pattern without an event is an error, because nothing of it can be played.
  package static func findings(in file: PatternFile, on motor: ChosenMotor?) -> [Finding] {
    var general = Lint.findings(in: file)
    if file.pattern.events.isEmpty { general = general.map { Finding(error: $0, hasCauses: !file.warnings.isEmpty) } }
    return sorted(file.warnings + general + Lint.findings(of: notes(file.pattern, on: motor), in: file))
  }

  /// The findings for a motor with their positions in the file.
  package static func findings(of found: [MotorFinding], in file: PatternFile) -> [Finding] {
    sorted(Lint.findings(of: notes(found), in: file))
  }

  init(path: String, unreadable failure: RegularFile.Failure) {
    (self.path, findings, self.failure) = (path, [], failure)
  }

  /// Adds the findings that are not there yet. A file that cannot be read has none.
  func adding(_ others: [Finding]) -> FileLint {
    if failure != nil { return self }
    return FileLint(path: path, findings + others.filter { !findings.contains($0) })
  }

  private static func sorted(_ findings: [Finding]) -> [Finding] {
    findings.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
  }

  private static func notes(_ pattern: Pattern, on motor: ChosenMotor?) -> [EventNote] {
    motor.map { notes(MotorLint(Forecast(pattern, on: $0.model), motor: $0.name).findings) } ?? []
  }

  private static func notes(_ found: [MotorFinding]) -> [EventNote] {
    var counts: [MotorFinding.Kind: Int] = [:]
    return found.map { finding in
      counts[finding.kind, default: 0] += 1
      // Findings of one kind are reported separately, up to `mostOfAKind`; the rest share one finding.
      let number = min(counts[finding.kind] ?? 0, mostOfAKind)
      return EventNote(
        event: finding.event, message: finding.message, remedy: finding.remedy,
        kind: "\(finding.kind.rawValue) \(number)")
    }
  }

  private static let mostOfAKind = 10

  /// The path and the reason why the file cannot be read; nil if it was read.
  var obstacle: String? { failure.map { "\(path.shownName) (\($0.words))" } }

  /// One line for each finding: `file:line:column: severity: key: message; remedy`.
  var lines: [String] { findings.map { $0.line(in: path) } }
}

extension Finding {
  /// The finding that a pattern has no event, as an error.
  ///
  /// - Parameter hasCauses: whether warnings say why events of the file are ignored.
  fileprivate init(error finding: Finding, hasCauses: Bool) {
    self.init(
      .error, line: finding.line, column: finding.column, key: finding.key, message: finding.message,
      remedy: hasCauses ? "correct the parts that are ignored, or \(finding.remedy)" : finding.remedy)
  }

  /// The sort key of the position; findings without a position come first.
  fileprivate var place: Int { (line ?? 0) << 32 + (column ?? 0) }
}

extension JSONObject {
  package static func finding(_ finding: Finding, in file: String? = nil) -> JSONObject {
    [
      "file": file, "line": finding.line, "column": finding.column, "severity": finding.severityName,
      "key": finding.key, "message": finding.message, "remedy": finding.remedy,
    ]
  }
}

extension FileLint {
  /// Checks a settings file, hapticd.toml or a drop-in, by the rules of the daemon.
  fileprivate init(settings path: String) {
    do throws(RegularFile.Failure) {
      self.init(path: path, PreferenceFile(try RegularFile.read(path, upTo: PreferenceLimits.fileBytes)).findings)
    } catch .tooLarge {
      self.init(path: path, [.tooLarge])
    } catch {
      self.init(path: path, unreadable: error)
    }
  }
}
