package import HapticPatterns
internal import HapticPreferences
internal import TextDiagnostics

package enum PreferenceKind: Hashable, Sendable {
  case boolean
  /// True, false, or `"auto"` for no value.
  case automatic
  /// A strength; see `StrengthText`.
  case strength
  /// A strength up to the limit of motors.
  case deadband
  case profile, locality
  /// The name of a theme's folder.
  case theme
  /// A duration such as `"30ms"` within limits.
  case duration(ClosedRange<Duration>)
  /// A number per second.
  case rate
  case count
  /// A time such as `"22:00"`, or `"off"` for none.
  case timeOfDay
  case days, categories

  /// The valid values in one line.
  package var remedy: String {
    switch self {
    case .boolean: "expected true or false"
    case .automatic: "expected true, false or \"auto\""
    case .strength: StrengthText.expectation
    case .deadband: "expected 0% to \(Quotation.number(PreferenceLimits.largestDeadband.rawValue * 100))%"
    case .profile, .locality: "expected \(Self.quoted(suggestions))"
    case .theme: "expected the name of a theme, such as \"default\", of at most \(ShortName.capacity) bytes"
    case .duration(let limits):
      "expected a number with a unit, such as \"30ms\", \"1.5s\" or \"250us\", \(limits.words)"
    case .rate:
      "expected a number from \(Quotation.number(PreferenceLimits.rates.lowerBound)) to "
        + Quotation.number(PreferenceLimits.rates.upperBound)
    case .count:
      "expected a whole number from \(PreferenceLimits.bursts.lowerBound) to \(PreferenceLimits.bursts.upperBound)"
    case .timeOfDay: "expected \"00:00\" to \"23:59\", or \"off\" for no quiet hours"
    case .days: "expected a list of \(Self.quoted(Weekdays.names, "and"))"
    case .categories: "expected a list of \(Self.quoted(Category.allCases.map(\.name), "and"))"
    }
  }

  /// Words for completion.
  package var suggestions: [String] {
    switch self {
    case .boolean: ["on", "off"]
    case .automatic: ["on", "off", Self.autoWord]
    case .deadband: ["5%", "10%", "20%"]
    case .strength: ["off", "25%", "50%", "75%", "full"]
    case .profile: Profile.allCases.map(\.name)
    case .locality: Locality.allCases.map(\.name)
    case .timeOfDay: ["off"]
    case .days: Weekdays.names
    case .categories: Category.allCases.map(\.name) + [Self.noneWord]
    case .theme, .duration, .rate, .count: []
    }
  }

  /// The maximum of a strength; nil for other kinds.
  package var highestStrength: Intensity? {
    switch self {
    case .strength: .full
    case .deadband: PreferenceLimits.largestDeadband
    default: nil
    }
  }

  /// The word for no value of the kind `automatic`.
  static let autoWord = "auto"

  /// The word for an empty list on the command line.
  static let noneWord = "none"

  private static func quoted(_ words: [String], _ last: String = "or") -> String {
    list(words.map { "\"\($0)\"" }, last)
  }
}

enum Weekdays {
  /// The days from Monday on; `Weekday.names` begins with Sunday.
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
