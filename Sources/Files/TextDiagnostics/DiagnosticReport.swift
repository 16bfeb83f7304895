/// Collects messages while a file is read.
///
/// The same problem in many places becomes one message about the first place, with the number of the others.
public struct DiagnosticReport: Sendable {
  package let limits: FileLimits
  private(set) var remarks: [(remark: Remark, others: Int)] = []
  private var positions: [String: Int] = [:]
  /// The number of messages beyond the limit.
  private(set) var dropped = 0

  public init(limits: FileLimits = .standard) { self.limits = limits }

  /// Adds a warning. `kind` identifies the same problem if the message contains a number. `remedy` is evaluated only if it
  /// is used.
  public mutating func warn(
    _ message: String, at place: Remark.Place, remedy: @autoclosure () -> String, kind: String? = nil
  ) {
    let kind = place.shape + (kind ?? message)
    if let position = positions[kind] {
      remarks[position].others += 1
    } else if remarks.count >= limits.maximumWarnings {
      dropped += 1
    } else {
      positions[kind] = remarks.count
      remarks.append((Remark(message, at: place, remedy: remedy()), 0))
    }
  }

  /// Returns the warnings as findings, in order of their lines.
  func findings(at places: [Remark: Finding.Place]) -> [Finding] {
    var findings = remarks.map { remark, others in
      let suffix = others == 0 ? "" : " (and in \(others) more place\(others == 1 ? "" : "s"))"
      return Finding(.warning, remark, at: places[remark], suffix: suffix)
    }
    findings.sort { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    if dropped > 0 {
      findings.append(
        Finding(.warning, message: "\(dropped) more warnings are not shown", remedy: "fix the warnings above first"))
    }
    return findings
  }

  /// Returns the value clamped to the range, with a warning if it is outside.
  public mutating func clamped(
    _ value: Double, to range: ClosedRange<Double>, unit: String = "", at place: Remark.Place
  ) -> Double {
    if range.contains(value) { return value }
    let kept = min(max(value, range.lowerBound), range.upperBound)
    let (low, high) = (Quotation.number(range.lowerBound), Quotation.number(range.upperBound))
    warn(
      "\(Quotation.number(value))\(unit) is out of range; read as \(Quotation.number(kept))\(unit)", at: place,
      remedy: "write \(low)...\(high)", kind: "out of range")
    return kept
  }
}

extension Finding {
  typealias Place = (line: Int, column: Int)

  init(_ severity: Severity, _ remark: Remark, at place: Place?, suffix: String = "") {
    self.init(
      severity, line: place?.line, column: place?.column, key: remark.key, message: remark.message + suffix,
      remedy: remark.remedy)
  }
}

extension Duration {
  /// Creates a duration from seconds, rounded to nanoseconds. The value must be within the limits of a file.
  package static func rounding(seconds: Double) -> Duration {
    .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  /// The seconds as the nearest number: the quotient of two durations is not, so that 3599 s would be 3599.0000000000005.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / 1e9
  }

  /// The duration rounded to nanoseconds, as in a file.
  package var inNanoseconds: Duration {
    let (seconds, attoseconds) = components
    return .seconds(seconds) + .nanoseconds((attoseconds + 500_000_000) / 1_000_000_000)
  }
}
