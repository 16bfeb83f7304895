internal import HapticPatterns
internal import HapticPreferences

extension PreferenceSetting {
  /// Every key there is. What is read, listed, suggested and explained comes from here; `hapticd.toml(5)` is compared
  /// with it.
  public static let all: [PreferenceSetting] =
    general + Category.allCases.flatMap(category) + quietHours + powerSaver + application + device

  private static let general = [
    PreferenceSetting(.general, "enabled", .boolean, \.isEnabled, "whether anything plays at all"),
    PreferenceSetting(
      .general, "profile", .profile, \.profile, "everything, no notifications and media, or nothing"),
    PreferenceSetting(.general, "theme", .theme, \.theme, "what feedbacks feel like"),
    PreferenceSetting(
      .general, "locality", .locality, \.locality, "where feedback plays whose program leaves that open"),
    PreferenceSetting(
      .general, "duplicate-window", .duration(upTo: PreferenceLimits.longestDuplicateWindow), \.duplicateWindow,
      "how soon the same feedback of a program is taken for its double"),
  ]

  private static func category(_ category: Category) -> [PreferenceSetting] {
    [
      PreferenceSetting(.category(category), "strength", .strength, \.[category].strength, "how strong it is felt"),
      PreferenceSetting(
        .category(category), "rate", .rate, \.[category].rate.perSecond, "how often a program may play, per second"),
      PreferenceSetting(
        .category(category), "burst", .count, \.[category].rate.burst, "how many a program may play at once"),
      PreferenceSetting(
        .category(category), "gap", .duration(upTo: PreferenceLimits.longestGap), \.[category].rate.gap,
        "the shortest time between two of a program"),
    ]
  }

  private static let quietHours = [
    PreferenceSetting(.quietHours, "from", .timeOfDay, \.quietHours.start, "when quiet hours start, local time"),
    PreferenceSetting(.quietHours, "to", .timeOfDay, \.quietHours.end, "when they end"),
    PreferenceSetting(.quietHours, "days", .days, \.quietHours.days, "the days on which they start"),
    PreferenceSetting(.quietHours, "allow", .categories, \.quietHours.allowed, "what plays all the same"),
  ]

  private static let powerSaver = [
    PreferenceSetting(.powerSaver, "allow", .categories, \.powerSaver.allowed, "what plays while power is short")
  ]

  private static let application =
    [
      PreferenceSetting(application: "strength", .strength, \.strength, "how strong the application is felt"),
      PreferenceSetting(
        application: "important", .boolean, \.mayBeImportant, "whether it may be felt in spite of quiet hours"),
      PreferenceSetting(application: "locality", .locality, \.locality, "where it plays, whatever it asks for"),
    ]
    + Category.allCases.map { category in
      PreferenceSetting(
        application: category.name, .strength, \.categories[category], "how strong its \(category.name) is felt")
    }

  private static let device = [
    PreferenceSetting(device: "enabled", .boolean, \.isEnabled, "whether the device plays"),
    PreferenceSetting(device: "strength", .strength, \.strength, "how strong the device is felt"),
  ]

  /// Where the settings of a table are, by their names.
  static func index(_ name: String, in table: PreferenceTable) -> Int? {
    all.firstIndex { $0.table == table && $0.name == name }
  }

  static func names(in table: PreferenceTable) -> [String] { all.filter { $0.table == table }.map(\.name) }
}
