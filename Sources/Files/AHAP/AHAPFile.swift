public import HapticPatterns
public import TextDiagnostics

/// A pattern file of Apple (`.ahap`): one pattern with its author's metadata.
public struct AHAPFile: Hashable, Sendable {
  public var pattern: Pattern
  /// The version of the format; only 1 exists.
  public var version: Double
  /// The author's metadata by key; a value that is not a string in the file is given as JSON.
  public var metadata: [String: String]
  /// The values of `metadata` that the file had as JSON, by key. Such a value is written as JSON again, unless `metadata` has
  /// another one by now.
  package var jsonMetadata: [String: String] = [:]

  public init(pattern: Pattern, version: Double = 1, metadata: [String: String] = [:]) {
    self.pattern = pattern
    self.version = version
    self.metadata = metadata
  }

  /// Reads an AHAP file as leniently as Core Haptics: missing values get their defaults, values out of range are
  /// clamped, and unknown keys are ignored, each with a warning.
  ///
  /// Times are rounded to nanoseconds. A continuous event with an `EventDuration` of 0, or without one, lasts
  /// `Event.endless`.
  ///
  /// - Throws: `Refused` if the text is not JSON, has no pattern, or exceeds `limits`. Safe for untrusted files.
  public static func read(
    _ bytes: [UInt8], limits: FileLimits = .standard
  ) throws(Refused) -> (file: AHAPFile, warnings: [Finding]) {
    let (file, _, warnings) = try read(try JSONDocument(bytes, limits: limits))
    return (file, warnings)
  }

  /// Reads an AHAP file from a parsed JSON text, and returns the positions of the pattern's parts as well.
  public static func read(
    _ document: JSONDocument
  ) throws(Refused) -> (file: AHAPFile, outline: AHAPOutline, warnings: [Finding]) {
    let (read, warnings) = try document.read { (root, report) throws(Remark) in
      var reader = AHAPReader()
      return try reader.file(root, &report)
    }
    return (read.0, read.1, warnings)
  }
}

/// The positions of a pattern's parts in its file: the paths of its events, parameters, curves and audio events, in the
/// order of the pattern.
public struct AHAPOutline: Hashable, Sendable {
  public let events: [JSONPath]
  public let parameters: [JSONPath]
  public let curves: [JSONPath]
  public let audio: [JSONPath]
}
