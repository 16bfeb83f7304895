internal import HapticFiles
internal import Haptics
internal import TextDiagnostics

/// The text of patterns that commands make.
enum PatternOutput {
  /// The pattern as AHAP.
  ///
  /// - Parameter source: the name of what it was made from, for a message.
  /// - Throws: a failure if AHAP cannot hold it.
  static func ahap(_ pattern: Pattern, of source: String) throws(Failure) -> WrittenPattern {
    do throws(Refused) { return try WrittenPattern(pattern, as: .ahap) } catch {
      throw .refused("\(source.shownName): \(error.finding.message); \(error.finding.remedy)")
    }
  }
}
