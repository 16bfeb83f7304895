internal import HapticPatterns
internal import TextDiagnostics

struct AHAPReader {
  /// Parts of a pattern in the order of the file, with their paths.
  typealias Placed<Part> = [(part: Part, path: JSONPath)]

  var events: Placed<Event> = []
  var parameters: Placed<DynamicParameter> = []
  var curves: Placed<ParameterCurve> = []
  var audio: Placed<AudioEvent> = []
  /// The number of parameters and points of curves.
  private var points = 0
  /// The latest start of the events so far, haptic and audio.
  private var latest = (haptic: Duration.zero, audio: Duration.zero)

  mutating func file(_ root: JSONNode, _ report: inout DiagnosticReport) throws(Remark) -> (AHAPFile, AHAPOutline) {
    guard case .object = root.value, var fields = JSONFields(root, &report) else {
      throw root.remark(
        "found \(root.value.kind); expected an object", remedy: #"write { "Version": 1, "Pattern": [...] }"#)
    }
    let pattern = fields.take(AHAPKey.pattern, &report)
    let version = version(&fields, &report)
    let (metadata, json) = metadata(&fields, &report).metadata
    guard let entries = pattern?.elements else {
      throw (pattern ?? root).remark("no array named Pattern", remedy: #"put the events into "Pattern": [...]"#)
    }
    fields.finish(&report)
    for entry in entries { try read(entry, &report) }
    let all = Pattern(
      events.map(\.part), parameters: parameters.map(\.part), curves: curves.map(\.part), audio: audio.map(\.part))
    var file = AHAPFile(pattern: all, version: version, metadata: metadata)
    file.jsonMetadata = json
    return (file, outline)
  }

  private var outline: AHAPOutline {
    AHAPOutline(
      events: Self.paths(events, by: \.time), parameters: Self.paths(parameters, by: \.time),
      curves: Self.paths(curves, by: \.time), audio: Self.paths(audio, by: \.time))
  }

  /// Returns the paths in the order of a pattern: by time; parts with the same time keep their order.
  private static func paths<Part>(_ parts: Placed<Part>, by time: (Part) -> Duration) -> [JSONPath] {
    parts.sorted { time($0.part) < time($1.part) }.map(\.path)
  }

  /// The only version; other versions may have another meaning.
  private static let knownVersion = 1.0

  private func version(_ fields: inout JSONFields, _ report: inout DiagnosticReport) -> Double {
    guard let (version, path) = fields.number(AHAPKey.version, &report) else {
      report.warn("no Version; read as 1", at: .value(.root), remedy: #"add "Version": 1"#)
      return Self.knownVersion
    }
    if version != Self.knownVersion {
      report.warn(
        "version \(Quotation.number(version)) is unknown; read as 1", at: .value(path), remedy: "check the result")
    }
    return version
  }

  private func metadata(_ fields: inout JSONFields, _ report: inout DiagnosticReport) -> [String: JSONValue] {
    guard let node = fields.take(AHAPKey.metadata, &report) else { return [:] }
    guard case .object(let members) = node.value else {
      report.warn(
        "found \(node.value.kind); expected an object; ignored", at: .value(node.path), remedy: "write { ... }")
      return [:]
    }
    return members
  }

  private mutating func read(_ entry: JSONNode, _ report: inout DiagnosticReport) throws(Remark) {
    guard var fields = JSONFields(entry, &report) else { return }
    let event = fields.take(AHAPKey.event, &report)
    let parameter = event != nil && !fields.hasMore ? nil : fields.take(AHAPKey.parameter, &report)
    let curve =
      parameter != nil && !fields.hasMore
      ? nil : fields.take(AHAPKey.parameterCurve, misspelt: ["ParameterCurves"], &report)
    fields.finish(&report)
    let parts = [event, parameter, curve].compactMap(\.self)
    if parts.count != 1 {
      report.warn(
        parts.isEmpty ? "neither event, parameter nor curve; ignored" : "more than one part in an entry",
        at: .value(entry.path), remedy: "write one of Event, Parameter and ParameterCurve in each")
    }
    if let event { try readEvent(event, &report) }
    if let parameter { try readParameter(parameter, &report) }
    if let curve { try readCurve(curve, &report) }
  }

  // MARK: Limits

  mutating func countPoint(at node: JSONNode, _ limits: FileLimits) throws(Remark) {
    points += 1
    guard points <= limits.maximumPoints else {
      throw node.remark(
        "more than \(limits.maximumPoints) parameters and points of curves", remedy: "remove imperceptible parts")
    }
  }

  /// Warns about an event that is earlier than a previous event of the file.
  mutating func checkOrder(of time: Duration, isHaptic: Bool, at node: JSONNode, _ report: inout DiagnosticReport) {
    if time < (isHaptic ? latest.haptic : latest.audio) {
      report.warn(
        "earlier than an event above it; sorted", at: .value(node.path), remedy: "sort the events by their times")
    }
    if isHaptic { latest.haptic = max(latest.haptic, time) } else { latest.audio = max(latest.audio, time) }
  }

  // MARK: Values

  /// Returns the time of a part, or of a point from the start of its curve; 0 with a warning if it is missing.
  ///
  /// - Parameter isStart: whether a time above the limit is refused. That of a point is clamped: some programs write the
  ///   largest number for "never".
  func time(
    _ fields: inout JSONFields, at node: JSONNode, isStart: Bool = false, _ report: inout DiagnosticReport
  ) throws(Remark) -> Duration {
    guard let (seconds, path) = fields.number(AHAPKey.time, &report) else {
      report.warn("no Time; read as 0", at: .value(node.path), remedy: #"add "Time", in seconds"#)
      return .zero
    }
    let longest = report.limits.maximumTime.inSeconds
    if isStart, seconds > longest {
      throw Remark("starts after \(Quotation.number(longest)) s", at: .value(path), remedy: "move or remove it")
    }
    return duration(seconds, at: path, &report)
  }

  /// Returns a time in seconds as a duration, clamped to the range from 0 to the limit and rounded to nanoseconds.
  func duration(_ seconds: Double, at path: JSONPath, _ report: inout DiagnosticReport) -> Duration {
    let longest = report.limits.maximumTime.inSeconds
    return .rounding(seconds: report.clamped(seconds, to: 0...longest, unit: " s", at: .value(path)))
  }

  /// Returns the one of `known` that matches the text regardless of case; nil, with a warning, if there is none.
  func named<Name: Sendable>(
    _ key: String, among known: [(spelling: String, name: Name)], leftOut: String, _ fields: inout JSONFields,
    at node: JSONNode, _ report: inout DiagnosticReport
  ) -> Name? {
    guard let (text, path) = fields.string(key, &report) else {
      report.warn("no \(key); the \(leftOut) is ignored", at: .value(node.path), remedy: "add \"\(key)\"")
      return nil
    }
    if let exact = known.first(where: { $0.spelling == text }) { return exact.name }
    if let near = known.first(where: { $0.spelling.lowercased() == text.lowercased() }) {
      report.warn(
        "\(Quotation.quoted(text)) is read as \(near.spelling)", at: .value(path), remedy: "write \(near.spelling)")
      return near.name
    }
    report.warn(
      "\(Quotation.quoted(text)) is unknown; the \(leftOut) is ignored", at: .value(path),
      remedy: Spelling.remedy(for: text, among: known.map(\.spelling)))
    return nil
  }
}
