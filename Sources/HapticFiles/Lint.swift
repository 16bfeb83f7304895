public import AHAP
public import HapticPatterns

/// Traps in patterns that are allowed by their format and still not what their author means, or not felt elsewhere as
/// he feels them. What a particular motor cannot do is not looked at here.
public enum Lint {
  /// What is to be said about a file, in order of its lines. What reading the file has warned of is not repeated.
  public static func findings(in file: PatternFile) -> [Finding] {
    var traps = Traps(file.pattern, isAHAP: file.format == .ahap)
    traps.find()
    var report = Report()
    for trap in traps.found { report.note(trap, in: file) }
    return findings(of: report, in: file)
  }

  /// What somebody else has found about events of a file, such as what a motor cannot do, as findings with their places.
  ///
  /// Of notes of the same kind about events in the same sort of place, all after the first are counted and not repeated.
  public static func findings(of notes: [EventNote], in file: PatternFile) -> [Finding] {
    var report = Report()
    for note in notes {
      let part = note.event.map { Traps.Part.event($0) } ?? .pattern
      report.note(Traps.Trap(part: part, message: note.message, remedy: note.remedy, kind: note.kind), in: file)
    }
    return findings(of: report, in: file)
  }

  private static func findings(of report: Report, in file: PatternFile) -> [Finding] {
    file.source?.document.findings(of: report) ?? TextReading([]).findings(of: report)
  }

  /// The same for a pattern that comes from no file: findings have no lines, and say which part they mean.
  public static func findings(in pattern: Pattern) -> [Finding] {
    findings(in: PatternFile(pattern, .ahap, warnings: []))
  }
}

/// Something that was found about an event of a pattern.
public struct EventNote: Hashable, Sendable {
  /// The event's position in the pattern; nil where it is about the pattern.
  public var event: Int?
  public var message: String
  public var remedy: String
  /// What it is one of: of several of a kind the first is given with their number.
  public var kind: String

  public init(event: Int?, message: String, remedy: String, kind: String) {
    self.event = event
    self.message = message
    self.remedy = remedy
    self.kind = kind
  }
}

extension Report {
  fileprivate mutating func note(_ trap: Traps.Trap, in file: PatternFile) {
    let place = file.source.map { trap.part.place(in: $0) } ?? trap.part.named(in: file.pattern)
    note(trap.message, at: place, remedy: trap.remedy, kind: trap.kind)
  }
}

extension Traps.Part {
  fileprivate func place(in source: (document: JSONDocument, outline: AHAPOutline)) -> Remark.Place {
    switch self {
    case .pattern: .value((source.document.root["Pattern"] ?? source.document.root).path)
    case .event(let index): .value(source.outline.events[index])
    case .parameter(let index): .value(source.outline.parameters[index])
    case .curve(let index): .value(source.outline.curves[index])
    }
  }

  /// The part where there is no file: `event 3 at 0.5 s`.
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
