internal import HapticPatterns
internal import TextDiagnostics

/// A clip of Meta's Haptics Studio or Lofelt's Composer (`.haptic`, version 1): an amplitude over time, a frequency
/// over time, and taps ("emphasis") at points of the amplitude.
///
/// The validation follows the file specification in Meta's haptics SDK: at least two points of amplitude, times in
/// order, values of 0...1, no tap weaker than the amplitude at its time.
struct HapticClip {
  // Times are in seconds.
  private(set) var amplitude: [(time: Double, value: Double)] = []
  private(set) var frequency: [(time: Double, value: Double)] = []
  private(set) var taps: [(time: Double, amplitude: Double, frequency: Double)] = []
  /// The values of the metadata that are not empty.
  private var metadata: [String: JSONValue] = [:]

  static func read(_ document: JSONDocument) throws(Refused) -> PatternFile {
    let (read, warnings) = try document.read { (root, report) throws(Remark) in
      var clip = HapticClip()
      try clip.read(root, &report)
      let pattern = clip.pattern
      let points = pattern.curves.reduce(0) { $0 + $1.points.count }
      guard points <= report.limits.maximumPoints, pattern.events.count <= report.limits.maximumEvents else {
        throw root.remark("too many points and taps", remedy: "split it into several files")
      }
      return (pattern, clip.metadata.metadata)
    }
    return PatternFile(
      pattern: read.0, format: .haptic, warnings: warnings, metadata: read.1.texts, jsonMetadata: read.1.json)
  }

  private mutating func read(_ root: JSONNode, _ report: inout DiagnosticReport) throws(Remark) {
    guard var fields = JSONFields(root, &report) else { return }
    try Self.checkVersion(fields.take("version", &report), at: root, &report)
    if case .object(let members) = fields.take("metadata", &report)?.value {
      metadata = members.filter { ![.null, .string(""), .array([]), .object([:])].contains($0.value) }
    }
    let envelopes = try Self.envelopes(&fields, in: root, &report)
    fields.finish(&report)
    try readEnvelopes(envelopes, &report)
  }

  private static let knownVersion = 1.0

  private static func checkVersion(_ version: JSONNode?, at root: JSONNode, _ report: inout DiagnosticReport)
    throws(Remark)
  {
    guard case .number(let major) = version?["major"]?.value else {
      report.warn(
        "no version; read as 1", at: .value((version ?? root).path), remedy: #"add "version": { "major": 1 }"#)
      return
    }
    guard major == knownVersion else {
      throw (version ?? root).remark(
        "version \(Quotation.number(major)) is unknown", remedy: "export version 1 from the program that wrote it")
    }
  }

  /// Returns `signals.continuous.envelopes`.
  private static func envelopes(
    _ fields: inout JSONFields, in root: JSONNode, _ report: inout DiagnosticReport
  ) throws(Remark) -> JSONNode {
    guard let signals = fields.take("signals", &report) else { throw missing("signals", in: root) }
    guard let continuous = signals["continuous"] else { throw missing("continuous", in: signals) }
    guard let envelopes = continuous["envelopes"] else { throw missing("envelopes", in: continuous) }
    return envelopes
  }

  private static func missing(_ key: String, in node: JSONNode) -> Remark {
    node.remark("no \(key)", remedy: #"a clip has { "signals": { "continuous": { "envelopes": ... } } }"#)
  }

  // MARK: Envelopes

  private mutating func readEnvelopes(_ node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) {
    guard var fields = JSONFields(node, &report) else { throw Self.missing("envelopes", in: node) }
    let amplitudes = fields.take("amplitude", &report)
    let frequencies = fields.elements("frequency", &report)
    fields.finish(&report)
    guard let points = amplitudes?.elements, points.count >= 2 else {
      throw (amplitudes ?? node).remark(
        "fewer than two points of amplitude", remedy: "a clip needs one at its start and one at its end")
    }
    guard points.count + frequencies.count <= report.limits.maximumPoints else {
      throw node.remark("more than \(report.limits.maximumPoints) points", remedy: "split it into several files")
    }
    for point in points { try readAmplitude(point, &report) }
    guard amplitude[points.count - 1].time > amplitude[0].time else {
      throw (amplitudes ?? node).remark("a clip without a duration", remedy: "move its last point after the first")
    }
    for point in frequencies { try readFrequency(point, &report) }
  }

  private mutating func readAmplitude(_ node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) {
    var fields = try Self.fields(of: node, &report)
    let time = try Self.time(&fields, in: node, after: amplitude.last?.time, &report)
    let value = try Self.unit("amplitude", &fields, in: node, &report)
    let emphasis = fields.take("emphasis", &report)
    fields.finish(&report)
    amplitude.append((time, value))
    if let emphasis { try readEmphasis(emphasis, at: time, on: value, &report) }
  }

  private mutating func readEmphasis(
    _ node: JSONNode, at time: Double, on floor: Double, _ report: inout DiagnosticReport
  ) throws(Remark) {
    var fields = try Self.fields(of: node, &report)
    let amplitude = try Self.unit("amplitude", &fields, in: node, &report)
    let frequency = try Self.unit("frequency", &fields, in: node, &report)
    fields.finish(&report)
    guard amplitude >= floor else {
      throw node.remark(
        "an emphasis of \(Quotation.number(amplitude)) on an amplitude of \(Quotation.number(floor))",
        remedy: "use an emphasis of at least that amplitude")
    }
    taps.append((time, amplitude, frequency))
  }

  private mutating func readFrequency(_ node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) {
    var fields = try Self.fields(of: node, &report)
    let time = try Self.time(&fields, in: node, after: frequency.last?.time, &report)
    let value = try Self.unit("frequency", &fields, in: node, &report)
    fields.finish(&report)
    if !(amplitude[0].time...amplitude[amplitude.count - 1].time).contains(time) {
      // Older programs of Lofelt write such points, and Meta's reader has a mode for them.
      report.warn(
        "outside the time of the amplitude; not felt", at: .value(node.path),
        remedy: "move it between the points of the amplitude")
    }
    frequency.append((time, value))
  }

  // MARK: Values

  private static func fields(of node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) -> JSONFields {
    guard let fields = JSONFields(node, &report) else {
      throw node.remark("found \(node.value.kind); expected an object", remedy: "write { ... }")
    }
    return fields
  }

  private static func time(
    _ fields: inout JSONFields, in node: JSONNode, after last: Double?, _ report: inout DiagnosticReport
  ) throws(Remark) -> Double {
    let (time, path) = try required("time", &fields, in: node, &report)
    let longest = report.limits.maximumTime.inSeconds
    guard (0...longest).contains(time) else {
      throw Remark(
        "a time of \(Quotation.number(time)) s", at: .value(path), remedy: "write 0...\(Quotation.number(longest))")
    }
    guard time >= last ?? 0 else {
      throw Remark(
        "earlier than the previous point", at: .value(path), remedy: "sort the points by their times")
    }
    return time
  }

  private static func unit(
    _ key: String, _ fields: inout JSONFields, in node: JSONNode, _ report: inout DiagnosticReport
  ) throws(Remark) -> Double {
    let (value, path) = try required(key, &fields, in: node, &report)
    guard (0...1).contains(value) else {
      throw Remark("\(Quotation.number(value)) is out of range", at: .value(path), remedy: "write 0...1")
    }
    return value
  }

  private static func required(
    _ key: String, _ fields: inout JSONFields, in node: JSONNode, _ report: inout DiagnosticReport
  ) throws(Remark) -> (Double, JSONPath) {
    guard let found = fields.number(key, &report) else {
      throw node.remark("no \(key)", remedy: "add \"\(key)\"")
    }
    return found
  }
}
