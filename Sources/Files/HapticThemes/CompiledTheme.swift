internal import HapticPatterns
internal import TextDiagnostics

// The built-in themes are authored like other themes: a table and pattern files, in `Themes`. Reading these takes 2 ms
// and 3 MB of memory, as much as the rest of the daemon's start. Therefore the program contains them in a binary form
// that takes a tenth of that time to read. A test writes this form (`make themes`) and compares it with the files.
//
//     theme    parent name | count u16 | patterns | count u16 | entries
//     pattern  file name | events u16 | parameters u16 | curves u16 | these
//     entry    name | category u8, 0 for none | silent u8 | pattern u16, 0xffff for none | fallback name
//
// `CompiledReader` has the parts of both compiled forms; `ResolvedTheme` is the other one.

/// The content of a built-in theme.
struct CompiledTheme {
  let table: ThemeTable
  /// The patterns by the names of their files.
  let patterns: [String: Pattern]

  /// Reads a theme from the program's own bytes; other bytes may trap.
  init(_ bytes: [UInt8]) {
    var reader = CompiledReader(bytes)
    let parent = reader.name()
    let patterns = reader.list { (ThemeTable.Entry.PatternFileName($0.text())!, $0.pattern()) }
    let files = patterns.map(\.0)
    table = ThemeTable(parent: parent, reader.list { $0.entry(files) })
    self.patterns = Dictionary(uniqueKeysWithValues: patterns.map { ($0.file, $1) })
  }

  static let noPattern = 0xffff
}

extension CompiledReader {
  fileprivate mutating func entry(_ files: [ThemeTable.Entry.PatternFileName]) -> ThemeTable.Entry {
    let name = name()!
    let (category, silent, pattern) = (byte(), byte(), count())
    return ThemeTable.Entry(
      name: name, category: Category(rawValue: category),
      pattern: pattern == CompiledTheme.noPattern ? nil : files[pattern],
      fallback: self.name(), isSilent: silent != 0, path: .root)
  }
}
