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
      throw PatternFileError(path: path, error.finding)
    }
  }
}

/// The reason why a pattern file could not be read.
public struct PatternFileError: Error, Hashable, Sendable {
  public let path: String
  /// The line and the column, from 1; nil if the reason has no position in the text.
  public let line: Int?
  public let column: Int?
  /// The problem.
  public let message: String
  /// The action that solves the problem.
  public let remedy: String
  private let finding: Finding

  init(path: String, _ finding: Finding) {
    self.path = path
    (line, column) = (finding.line, finding.column)
    (message, remedy) = (finding.message, finding.remedy)
    self.finding = finding
  }
}

extension PatternFileError: CustomStringConvertible {
  /// `path:line:column: key: message; remedy`, without unknown parts.
  public var description: String { finding.description(in: path) }
}
