internal import AHAP
public import HapticPatterns
public import TextDiagnostics

/// Finds mistakes in patterns: constructs that their format permits, but that do not feel as intended, or not on other
/// systems. The limits of particular motors are not checked here.
public enum Lint {
  /// Returns the findings about a file, in order of its lines, without the warnings of reading the file.
  public static func findings(in file: PatternFile) -> [Finding] {
    findings(of: PatternChecker(file.pattern, isAHAP: file.format == .ahap).found, in: file)
  }

  /// Converts notes about events of a file, such as limits of a motor, to findings with their positions.
  ///
  /// Several notes of the same kind, about events in the same kind of place, become one finding with their number.
  public static func findings(of notes: [EventNote], in file: PatternFile) -> [Finding] {
    var report = DiagnosticReport()
    for note in notes {
      report.warn(note.message, at: note.part.place(in: file), remedy: note.remedy, kind: note.kind)
    }
    return file.source?.document.findings(of: report) ?? TextReading([]).findings(of: report)
  }

  /// Returns the findings about a pattern without a file. They have no lines; they name the part instead.
  public static func findings(in pattern: Pattern) -> [Finding] {
    findings(in: PatternFile(pattern: pattern, format: .ahap, warnings: []))
  }
}

/// A note about an event or another part of a pattern.
public struct EventNote: Hashable, Sendable {
  let part: PatternChecker.PatternPart
  let message: String
  let remedy: String
  /// The kind of note, if the message contains a number; otherwise the message is the kind.
  let kind: String?
}

extension EventNote {
  /// - Parameters:
  ///   - event: the index of the event in the pattern; nil for a note about the whole pattern.
  ///   - kind: the kind of note; several notes of a kind become one finding with their number.
  public init(event: Int?, message: String, remedy: String, kind: String) {
    self.init(part: event.map { .event($0) } ?? .pattern, message: message, remedy: remedy, kind: kind)
  }
}

extension PatternChecker.PatternPart {
  /// The position in the file; without one, the part is named: `event 3 at 0.5 s`.
  fileprivate func place(in file: PatternFile) -> Remark.Place {
    let (pattern, outline) = (file.pattern, file.outline)
    func place(_ kind: String, _ index: Int, _ time: Duration, _ paths: [JSONPath]?) -> Remark.Place {
      // Files of single precision have times such as 0.063999996 s.
      let seconds = (time.inSeconds * 1e6).rounded() / 1e6
      return paths.map { .value($0[index]) } ?? .named("\(kind) \(index) at \(Quotation.number(seconds)) s")
    }
    switch self {
    case .pattern:
      guard let root = file.source?.document.root else { return .file }
      return .value((root["Pattern"] ?? root).path)
    case .event(let index): return place("event", index, pattern.events[index].time, outline?.events)
    case .parameter(let index): return place("parameter", index, pattern.parameters[index].time, outline?.parameters)
    case .curve(let index): return place("curve", index, pattern.curves[index].time, outline?.curves)
    }
  }
}
