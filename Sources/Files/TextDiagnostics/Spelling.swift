internal import HapticPatterns

/// Suggests correct names for misspelt ones.
public enum Spelling {
  /// The maximum length of a text to compare: longer than any known name with typing errors.
  private static let longest = 64
  /// The minimum length of a part to compare: shorter ones begin or end too many names.
  private static let shortestPart = 4

  /// Returns the name among `names` most similar to `text`: with a few different letters, or with a part missing or
  /// added at one end (`HapticReleaseTime` for `ReleaseTime`); nil if none is similar.
  public static func nearest(to text: String, among names: [String]) -> String? {
    let wanted = Array(text.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    let tolerance = max(1, wanted.count / 3)
    return names.map { ($0, distance(wanted, Array($0.lowercased().utf8), ofPart: tolerance)) }
      .filter { $0.1 <= tolerance }.min { $0.1 < $1.1 }?.0
  }

  /// Returns the remedy for a text that is none of `names`: a question for the most similar one, or else `other`.
  package static func remedy(for text: String, among names: [String], or other: String = "remove it") -> String {
    nearest(to: text, among: names).map { "did you mean \($0)?" } ?? other
  }

  private static func distance(_ left: [UInt8], _ right: [UInt8], ofPart partDistance: Int) -> Int {
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    let isPart =
      short.count >= shortestPart && (long.starts(with: short) || long.reversed().starts(with: short.reversed()))
    return isPart ? min(partDistance, editDistance(left, right)) : editDistance(left, right)
  }
}
