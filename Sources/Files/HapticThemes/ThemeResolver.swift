internal import AHAP
internal import HapticPatterns
internal import HapticSystem
internal import TextDiagnostics

/// Resolves each name through the layers from the top.
///
/// First, each name gets the uppermost valid entry. An entry is skipped, in favour of a lower one, if its pattern
/// cannot be read, or if its fallback is unknown or leads in a circle. After that, all fallbacks are valid.
struct ThemeResolver {
  private(set) var layers: [ThemeLayer]
  /// The findings about pattern files.
  private(set) var findings: [FileFinding] = []
  /// The patterns that were read from files in folders, by path.
  private(set) var patterns: [String: Pattern] = [:]

  /// The previous valid patterns, by path.
  private let former: [String: Pattern]
  private let names: ThemeNames
  /// The selected entry of each name, by number.
  private var choices: [Choice?]
  /// Whether a name's chain of fallbacks is known to be valid.
  private var isSettled: [Bool]
  /// The patterns read so far, so that each file is read once; nil if a file is not valid.
  private var read: [String: Pattern?] = [:]
  private var bytes = 0

  private struct Choice {
    let layer: Int
    let line: Int
    /// Nil if the entry plays another feedback, or is silent.
    let pattern: Pattern?
    /// The feedback to play instead; its number is nil if no layer contains the name.
    let fallback: Fallback?
  }

  private typealias Fallback = (name: ShortName, number: Int?)

  init(_ layers: [ThemeLayer], former: [String: Pattern]) {
    self.layers = layers
    self.former = former
    names = ThemeNames(layers)
    choices = Array(repeating: nil, count: names.all.count)
    isSettled = Array(repeating: false, count: names.all.count)
  }

  /// Returns all valid feedbacks, those of the lowest layer first.
  mutating func feedbacks() -> [ThemedFeedback] {
    for number in choices.indices { choose(number, after: -1) }
    for number in choices.indices { settle(number) }
    return choices.indices.compactMap { themed($0) }
  }

  // MARK: Choosing

  /// Selects the next entry of a name with a pattern, a fallback or silence, in the layers below `layer`.
  private mutating func choose(_ number: Int, after layer: Int) {
    choices[number] = nil
    for index in layers.indices where index > layer {
      guard let line = names.line(of: number, in: index) else { continue }
      let entry = layers[index].table.entries[line]
      let pattern = entry.isSilent ? nil : pattern(of: entry, in: index)
      guard entry.isSilent || pattern != nil || entry.fallback != nil else { continue }
      let fallback = entry.isSilent || pattern != nil ? nil : entry.fallback
      choices[number] = Choice(
        layer: index, line: line, pattern: pattern,
        fallback: fallback.map { ($0, names.number(of: $0)) })
      return
    }
    noteEmptyEntry(number)
  }

  private mutating func noteEmptyEntry(_ number: Int) {
    for index in layers.indices {
      guard let line = names.line(of: number, in: index) else { continue }
      let entry = layers[index].table.entries[line]
      if !entry.hasContent {
        layers[index].note(
          "\(entry.name) has nothing to play; ignored", at: .value(entry.path),
          remedy: "add Pattern, Fallback or Silent")
      }
      return
    }
  }

  /// Follows the fallbacks of a name, and removes invalid entries until the chain ends in a pattern.
  private mutating func settle(_ number: Int) {
    guard choices[number]?.fallback != nil else { return }
    var path = [number]
    while let last = path.last, !isSettled[last], let target = choices[last]?.fallback {
      if let next = target.number, let start = path.firstIndex(of: next) {
        breakCircle(Array(path[start...]))
        path = [number]
      } else if let next = target.number, choices[next] != nil {
        path.append(next)
      } else {
        dropDeadEnd(last, target)
        path = [number]
      }
    }
    for number in path { isSettled[number] = true }
  }

  /// Removes the entries of the uppermost layer from a circle: that layer caused it, because the lower ones are valid
  /// without it.
  private mutating func breakCircle(_ circle: [Int]) {
    let uppermost = circle.compactMap { choices[$0]?.layer }.min() ?? 0
    let invalid = circle.filter { choices[$0]?.layer == uppermost }
    if let last = invalid.last, let entry = entry(of: last) {
      let words = (circle + circle.prefix(1)).map { names.all[$0].description }.joined(separator: " -> ")
      layers[uppermost].note(
        "a circle: \(words); ignored", at: entry.place(of: "Fallback"), remedy: "give one of them a pattern")
    }
    for number in invalid { choose(number, after: uppermost) }
  }

  private mutating func dropDeadEnd(_ number: Int, _ target: Fallback) {
    guard let choice = choices[number] else { return }
    // A target that was removed for its own problems is already reported.
    if target.number == nil, let entry = entry(of: number) {
      layers[choice.layer].note(
        "unknown feedback \(target.name); ignored", at: entry.place(of: "Fallback"),
        remedy: "write a name that the theme or its parents have")
    }
    choose(number, after: choice.layer)
  }

  private func entry(of number: Int) -> ThemeTable.Entry? {
    choices[number].map { layers[$0.layer].table.entries[$0.line] }
  }

  // MARK: Meaning

  private func themed(_ number: Int) -> ThemedFeedback? {
    var category = statedCategory(of: number)
    var chain: [ShortName] = []
    var last = number
    while let next = choices[last]?.fallback?.number {
      chain.append(names.all[next])
      if category == nil { category = statedCategory(of: next) }
      last = next
    }
    guard let source = choices[last] else { return nil }
    let layer = layers[source.layer]
    let file = source.pattern == nil ? nil : layer.table.entries[source.line].pattern
    return ThemedFeedback(
      feedback: Feedback(names.all[number], category ?? .touch, source.pattern ?? []),
      patternName: file?.name ?? .empty, theme: layer.theme, chain: chain,
      path: layer.source.folderPath(of: file?.file ?? ThemeSource.tableName))
  }

  /// Returns the category of the uppermost layer that has one for this name.
  private func statedCategory(of number: Int) -> Category? {
    for index in layers.indices {
      guard let line = names.line(of: number, in: index) else { continue }
      if let category = layers[index].table.entries[line].category { return category }
    }
    return nil
  }

  // MARK: Patterns

  private mutating func pattern(of entry: ThemeTable.Entry, in index: Int) -> Pattern? {
    guard let file = entry.pattern?.file else { return nil }
    let source = layers[index].source
    if case .builtIn = source { return layers[index].builtInPatterns[file] }
    let path = source.path(of: file)
    if let known = read[path] { return known }
    var pattern: Pattern?
    do throws(RegularFile.Failure) {
      pattern = parsed(try source.pattern(file), path) ?? former[path]
    } catch .refused(.noSuchFile) {
      layers[index].note(
        "there is no file \(Quotation.quoted(file))", at: entry.place(of: "Pattern"),
        remedy: "put it into the folder of theme.json"
      )
    } catch {
      add(Finding(error, limit: ThemeLimits.pattern.maximumBytes), path)
      pattern = former[path]
    }
    read[path] = .some(pattern)
    patterns[path] = pattern
    return pattern
  }

  /// Parses the contents of a pattern file; returns nil, with a finding, if it cannot be used.
  private mutating func parsed(_ contents: [UInt8], _ path: String) -> Pattern? {
    bytes += contents.count
    guard bytes <= ThemeLimits.patternBytes else {
      add(Finding(.error, message: "the theme's patterns are too large", remedy: "remove events and points"), path)
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
      let remedy = "shorten it; the client repeats a pattern that must continue"
      add(Finding(.error, message: "lasts longer than \(longest) s", remedy: remedy), path)
      return nil
    }
    if pattern.isSilent {
      let remedy = #"write "Silent": true in the table for silent feedback"#
      add(Finding(.warning, message: "no event can be felt", remedy: remedy), path)
    }
    return pattern
  }

  private mutating func add(_ finding: Finding, _ path: String) { findings.append(FileFinding(finding, in: path)) }
}
