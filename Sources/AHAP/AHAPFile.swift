public import HapticPatterns

/// A pattern file of Apple's (`.ahap`): one pattern, and what its author says about it.
public struct AHAPFile: Hashable, Sendable {
  public var pattern: Pattern
  /// The version of the format; there is only 1.
  public var version: Double
  /// What the author says, by keys of his own; what is no text in the file is its JSON.
  public var metadata: [String: String]

  public init(pattern: Pattern, version: Double = 1, metadata: [String: String] = [:]) {
    self.pattern = pattern
    self.version = version
    self.metadata = metadata
  }

  /// Reads an AHAP file, as leniently as Core Haptics: what is missing takes its default, what is out of range is
  /// clamped, what is unknown is left out, and all that is warned of. `strict` makes an error of every warning.
  ///
  /// Times are rounded to nanoseconds. A continuous event of `EventDuration` 0, or without one, lasts `Event.endless`.
  ///
  /// - Throws: what is no JSON, has no pattern, or goes beyond `limits`. A file from anybody can be read.
  public static func read(
    _ bytes: [UInt8], strict: Bool = false, limits: FileLimits = .standard
  ) throws(Refused) -> (file: AHAPFile, warnings: [Finding]) {
    let (file, _, warnings) = try read(try JSONDocument(bytes, limits: limits), strict: strict, limits: limits)
    return (file, warnings)
  }

  /// The same for a JSON text that is read already, with the places of the pattern's parts in it.
  public static func read(
    _ document: JSONDocument, strict: Bool = false, limits: FileLimits = .standard
  ) throws(Refused) -> (file: AHAPFile, outline: AHAPOutline, warnings: [Finding]) {
    let (read, warnings) = try document.read(strict: strict) { (root, report) throws(Remark) in
      var reader = AHAPReader(limits: limits)
      return try reader.file(root, &report)
    }
    return (read.0, read.1, warnings)
  }
}
