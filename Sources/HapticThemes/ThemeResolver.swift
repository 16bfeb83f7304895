internal import AHAP
internal import HapticPatterns
internal import HapticSystem

/// Finds what each name means, through the layers from the top.
///
/// First each name gets the uppermost entry that is of use: an entry whose pattern cannot be read, whose fallback means
/// nothing or leads in a circle gives way to the one below it. Then the fallbacks can be followed blindly.
struct ThemeResolver {
  private(set) var layers: [ThemeLayer]
  /// What is wrong with pattern files.
  private(set) var findings: [ThemeFinding] = []
  /// What was read from files in folders, by path.
  private(set) var patterns: [String: Pattern] = [:]

  /// Patterns that were good before, by path.
  private let former: [String: Pattern]
  /// In the order they are listed.
  private let names: [ShortName]
  /// The entry of a name that counts.
  private var choices: [ShortName: Choice] = [:]
  /// Names whose chain of fallbacks is known to end well.
  private var settled: Set<ShortName> = []
  /// Each pattern file is read once; nil where it is of no use.
  private var read: [String: Pattern?] = [:]
  private var bytes = 0

  private struct Choice {
    let layer: Int
    let entry: ThemeTable.Entry
    /// Nil where another feedback is played, or nothing.
    let pattern: Pattern?

    /// The name to play for this one.
    var fallback: ShortName? { entry.isSilent || pattern != nil ? nil : entry.fallback }
  }

  init(_ layers: [ThemeLayer], former: [String: Pattern]) {
    self.layers = layers
    self.former = former
    var names: [ShortName] = []
    for (index, layer) in layers.enumerated().reversed() {
      let lower = layers[(index + 1)...]
      names += layer.table.names.filter { name in lower.allSatisfy { $0.table.entries[name] == nil } }
    }
    self.names = names
    choices.reserveCapacity(names.count)
    settled.reserveCapacity(names.count)
  }

  /// All feedbacks that mean something, the lowest layer's first.
  mutating func feedbacks() -> [ThemedFeedback] {
    for name in names { choose(name, after: -1) }
    for name in names { settle(name) }
    return names.compactMap { themed($0) }
  }

  // MARK: Choosing

  /// Chooses the next entry of a name that says what is felt, in the layers behind `layer`.
  private mutating func choose(_ name: ShortName, after layer: Int) {
    choices[name] = nil
    for index in layers.indices where index > layer {
      guard let entry = layers[index].table.entries[name] else { continue }
      let choice = Choice(
        layer: index, entry: entry, pattern: entry.isSilent ? nil : pattern(of: entry, in: index))
      guard entry.isSilent || choice.pattern != nil || entry.fallback != nil else { continue }
      choices[name] = choice
      return
    }
    noteMeaningless(name)
  }

  private mutating func noteMeaningless(_ name: ShortName) {
    guard let index = layers.firstIndex(where: { $0.table.entries[name] != nil }) else { return }
    guard let entry = layers[index].table.entries[name], !entry.saysWhat else { return }
    layers[index].note(
      "\(name) has nothing to play; left out", at: .value(entry.path), remedy: "add Pattern, Fallback or Silent")
  }

  /// Follows the fallbacks of a name, and takes entries away that lead nowhere, until they end well.
  private mutating func settle(_ name: ShortName) {
    guard choices[name]?.fallback != nil else { return }
    var path = [name]
    while let last = path.last, !settled.contains(last), let target = choices[last]?.fallback {
      if let start = path.firstIndex(of: target) {
        breakCircle(Array(path[start...]))
        path = [name]
      } else if choices[target] == nil {
        dropDeadEnd(last, target)
        path = [name]
      } else {
        path.append(target)
      }
    }
    settled.formUnion(path)
  }

  /// Whoever wrote the uppermost entries has made the circle; the lower ones went well without them.
  private mutating func breakCircle(_ circle: [ShortName]) {
    let uppermost = circle.compactMap { choices[$0]?.layer }.min() ?? 0
    let guilty = circle.filter { choices[$0]?.layer == uppermost }
    if let last = guilty.last, let entry = choices[last]?.entry {
      let words = (circle + circle.prefix(1)).map(\.description).joined(separator: " -> ")
      layers[uppermost].note(
        "a circle: \(words); ignored", at: entry.place(of: "Fallback"), remedy: "let one of them have a pattern")
    }
    for name in guilty { choose(name, after: uppermost) }
  }

  private mutating func dropDeadEnd(_ name: ShortName, _ target: ShortName) {
    guard let choice = choices[name] else { return }
    // One that was left out for its own faults has been spoken of.
    if layers.allSatisfy({ $0.table.entries[target] == nil }) {
      layers[choice.layer].note(
        "\(target) means nothing; ignored", at: choice.entry.place(of: "Fallback"),
        remedy: "write a name that the theme or its parents have")
    }
    choose(name, after: choice.layer)
  }

  // MARK: Meaning

  private func themed(_ name: ShortName) -> ThemedFeedback? {
    var chain: [ShortName] = []
    while let next = choices[chain.last ?? name]?.fallback { chain.append(next) }
    guard let source = choices[chain.last ?? name] else { return nil }
    let category = ([name] + chain).lazy.compactMap { statedCategory(of: $0) }.first ?? .touch
    let file = source.pattern == nil ? nil : source.entry.pattern
    return ThemedFeedback(
      feedback: Feedback(name, category, source.pattern ?? []),
      patternName: file.flatMap { ShortName(Theme.patternName(of: $0)) } ?? .empty, theme: layers[source.layer].theme,
      chain: chain)
  }

  /// That of the uppermost layer that names one.
  private func statedCategory(of name: ShortName) -> Category? {
    layers.lazy.compactMap { $0.table.entries[name]?.category }.first
  }

  // MARK: Patterns

  private mutating func pattern(of entry: ThemeTable.Entry, in index: Int) -> Pattern? {
    guard let file = entry.pattern else { return nil }
    let source = layers[index].source
    if case .builtIn = source { return layers[index].builtInPatterns[file] }
    let path = source.path(of: file)
    if let known = read[path] { return known }
    var pattern: Pattern?
    do throws(RegularFile.Failure) {
      pattern = parsed(try source.pattern(file), path) ?? former[path]
    } catch .refused(.noSuchFile) {
      layers[index].note(
        "there is no file \(Quotation.quoted(file))", at: entry.place(of: "Pattern"), remedy: "put it beside theme.json"
      )
    } catch {
      add(Finding(.error, error, limit: ThemeLimits.pattern.maximumBytes), path)
      pattern = former[path]
    }
    read[path] = .some(pattern)
    patterns[path] = pattern
    return pattern
  }

  /// The pattern in a file; nil, with a finding, where it cannot be used.
  private mutating func parsed(_ contents: [UInt8], _ path: String) -> Pattern? {
    bytes += contents.count
    guard bytes <= ThemeLimits.patternBytes else {
      add(Finding(.error, message: "the theme's patterns are too large", remedy: "make them smaller"), path)
      return nil
    }
    do throws(Refused) {
      let (file, warnings) = try AHAPFile.read(contents, limits: ThemeLimits.pattern)
      for warning in warnings { add(warning, path) }
      return checked(file.pattern, path)
    } catch {
      add(error.finding, path)
      return nil
    }
  }

  private mutating func checked(_ pattern: Pattern, _ path: String) -> Pattern? {
    guard pattern.duration <= ThemeLimits.longest else {
      let longest = ThemeLimits.longest.components.seconds
      let remedy = "shorten it: what must go on is repeated by whoever plays it"
      add(Finding(.error, message: "lasts longer than \(longest) s", remedy: remedy), path)
      return nil
    }
    if pattern.isSilent {
      let remedy = #"write "Silent": true in the table if that is meant"#
      add(Finding(.warning, message: "nothing of it can be felt", remedy: remedy), path)
    }
    return pattern
  }

  private mutating func add(_ finding: Finding, _ path: String) { findings.append(ThemeFinding(finding, in: path)) }
}
