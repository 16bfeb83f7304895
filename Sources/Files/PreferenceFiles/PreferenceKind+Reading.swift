internal import HapticPatterns
internal import HapticPreferences
internal import TextDiagnostics

extension PreferenceKind {
  /// Converts a TOML value to a value of this kind.
  ///
  /// - Throws: a mistake with the remedy, for a value of another type or out of range.
  package func value(of node: TOMLValue) throws(PreferenceMistake) -> PreferenceValue {
    switch (self, node) {
    case (.boolean, .boolean(let flag)), (.automatic, .boolean(let flag)): return .boolean(flag)
    case (.automatic, .string(Self.autoWord)): return .nothing
    case (.strength, .string(let text)): return .strength(try StrengthText.read(text))
    case (.strength, .integer(let number)): return .strength(try StrengthText.read(Double(number)))
    case (.strength, .float(let number)): return .strength(try StrengthText.read(number))
    case (.deadband, _): return try deadband(node)
    case (.profile, .string(let word)):
      return .profile(try word.named("profile", among: Profile.allCases, \.name, remedy))
    case (.locality, .string(let word)):
      return .locality(try word.named("locality", among: Locality.allCases, \.name, remedy))
    case (.theme, .string(let word)): return .name(try theme(word))
    case (.duration(let limits), .string(let text)): return .duration(try duration(text, within: limits))
    case (.duration(let limits), .integer(let number)):
      let isInRange = limits.contains(.milliseconds(number))
      throw PreferenceMistake(
        "missing unit in \(number)",
        remedy: isInRange ? "write \"\(number)ms\" for milliseconds" : "expected \(limits.words)")
    case (.rate, .integer(let number)): return .number(try rate(Double(number)))
    case (.rate, .float(let number)): return .number(try rate(number))
    case (.count, .integer(let number)): return .integer(try count(number))
    case (.timeOfDay, .string(let text)): return try timeOfDay(text)
    case (.timeOfDay, .time(let hour, let minute, hasSeconds: false)): return .integer(hour * 60 + minute)
    case (.timeOfDay, .time):
      throw PreferenceMistake("found a time with seconds", remedy: "expected hours and minutes, such as \"22:00\"")
    case (.days, .array(let items)):
      return .days(
        try items.reduced(remedy) { word throws(PreferenceMistake) in
          // The word is known to be valid.
          Weekdays.named(try word.named("day", among: Weekdays.names, \.self, remedy)) ?? []
        })
    case (.categories, .array(let items)):
      return .categories(
        try items.reduced(remedy) { word throws(PreferenceMistake) in
          CategorySet(try word.named("category", among: Category.allCases, \.name, remedy))
        })
    case (.days, .string(let word)), (.categories, .string(let word)):
      throw PreferenceMistake("found a string; expected a list", remedy: "write [\(Quotation.quoted(word))]")
    default: throw PreferenceMistake("found \(node.typeName)", remedy: remedy)
    }
  }

  // MARK: Values of one kind

  private func theme(_ word: String) throws(PreferenceMistake) -> ShortName {
    guard let name = ShortName(word), name.isFolderName else {
      throw PreferenceMistake("invalid theme name \(Quotation.quoted(word))", remedy: remedy)
    }
    return name
  }

  private func deadband(_ node: TOMLValue) throws(PreferenceMistake) -> PreferenceValue {
    let value = try PreferenceKind.strength.value(of: node)
    guard case .strength(let share) = value, share <= PreferenceLimits.largestDeadband else {
      let text = PreferenceKind.strength.text(of: value) ?? ""
      throw PreferenceMistake("\(text) is out of range", remedy: remedy)
    }
    return value
  }

  private func duration(_ text: String, within limits: ClosedRange<Duration>) throws(PreferenceMistake) -> Duration {
    guard let duration = Duration(written: text) else {
      throw PreferenceMistake("invalid duration \(Quotation.quoted(text))", remedy: remedy)
    }
    guard limits.contains(duration) else {
      throw PreferenceMistake("\(Quotation.quoted(text)) is out of range", remedy: "expected \(limits.words)")
    }
    return duration
  }

  private func rate(_ number: Double) throws(PreferenceMistake) -> Double {
    guard PreferenceLimits.rates.contains(number) else {
      throw PreferenceMistake("\(Quotation.number(number)) is out of range", remedy: remedy)
    }
    return number
  }

  private func count(_ number: Int64) throws(PreferenceMistake) -> Int {
    guard let count = Int(exactly: number), PreferenceLimits.bursts.contains(count) else {
      throw PreferenceMistake("\(number) is out of range", remedy: remedy)
    }
    return count
  }

  private func timeOfDay(_ text: String) throws(PreferenceMistake) -> PreferenceValue {
    if text == "off" { return .nothing }
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      let hour = Decimal.digits(parts[0]), let minute = Decimal.digits(parts[1]), hour < 24, minute < 60
    else {
      throw PreferenceMistake("invalid time of day \(Quotation.quoted(text))", remedy: remedy)
    }
    return .integer(hour * 60 + minute)
  }
}

// MARK: Helpers

extension String {
  fileprivate func named<Named>(
    _ what: String, among all: [Named], _ name: (Named) -> String, _ remedy: @autoclosure () -> String
  ) throws(PreferenceMistake) -> Named {
    if let named = all.first(where: { name($0) == self }) { return named }
    let nearest = Spelling.nearest(to: self, among: all.map(name))
    throw PreferenceMistake(
      "unknown \(what) \(Quotation.quoted(self))", remedy: nearest.map { "did you mean \"\($0)\"?" } ?? remedy())
  }
}

extension [TOMLNode] {
  /// Converts all items, which must be strings, to a set.
  fileprivate func reduced<Members: OptionSet>(
    _ remedy: String, _ members: (String) throws(PreferenceMistake) -> Members
  ) throws(PreferenceMistake) -> Members where Members.Element == Members {
    var all: Members = []
    for item in self {
      do throws(PreferenceMistake) {
        guard case .string(let word) = item.value else {
          throw PreferenceMistake("found \(item.value.typeName) in the list", remedy: remedy)
        }
        all.formUnion(try members(word))
      } catch {
        throw PreferenceMistake(error.message, remedy: error.remedy, at: item.begin)
      }
    }
    return all
  }
}

extension ClosedRange<Duration> {
  /// The limits in words, such as `from "100us" to "1s"`, or `up to "1s"`.
  var words: String {
    lowerBound == .zero
      ? "up to \"\(upperBound.written)\"" : "from \"\(lowerBound.written)\" to \"\(upperBound.written)\""
  }
}
