internal import AHAP
public import HapticPatterns
internal import TextDiagnostics

extension Pattern {
  /// Reads a pattern in the format AHAP. Blocks while the file is read.
  ///
  /// ```swift
  /// let knock = haptics.define(try Pattern(contentsOf: "knock.ahap"))
  /// ```
  ///
  /// Safe for untrusted files: sizes and numbers are limited. Values out of range are clamped, unknown entries are
  /// ignored; `hapticctl lint` lists these warnings. The library `HapticFiles` reads other formats as well:
  /// `PatternFile.read(path: "knock.haptic").pattern`.
  ///
  /// - Parameter path: the path of the file. A file that is not regular, such as a FIFO, is refused.
  /// - Throws: `PatternFileError` if the file cannot be read, or is not an AHAP file.
  public init(contentsOf path: String) throws(PatternFileError) {
    do throws(Refused) {
      let bytes = try FileBytes.read(path, atMost: FileLimits.standard.maximumBytes)
      self = try AHAPFile.read(bytes).file.pattern
    } catch {
      throw PatternFileError(path: path, finding: error.finding)
    }
  }
}

/// The reason why a pattern file could not be read.
public struct PatternFileError: Error, Hashable, Sendable {
  public let path: String
  /// The line and the column, from 1; nil if the reason has no position in the text.
  public var line: Int? { finding.line }
  public var column: Int? { finding.column }
  /// The problem.
  public var message: String { finding.message }
  /// The action that solves the problem.
  public var remedy: String { finding.remedy }
  fileprivate let finding: Finding
}

extension PatternFileError: CustomStringConvertible {
  /// `path:line:column: key: message; remedy`, without unknown parts.
  public var description: String { finding.description(in: path) }
}
