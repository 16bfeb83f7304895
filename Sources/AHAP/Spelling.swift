internal import HapticPatterns

/// Names that were probably meant.
public enum Spelling {
  /// Longer than any name we know, by more than an error of typing.
  private static let longest = 64
  /// What is shorter is the beginning or the end of too many names.
  private static let shortestPart = 4

  /// The name among `names` that somebody probably meant who wrote `text`, with a few wrong letters, or with a piece too
  /// much or too little at one end (`HapticReleaseTime` for `ReleaseTime`); nil if nothing is near.
  public static func nearest(to text: String, among names: [String]) -> String? {
    let wanted = Array(text.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    let tolerance = max(1, wanted.count / 3)
    return names.map { ($0, distance(wanted, Array($0.lowercased().utf8), ofPart: tolerance)) }
      .filter { $0.1 <= tolerance }.min { $0.1 < $1.1 }?.0
  }

  private static func distance(_ left: [UInt8], _ right: [UInt8], ofPart partDistance: Int) -> Int {
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    let isPart =
      short.count >= shortestPart && (long.starts(with: short) || long.reversed().starts(with: short.reversed()))
    return isPart ? min(partDistance, editDistance(left, right)) : editDistance(left, right)
  }
}
