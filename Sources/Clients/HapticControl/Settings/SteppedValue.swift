internal import HapticPatterns
internal import HapticThemes
internal import PreferenceFiles

/// The next value of a setting, for the keys left and right.
enum SteppedValue {
  /// Returns the next larger or smaller value as `set` takes it; nil if the kind has no order.
  static func next(after row: PreferenceRow, up: Bool, themes: () -> [String]) -> String? {
    let kind = row.key.setting.kind
    switch (kind, row.value) {
    case (.strength, _): return up ? "+5%" : "-5%"
    case (.deadband, .strength): return up ? "+1%" : "-1%"
    case (.boolean, .boolean(let flag)): return flag ? "off" : "on"
    case (.automatic, _), (.profile, _), (.locality, _):
      return neighbour(of: row.typedValue, in: kind.suggestions, up: up)
    case (.theme, _) where row.key.isTheme:
      return neighbour(of: row.typedValue ?? Theme.standardName.description, in: themes(), up: up)
    case (.duration(let limits), .duration(let duration)):
      let next = min(max(up ? duration + step : duration - step, limits.lowerBound), limits.upperBound)
      return kind.typedText(of: .duration(next))
    case (.rate, .number(let number)): return kind.typedText(of: .number(number + (up ? 1 : -1)))
    case (.count, .integer(let number)): return kind.typedText(of: .integer(number + (up ? 1 : -1)))
    case (.timeOfDay, .integer(let minutes)):
      return kind.typedText(of: .integer((minutes + (up ? 15 : day - 15)) % day))
    case (.timeOfDay, _): return "22:00"
    default: return nil
    }
  }

  private static let step = Duration.milliseconds(5)
  private static let day = 24 * 60

  private static func neighbour(of word: String?, in words: [String], up: Bool) -> String? {
    guard !words.isEmpty else { return nil }
    guard let word, let index = words.firstIndex(of: word) else { return words[0] }
    return words[(index + (up ? 1 : words.count - 1)) % words.count]
  }
}
