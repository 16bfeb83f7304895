internal import HapticPatterns

/// Names that were probably meant.
public enum Spelling {
  /// Longer than any name we know, by more than an error of typing.
  private static let longest = 64

  /// The name among `names` that somebody probably meant who wrote `text`; nil if nothing is near.
  public static func nearest(to text: String, among names: [String]) -> String? {
    let wanted = Array(text.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    let tolerance = max(1, wanted.count / 3)
    return names.map { ($0, editDistance(wanted, Array($0.lowercased().utf8))) }
      .filter { $0.1 <= tolerance }.min { $0.1 < $1.1 }?.0
  }
}
