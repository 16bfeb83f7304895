internal import HapticPatterns
internal import TextDiagnostics

// The built-in themes are authored like other themes: a table and pattern files, in `Themes`. Reading these takes 2 ms
// and 3 MB of memory, as much as the rest of the daemon's start. Therefore the program contains them in a binary form
// that takes a tenth of that time to read. A test writes this form (`make themes`) and compares it with the files.
//
//     theme    parent name | count u16 | patterns | count u16 | entries
//     pattern  file name | events u16 | parameters u16 | curves u16 | these
//     entry    name | category u8, 0 for none | silent u8 | pattern u16, 0xffff for none | fallback name
//     name     length u8 | UTF-8
//
// Numbers are little-endian, times i64 in nanoseconds, values the bits of a double.

/// The content of a built-in theme.
struct CompiledTheme {
  let table: ThemeTable
  /// The patterns by the names of their files.
  let patterns: [String: Pattern]

  /// Reads a theme from the program's own bytes; other bytes may trap.
  init(_ bytes: [UInt8]) {
    var reader = Reader(bytes)
    let parent = reader.name()
    var patterns: [String: Pattern] = [:]
    var files: [ThemeTable.Entry.PatternFileName] = []
    reader.times { reader in
      let file = ThemeTable.Entry.PatternFileName(reader.text())!
      files.append(file)
      patterns[file.file] = reader.pattern()
    }
    var entries: [ThemeTable.Entry] = []
    reader.times { reader in entries.append(reader.entry(files)) }
    table = ThemeTable(parent: parent, entries)
    self.patterns = patterns
  }

  static let noPattern = 0xffff

  /// The bits of an event's first byte.
  static let (continuousBit, sustainedBit): (UInt8, UInt8) = (1, 2)
}

private struct Reader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func word(_ size: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<size { word |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += size
    return word
  }

  mutating func count() -> Int { Int(word(2)) }

  /// Reads a count, then calls `body` that many times.
  mutating func times(_ body: (inout Reader) -> Void) {
    for _ in 0..<count() { body(&self) }
  }

  mutating func text() -> String {
    let count = Int(byte())
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  /// Reads a name; nil if it is empty. Built from bytes: a `String` in between would dominate the cost.
  mutating func name() -> ShortName? {
    let count = Int(byte())
    guard count > 0 else { return nil }
    var words = [6 of UInt64](repeating: 0)
    for index in 0..<count { words[index / 8] |= UInt64(bytes[position + index]) << UInt64(index % 8 * 8) }
    position += count
    return ShortName(words: words)
  }

  private mutating func duration() -> Duration { .nanoseconds(Int64(bitPattern: word(8))) }
  private mutating func value() -> Double { Double(bitPattern: word(8)) }
  private mutating func control() -> Control { Control(rawValue: byte())! }

  // MARK: Patterns

  mutating func pattern() -> Pattern {
    let (events, parameters, curves) = (count(), count(), count())
    return Pattern(
      (0..<events).map { _ in event() },
      parameters: (0..<parameters).map { _ in DynamicParameter(control(), value(), at: duration()) },
      curves: (0..<curves).map { _ in curve() })
  }

  private mutating func event() -> Event {
    let (bits, time, length) = (byte(), duration(), duration())
    let (intensity, sharpness) = (value(), value())
    let envelope = Envelope(
      attack: value(), decay: value(), release: value(), isSustained: bits & CompiledTheme.sustainedBit != 0)
    let isContinuous = bits & CompiledTheme.continuousBit != 0
    return Event(
      isContinuous ? .continuous(duration: length) : .transient, at: time, intensity: Intensity(intensity),
      sharpness: Sharpness(sharpness), envelope: envelope, logicalDuration: isContinuous ? .zero : length)
  }

  private mutating func curve() -> ParameterCurve {
    let (control, time, points) = (control(), duration(), count())
    return ParameterCurve(
      control, at: time, (0..<points).map { _ in ParameterCurve.Point(at: duration(), value()) })
  }

  // MARK: Entries

  mutating func entry(_ files: [ThemeTable.Entry.PatternFileName]) -> ThemeTable.Entry {
    let name = name()!
    let (category, silent, pattern) = (byte(), byte(), count())
    return ThemeTable.Entry(
      name: name, category: Category(rawValue: category),
      pattern: pattern == CompiledTheme.noPattern ? nil : files[pattern],
      fallback: self.name(), isSilent: silent != 0, path: .root)
  }
}
