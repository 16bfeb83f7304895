internal import HapticPatterns
internal import TextDiagnostics

extension AHAPReader {
  /// Returns the time of a part, or of a point from the start of its curve; 0 with a warning if it is missing.
  ///
  /// - Parameter isStart: whether a time above the limit is refused. That of a point is clamped: some programs write the
  ///   largest number for "never".
  func time(
    _ fields: inout JSONFields, at node: JSONNode, isStart: Bool = false, _ report: inout DiagnosticReport
  ) throws(Remark) -> Duration {
    guard let (seconds, path) = try fields.number(AHAPKey.time, &report) else {
      try report.warn("no Time; read as 0", at: .value(node.path), remedy: #"add "Time", in seconds"#)
      return .zero
    }
    if isStart, seconds > longest {
      throw Remark("starts after \(Quotation.number(longest)) s", at: .value(path), remedy: "move or remove it")
    }
    return try duration(seconds, at: path, &report)
  }

  /// Returns a time in seconds as a duration, clamped to the range from 0 to the limit and rounded to nanoseconds.
  func duration(_ seconds: Double, at path: JSONPath, _ report: inout DiagnosticReport) throws(Remark) -> Duration {
    .rounding(seconds: try report.clamped(seconds, to: 0...longest, unit: " s", at: .value(path)))
  }

  /// The maximum time, in seconds.
  private var longest: Double { limits.maximumTime.inSeconds }

  /// Returns the one of `known` that matches the text regardless of case; nil, with a warning, if there is none.
  func named<Name: Sendable>(
    _ key: String, among known: [(spelling: String, name: Name)], leftOut: String, _ fields: inout JSONFields,
    at node: JSONNode, _ report: inout DiagnosticReport
  ) throws(Remark) -> Name? {
    guard let (text, path) = try fields.string(key, &report) else {
      try report.warn("no \(key); the \(leftOut) is ignored", at: .value(node.path), remedy: "add \"\(key)\"")
      return nil
    }
    if let exact = known.first(where: { $0.spelling == text }) { return exact.name }
    if let near = known.first(where: { $0.spelling.lowercased() == text.lowercased() }) {
      try report.warn(
        "\(Quotation.quoted(text)) is read as \(near.spelling)", at: .value(path), remedy: "write \(near.spelling)")
      return near.name
    }
    try report.warn(
      "\(Quotation.quoted(text)) is unknown; the \(leftOut) is ignored", at: .value(path),
      remedy: Spelling.nearest(to: text, among: known.map(\.spelling)).map { "did you mean \($0)?" } ?? "remove it")
    return nil
  }
}
