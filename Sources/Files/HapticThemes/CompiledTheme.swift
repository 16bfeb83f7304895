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
