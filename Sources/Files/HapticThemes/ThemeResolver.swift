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
  var patterns: [String: Pattern] { read.compactMapValues(\.self) }

  /// The previous valid patterns, by path.
  private let former: [String: Pattern]
  /// The names in the order in which they are listed to users: those of the lowest layer first, then the additions of
  /// each layer above.
  private var names: [ShortName] = []
  /// For each layer, the position of each name in its table.
  private let lines: [[ShortName: Int]]
  /// The selected entry of each name.
  private var choices: [ShortName: Choice] = [:]
  /// The names whose chain of fallbacks is known to be valid.
  private var settled: Set<ShortName> = []
  /// The patterns read so far, so that each file is read once; nil if a file is not valid.
  private var read: [String: Pattern?] = [:]
  private var bytes = 0

  private struct Choice {
    let layer: Int
    let entry: ThemeTable.Entry
    /// Nil if the entry plays another feedback, or is silent.
    let pattern: Pattern?
    /// The feedback to play instead.
    var fallback: ShortName? { pattern == nil && !entry.isSilent ? entry.fallback : nil }
  }

  init(_ layers: [ThemeLayer], former: [String: Pattern]) {
    self.layers = layers
    self.former = former
    lines = layers.map { layer in
      Dictionary(uniqueKeysWithValues: layer.table.entries.enumerated().map { ($0.element.name, $0.offset) })
    }
    var known: Set<ShortName> = []
    for entry in layers.reversed().flatMap(\.table.entries) where known.insert(entry.name).inserted {
      names.append(entry.name)
    }
  }

  /// Returns all valid feedbacks, those of the lowest layer first.
  mutating func feedbacks() -> [ThemedFeedback] {
    for name in names { choose(name, after: -1) }
    for name in names { settle(name) }
    return names.compactMap(themed)
  }

  private func entry(of name: ShortName, in layer: Int) -> ThemeTable.Entry? {
    lines[layer][name].map { layers[layer].table.entries[$0] }
  }

  // MARK: Choosing

  /// Selects the next entry of a name with a pattern, a fallback or silence, in the layers below `layer`.
  private mutating func choose(_ name: ShortName, after layer: Int) {
    for index in layers.indices.dropFirst(layer + 1) {
      guard let entry = entry(of: name, in: index) else { continue }
      let pattern = entry.isSilent ? nil : pattern(of: entry, in: index)
      guard entry.isSilent || pattern != nil || entry.fallback != nil else { continue }
      choices[name] = Choice(layer: index, entry: entry, pattern: pattern)
      return
    }
    choices[name] = nil
    noteEmptyEntry(name)
  }

  private mutating func noteEmptyEntry(_ name: ShortName) {
    guard let index = lines.firstIndex(where: { $0[name] != nil }), let entry = entry(of: name, in: index),
      !entry.hasContent
    else { return }
    layers[index].note(
      "\(name) has nothing to play; ignored", at: .value(entry.path), remedy: "add Pattern, Fallback or Silent")
  }

  /// Follows the fallbacks of a name, and removes invalid entries until the chain ends in a pattern.
  private mutating func settle(_ name: ShortName) {
    guard choices[name]?.fallback != nil else { return }
    var path = [name]
    while let last = path.last, !settled.contains(last), let target = choices[last]?.fallback {
      if let start = path.firstIndex(of: target) {
        breakCircle(Array(path[start...]))
        path.removeSubrange(max(start, 1)...)
      } else if choices[target] != nil {
        path.append(target)
      } else {
        dropDeadEnd(last, target)
        path.removeSubrange(max(path.count - 1, 1)...)
      }
    }
    settled.formUnion(path)
  }

  /// Removes the entries of the uppermost layer from a circle: that layer caused it, because the lower ones are valid
  /// without it.
  private mutating func breakCircle(_ circle: [ShortName]) {
    let uppermost = circle.compactMap { choices[$0]?.layer }.min() ?? 0
    let invalid = circle.filter { choices[$0]?.layer == uppermost }
    if let last = invalid.last, let entry = choices[last]?.entry {
      let words = (circle + circle.prefix(1)).map(\.description).joined(separator: " -> ")
      layers[uppermost].note(
        "a circle: \(words); ignored", at: entry.place(of: "Fallback"), remedy: "give one of them a pattern")
    }
    for name in invalid { choose(name, after: uppermost) }
  }

  private mutating func dropDeadEnd(_ name: ShortName, _ target: ShortName) {
    guard let choice = choices[name] else { return }
    // A target that was removed for its own problems is already reported.
    if !lines.contains(where: { $0[target] != nil }) {
      layers[choice.layer].note(
        "unknown feedback \(target); ignored", at: choice.entry.place(of: "Fallback"),
        remedy: "write a name that the theme or its parents have")
    }
    choose(name, after: choice.layer)
  }

  // MARK: Meaning

  private func themed(_ name: ShortName) -> ThemedFeedback? {
    var category = statedCategory(of: name)
    var chain: [ShortName] = []
    var last = name
    while let next = choices[last]?.fallback {
      chain.append(next)
      if category == nil { category = statedCategory(of: next) }
      last = next
    }
    guard let source = choices[last] else { return nil }
    let layer = layers[source.layer]
    let file = source.pattern == nil ? nil : source.entry.pattern
    return ThemedFeedback(
      feedback: Feedback(name, category ?? .touch, source.pattern ?? []), patternName: file?.name ?? .empty,
      theme: layer.theme, chain: chain, path: layer.folder.map { "\($0)/\(file?.file ?? ThemeTable.fileName)" })
  }

  /// Returns the category of the uppermost layer that has one for this name.
  private func statedCategory(of name: ShortName) -> Category? {
    layers.indices.lazy.compactMap { entry(of: name, in: $0)?.category }.first
  }

  // MARK: Patterns

  private mutating func pattern(of entry: ThemeTable.Entry, in index: Int) -> Pattern? {
    guard let file = entry.pattern?.file else { return nil }
    guard let folder = layers[index].folder else { return layers[index].builtInPatterns[file] }
    let path = "\(folder)/\(file)"
    if let known = read[path] { return known }
    var pattern: Pattern?
    do throws(RegularFile.Failure) {
      let contents = try RegularFile.read(path, upTo: ThemeLimits.pattern.maximumBytes)
      pattern = parsed(contents, path) ?? former[path]
    } catch .refused(.noSuchFile) {
      layers[index].note(
        "there is no file \(Quotation.quoted(file))", at: entry.place(of: "Pattern"),
        remedy: "put it into the folder of theme.json"
      )
    } catch {
      add(Finding(error, limit: ThemeLimits.pattern.maximumBytes, or: "remove imperceptible parts"), path)
      pattern = former[path]
    }
    read[path] = .some(pattern)
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
