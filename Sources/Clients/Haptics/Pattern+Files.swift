internal import HapticFiles
public import HapticPatterns
internal import TextDiagnostics

extension Pattern {
  /// Reads a pattern file: AHAP, `.haptic`, Android's XML, a feedback of feedbackd, or a vibration of the web. The
  /// content determines the format. Blocks while the file is read.
  ///
  /// ```swift
  /// let knock = haptics.define(try Pattern(contentsOf: "knock.ahap"))
  /// ```
  ///
  /// Safe for untrusted files: sizes and numbers are limited. Values out of range are clamped, unknown entries are
  /// ignored; `hapticctl lint` lists these warnings.
  ///
  /// - Parameters:
  ///   - path: the path of the file. A file that is not regular, such as a FIFO, is refused.
  ///   - feedback: selects one of several feedbacks in the file, by its event or constant.
  /// - Throws: `PatternFileError` if the file cannot be read, or is not a pattern file.
  public init(contentsOf path: String, feedback: String? = nil) throws(PatternFileError) {
    do throws(Refused) {
      self = try PatternFile.read(path: path, feedback: feedback).pattern
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
