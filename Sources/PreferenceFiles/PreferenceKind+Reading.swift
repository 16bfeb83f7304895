internal import AHAP
internal import HapticPatterns
internal import HapticPreferences

extension PreferenceKind {
  /// What a node of a file means for such a key.
  package func value(of node: TOMLValue) throws(PreferenceMistake) -> PreferenceValue {
    switch (self, node) {
    case (.boolean, .boolean(let flag)): return .boolean(flag)
    case (.strength, .string(let text)): return .strength(try strength(text))
    case (.strength, .integer(let percent)): return .strength(try strength(percent: Double(percent)))
    case (.strength, .float(let number)): throw fractional(number)
    case (.profile, .string(let word)): return .profile(try word.named(among: Profile.allCases, \.name, remedy))
    case (.locality, .string(let word)): return .locality(try word.named(among: Locality.allCases, \.name, remedy))
    case (.theme, .string(let word)): return .name(try theme(word))
    case (.duration(let longest), .string(let text)): return .duration(try duration(text, upTo: longest))
    case (.duration, .integer(let number)):
      throw PreferenceMistake("\(number) has no unit", remedy: "write \"\(number)ms\" if milliseconds are meant")
    case (.rate, .integer(let number)): return .number(try rate(Double(number)))
    case (.rate, .float(let number)): return .number(try rate(number))
    case (.count, .integer(let number)): return .integer(try count(number))
    case (.timeOfDay, .string(let text)): return try timeOfDay(text)
    case (.timeOfDay, .time(let hour, let minute, hasSeconds: false)): return .integer(hour * 60 + minute)
    case (.timeOfDay, .time): throw PreferenceMistake("a time with seconds", remedy: "give whole minutes: \"22:00\"")
    case (.days, .array(let items)):
      return .days(
        try items.reduced(remedy) { word throws(PreferenceMistake) in
          try word.named(among: Weekdays.names, \.self, remedy).weekday
        })
    case (.categories, .array(let items)):
      return .categories(
        try items.reduced(remedy) { word throws(PreferenceMistake) in
          CategorySet(try word.named(among: Category.allCases, \.name, remedy))
        })
    case (.days, .string(let word)), (.categories, .string(let word)):
      throw PreferenceMistake("a word, not a list", remedy: "write [\(Quotation.quoted(word))]")
    default: throw PreferenceMistake("\(node.typeName) cannot be meant", remedy: remedy)
    }
  }

  // MARK: Strengths

  private func strength(_ text: String) throws(PreferenceMistake) -> Intensity {
    switch text {
    case "off", "mute": return .none
    case "full": return .full
    default: break
    }
    guard text.hasSuffix("%"), let percent = Decimal.read(text.dropLast()) else {
      throw PreferenceMistake("\(Quotation.quoted(text)) is no strength", remedy: remedy)
    }
    return try strength(percent: percent)
  }

  private func strength(percent: Double) throws(PreferenceMistake) -> Intensity {
    guard (0...100).contains(percent) else {
      throw PreferenceMistake("\(Quotation.number(percent))% is not from 0% to 100%", remedy: remedy)
    }
    return Intensity(Decimal.rounded(percent) / 100)
  }

  /// 0.5 may be meant as a share or as percent, which differ by a hundred.
  private func fractional(_ number: Double) -> PreferenceMistake {
    let isShare = (0...1).contains(number)
    let percent = Quotation.number(Decimal.rounded(isShare ? number * 100 : number))
    return PreferenceMistake(
      "\(Quotation.number(number)) may be a share or percent",
      remedy: (0...100).contains(number) ? "write \"\(percent)%\" if that is meant" : remedy)
  }

  // MARK: Other values

  private func theme(_ word: String) throws(PreferenceMistake) -> ShortName {
    guard let name = ShortName(word), !name.isEmpty else {
      throw PreferenceMistake("\(Quotation.quoted(word)) is no theme's name", remedy: remedy)
    }
    return name
  }

  private func duration(_ text: String, upTo longest: Duration) throws(PreferenceMistake) -> Duration {
    guard let duration = Duration(written: text) else {
      throw PreferenceMistake("\(Quotation.quoted(text)) is no length of time", remedy: remedy)
    }
    guard duration <= longest else {
      throw PreferenceMistake("\(Quotation.quoted(text)) is more than \(longest.written)", remedy: remedy)
    }
    return duration
  }

  private func rate(_ number: Double) throws(PreferenceMistake) -> Double {
    guard PreferenceLimits.rates.contains(number) else {
      throw PreferenceMistake("\(Quotation.number(number)) a second is out of range", remedy: remedy)
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
      throw PreferenceMistake("\(Quotation.quoted(text)) is no time of day", remedy: remedy)
    }
    return .integer(hour * 60 + minute)
  }
}

// MARK: Words

extension String {
  fileprivate func named<Named>(
    among all: [Named], _ name: (Named) -> String, _ remedy: String
  ) throws(PreferenceMistake) -> Named {
    if let named = all.first(where: { name($0) == self }) { return named }
    let nearest = Spelling.nearest(to: self, among: all.map(name))
    throw PreferenceMistake(
      "\(Quotation.quoted(self)) is not known", remedy: nearest.map { "did you mean \"\($0)\"? \(remedy)" } ?? remedy)
  }

  /// Of words that are known to be days.
  fileprivate var weekday: Weekday { Weekdays.named(self) ?? [] }
}

extension [TOMLNode] {
  /// All items, which must be words, as a set.
  fileprivate func reduced<Members: OptionSet>(
    _ remedy: String, _ members: (String) throws(PreferenceMistake) -> Members
  ) throws(PreferenceMistake) -> Members where Members.Element == Members {
    var all: Members = []
    for item in self {
      do throws(PreferenceMistake) {
        guard case .string(let word) = item.value else {
          throw PreferenceMistake("\(item.value.typeName) in a list of words", remedy: remedy)
        }
        all.formUnion(try members(word))
      } catch {
        throw PreferenceMistake(error.message, remedy: error.remedy, at: item.begin)
      }
    }
    return all
  }
}
