internal import AHAP
internal import HapticPatterns
internal import HapticPreferences

/// What values a key takes.
public enum PreferenceKind: Hashable, Sendable {
  case boolean
  /// `"60%"`, 60, `"off"`, `"mute"`, `"full"`.
  case strength
  case profile, locality
  /// The name of a theme's folder.
  case theme
  /// `"30ms"`, from nothing on.
  case duration(upTo: Duration)
  /// Per second.
  case rate
  case count
  /// `"22:00"`, or `"off"` for none.
  case timeOfDay
  case days, categories

  /// What to write, in one line.
  public var remedy: String {
    switch self {
    case .boolean: "write true or false"
    case .strength: "write \"60%\", a whole number from 0 to 100 for percent, \"off\" or \"full\""
    case .profile: "write \(Self.quoted(Profile.allCases.map(\.name)))"
    case .locality: "write \(Self.quoted(Locality.allCases.map(\.name)))"
    case .theme: "write the name of a theme, such as \"default\", of at most \(ShortName.capacity) bytes"
    case .duration(let longest):
      "write it with its unit, such as \"30ms\", \"1.5s\" or \"250us\", up to \(longest.written)"
    case .rate:
      "write a number from \(Quotation.number(PreferenceLimits.rates.lowerBound)) to "
        + Quotation.number(PreferenceLimits.rates.upperBound)
    case .count:
      "write a whole number from \(PreferenceLimits.bursts.lowerBound) to \(PreferenceLimits.bursts.upperBound)"
    case .timeOfDay: "write \"00:00\" to \"23:59\", or \"off\" for no quiet hours"
    case .days: "write a list of \(Self.quoted(Weekdays.names, "and"))"
    case .categories: "write a list of \(Self.quoted(Category.allCases.map(\.name), "and"))"
    }
  }

  /// Words that a shell can offer.
  public var suggestions: [String] {
    switch self {
    case .boolean: ["on", "off"]
    case .strength: ["off", "25%", "50%", "75%", "full"]
    case .profile: Profile.allCases.map(\.name)
    case .locality: Locality.allCases.map(\.name)
    case .timeOfDay: ["off"]
    case .days: Weekdays.names
    case .categories: Category.allCases.map(\.name) + [Self.noneWord]
    case .theme, .duration, .rate, .count: []
    }
  }

  /// What a person types for an empty list.
  static let noneWord = "none"

  private static func quoted(_ words: [String], _ last: String = "or") -> String {
    list(words.map { "\"\($0)\"" }, last)
  }
}

/// The words for days.
enum Weekdays {
  /// From Monday on, as a person lists them.
  static let week = (1...7).map { Weekday.names[$0 % 7] }
  static let names = week + ["weekdays", "weekend"]

  static func named(_ word: String) -> Weekday? {
    switch word {
    case "weekdays": [.monday, .tuesday, .wednesday, .thursday, .friday]
    case "weekend": [.saturday, .sunday]
    default: Weekday.names.firstIndex(of: word).map { Weekday(number: $0) }
    }
  }

  static func words(_ days: Weekday) -> [String] {
    week.filter { days.contains(named($0) ?? []) }
  }
}
