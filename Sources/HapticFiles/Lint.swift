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
    for trap in traps.found {
      let place = file.source.map { Self.place(of: trap.part, in: $0.outline) } ?? trap.part.named(in: file.pattern)
      report.note(trap.message, at: place, remedy: trap.remedy, kind: trap.kind)
    }
    return file.source?.document.findings(of: report) ?? TextReading([]).findings(of: report)
  }

  /// The same for a pattern that comes from no file: findings have no lines, and say which part they mean.
  public static func findings(in pattern: Pattern) -> [Finding] {
    findings(in: PatternFile(pattern, .ahap, warnings: []))
  }

  private static func place(of part: Traps.Part, in outline: AHAPOutline) -> Remark.Place {
    switch part {
    case .pattern: .value(.member(of: .root, "Pattern"))
    case .event(let index): .value(outline.events[index])
    case .parameter(let index): .value(outline.parameters[index])
    case .curve(let index): .value(outline.curves[index])
    }
  }
}

extension Traps.Part {
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
