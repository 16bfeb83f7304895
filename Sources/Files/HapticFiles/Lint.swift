internal import AHAP
public import HapticPatterns
public import TextDiagnostics

/// Finds mistakes in patterns: constructs that their format permits, but that do not feel as intended, or not on other
/// systems. The limits of particular motors are not checked here.
public enum Lint {
  /// Returns the findings about a file, in order of its lines, without the warnings of reading the file.
  public static func findings(in file: PatternFile) -> [Finding] {
    var checker = PatternChecker(file.pattern, isAHAP: file.format == .ahap)
    checker.find()
    return findings(of: checker.found, in: file)
  }

  /// Converts notes about events of a file, such as limits of a motor, to findings with their positions.
  ///
  /// Several notes of the same kind, about events in the same kind of place, become one finding with their number.
  public static func findings(of notes: [EventNote], in file: PatternFile) -> [Finding] {
    let mistakes = notes.map { note in
      PatternChecker.PatternMistake(
        part: note.event.map { .event($0) } ?? .pattern, message: note.message, remedy: note.remedy, kind: note.kind)
    }
    return findings(of: mistakes, in: file)
  }

  private static func findings(of mistakes: [PatternChecker.PatternMistake], in file: PatternFile) -> [Finding] {
    var report = DiagnosticReport()
    for mistake in mistakes {
      let place = file.source.map { mistake.part.place(in: $0) } ?? mistake.part.named(in: file.pattern)
      report.note(mistake.message, at: place, remedy: mistake.remedy, kind: mistake.kind)
    }
    return file.source?.document.findings(of: report) ?? TextReading([]).findings(of: report)
  }

  /// Returns the findings about a pattern without a file. They have no lines; they name the part instead.
  public static func findings(in pattern: Pattern) -> [Finding] {
    findings(in: PatternFile(pattern, .ahap, warnings: []))
  }
}

/// A note about an event of a pattern.
public struct EventNote: Hashable, Sendable {
  /// The index of the event in the pattern; nil for a note about the whole pattern.
  public var event: Int?
  public var message: String
  public var remedy: String
  /// The kind of note; several notes of a kind become one finding with their number.
  public var kind: String

  public init(event: Int?, message: String, remedy: String, kind: String) {
    self.event = event
    self.message = message
    self.remedy = remedy
    self.kind = kind
  }
}

extension PatternChecker.PatternPart {
  fileprivate func place(in source: (document: JSONDocument, outline: AHAPOutline)) -> Remark.Place {
    switch self {
    case .pattern: .value((source.document.root["Pattern"] ?? source.document.root).path)
    case .event(let index): .value(source.outline.events[index])
    case .parameter(let index): .value(source.outline.parameters[index])
    case .curve(let index): .value(source.outline.curves[index])
    }
  }

  /// The part of a pattern without a file: `event 3 at 0.5 s`.
  fileprivate func named(in pattern: Pattern) -> Remark.Place {
    switch self {
    case .pattern: .file
    case .event(let index): Self.named("event", index, pattern.events[index].time)
    case .parameter(let index): Self.named("parameter", index, pattern.parameters[index].time)
    case .curve(let index): Self.named("curve", index, pattern.curves[index].time)
    }
  }

  private static func named(_ kind: String, _ index: Int, _ time: Duration) -> Remark.Place {
    .named("\(kind) \(index) at \(Quotation.number(time.inSeconds)) s")
  }
}
