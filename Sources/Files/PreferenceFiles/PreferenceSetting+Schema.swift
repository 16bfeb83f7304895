internal import HapticPatterns
internal import HapticPreferences

extension PreferenceSetting {
  /// All keys. Reading, listing, completion and help use this table; a test compares `hapticd.toml(5)` with it.
  package static let all: [PreferenceSetting] =
    general + Category.allCases.flatMap(category) + quietHours + powerSaver + application + device

  private static let general: [PreferenceSetting] = [
    .init(.general, "enabled", .boolean, \.isEnabled, "whether haptics are on"),
    .init(
      .general, "strength", .strength, \.strength, "the strength of everything, in addition to that of the category"),
    .init(.general, "profile", .profile, \.profile, "everything, no notifications and media, or nothing"),
    .init(.general, "theme", .theme, \.theme, "the theme with the patterns of feedbacks"),
    .init(.general, "locality", .locality, \.locality, "the location of feedback if the program gives none"),
    .init(
      .general, "duplicate-window", .duration(PreferenceLimits.duplicateWindows), \.duplicateWindow,
      "the time in which the same feedback of a program is a duplicate"),
    .init(
      .general, "feedback-interface", .automatic, \.feedbackInterface,
      "whether programs for feedbackd are served, over D-Bus"),
    .init(
      .general, "feedback-theme", .theme, \.feedbackTheme,
      "feedbackd's theme, with sounds and lights, for these programs"),
  ]

  private static func category(_ category: Category) -> [PreferenceSetting] {
    [
      .init(.category(category), "strength", .strength, \.[category].strength, "the strength of the category"),
      .init(.category(category), "rate", .rate, \.[category].rate.perSecond, "the plays per second of a program"),
      .init(.category(category), "burst", .count, \.[category].rate.burst, "the plays of a program at once"),
      .init(
        .category(category), "gap", .duration(PreferenceLimits.gaps), \.[category].rate.gap,
        "the minimum time between two plays of a program"),
    ]
  }

  private static let quietHours: [PreferenceSetting] = [
    .init(.quietHours, "from", .timeOfDay, \.quietHours.start, "the start of quiet hours, local time"),
    .init(.quietHours, "to", .timeOfDay, \.quietHours.end, "the end of quiet hours"),
    .init(.quietHours, "days", .days, \.quietHours.days, "the days on which quiet hours start"),
    .init(.quietHours, "allow", .categories, \.quietHours.allowed, "the categories that play in quiet hours"),
  ]

  private static let powerSaver: [PreferenceSetting] = [
    .init(.powerSaver, "allow", .categories, \.powerSaver.allowed, "the categories that play with the power saver")
  ]

  private static let application: [PreferenceSetting] =
    [
      .init(application: "strength", .strength, \.strength, "the strength of the application"),
      .init(application: "profile", .profile, \.profile, "its profile, if that has less feedback than the general one"),
      .init(application: "important", .boolean, \.mayBeImportant, "whether it may play in spite of quiet hours"),
      .init(application: "locality", .locality, \.locality, "its location, regardless of its requests"),
    ]
    + Category.allCases.map { category in
      .init(
        application: category.name, .strength, \.[category],
        "the strength of its category \(category.name)")
    }

  private static let device: [PreferenceSetting] = [
    .init(device: "enabled", .boolean, \.isEnabled, "whether the device plays"),
    .init(device: "strength", .strength, \.strength, "the strength of the device"),
    .init(device: "rise", motorTime, \.motor.rise, "the motor's time to 90 % of full vibration"),
    .init(device: "fall", motorTime, \.motor.fall, "the motor's time to 10 % after its drive ends"),
    .init(device: "weak-rise", motorTime, \.motor.weakRise, "the rise of the weak motor of a pair"),
    .init(device: "weak-fall", motorTime, \.motor.weakFall, "the fall of the weak motor of a pair"),
    .init(device: "deadband", .deadband, \.motor.deadband, "the drive below which the motors do not move"),
  ]

  private static let motorTime = PreferenceKind.duration(PreferenceLimits.motorTimes)

  static func index(_ name: String, in table: PreferenceTable) -> Int? { indices[table]?[name] }

  /// A table, because a file may have thousands of keys, and the daemon does nothing else while it reads one.
  private static let indices = Dictionary(grouping: all.indices) { all[$0].table }
    .mapValues { rows in Dictionary(uniqueKeysWithValues: rows.map { (all[$0].name, $0) }) }

  static func names(in table: PreferenceTable) -> [String] { all.filter { $0.table == table }.map(\.name) }
}
