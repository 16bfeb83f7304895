package import AHAP
public import HapticPatterns
public import TextDiagnostics

/// A pattern file of any format, after reading.
public struct PatternFile: Sendable {
  public let pattern: Pattern
  public let format: PatternFormat
  /// The warnings about the file, in order of its lines.
  public let warnings: [Finding]
  /// The part that repeats until stopped in the original format, in the pattern's time; the pattern contains it once.
  public private(set) var repetition: Range<Duration>?
  /// The author's metadata by key, of AHAP and clips; empty for other formats.
  public private(set) var metadata: [String: String] = [:]
  /// The values of `metadata` that the file has as JSON other than text, by key.
  private(set) var jsonMetadata: [String: String] = [:]
  /// The positions of the parts of an AHAP file.
  private(set) var source: (document: JSONDocument, outline: AHAPOutline)?
  /// The paths of the parts of an AHAP file; nil for other formats.
  package var outline: AHAPOutline? { source?.outline }

  /// Reads the file at `path`; see `read(_:name:feedback:limits:)`.
  ///
  /// - Throws: also the system's error.
  public static func read(
    path: String, feedback: String? = nil, limits: FileLimits = .standard
  ) throws(Refused) -> PatternFile {
    let bytes = try FileBytes.read(path, atMost: limits.maximumBytes)
    return try read(bytes, name: path, feedback: feedback, limits: limits)
  }

  /// Reads a pattern file. The content determines the format; the `name` is used only if the content is not sufficient.
  ///
  /// - Parameters:
  ///   - feedback: selects one of several feedbacks: the event of a feedbackd theme, or the constant of Android's
  ///     feedback constants. The others are ignored.
  /// - Throws: `Refused` if the bytes are not a pattern file, break the rules of the format, or exceed `limits`. Safe
  ///   for untrusted files.
  public static func read(
    _ bytes: [UInt8], name: String, feedback: String? = nil, limits: FileLimits = .standard
  ) throws(Refused) -> PatternFile {
    let text = try TextReading.checked(bytes, limits: limits)
    if isXML(text) { return try AndroidFile.read(text, feedback: feedback, limits: limits) }
    let document = try JSONDocument(text, limits: limits)
    let format = try format(of: document, name: name)
    if let feedback, format != .feedbackd { throw partOf(format, feedback) }
    switch format {
    case .ahap:
      let (file, outline, warnings) = try AHAPFile.read(document)
      return PatternFile(
        pattern: file.pattern, format: .ahap, warnings: warnings, metadata: file.metadata,
        jsonMetadata: file.jsonMetadata, source: (document, outline))
    case .haptic: return try HapticClip.read(document)
    case .feedbackd: return try FeedbackdFile.read(document, feedback: feedback)
    case .web, .androidXML: return try WebVibration.read(document)
    }
  }

  /// The error for the name of a part in a file that is one pattern.
  private static func partOf(_ format: PatternFormat, _ feedback: String) -> Refused {
    Refused(
      "\(format.name) has no parts, and so none of the name \(Quotation.quoted(feedback))",
      remedy: "leave out the # and the name")
  }

  /// The remedy for a file with several parts, with the first of their names; nil if there are none.
  static func selection(among names: [String]) -> String? {
    let shown = names.prefix(12).joined(separator: ", ")
    return names.isEmpty ? nil : "select one with #NAME: \(shown)" + (names.count > 12 ? ", ..." : "")
  }

  private static func isXML(_ text: [UInt8]) -> Bool {
    text.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } == UInt8(ascii: "<")
  }

  private static func format(of document: JSONDocument, name: String) throws(Refused) -> PatternFormat {
    switch document.root.value {
    case .array, .number: return .web
    case .object(let members):
      if let format = signatures.first(where: { members[$0.key] != nil })?.format { return format }
      if let format = PatternFormat(name: name), format != .androidXML { return format }
    default: break
    }
    throw Refused(
      Finding(
        .error, line: 1, column: 1, message: "no pattern of a known format",
        remedy: "AHAP has a Pattern, .haptic has signals, feedbackd a type or profiles, the web an array"))
  }

  /// The keys that identify the formats.
  private static let signatures: [(key: String, format: PatternFormat)] = [
    ("Pattern", .ahap), ("signals", .haptic), ("profiles", .feedbackd), ("type", .feedbackd),
  ]
}
