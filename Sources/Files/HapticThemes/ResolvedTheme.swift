internal import HapticPatterns
internal import HapticSystem

// Most users have no folder that adds to a built-in theme. Then every start of the daemon would resolve the same layers
// to the same feedbacks, which takes a third of the start. Therefore the program contains the result as well. `make
// themes` writes it, and a test compares it with the resolver's result.
//
//     theme     count u16 | names of the lineage
//               | count u16 | names of the feedbacks
//               | count u16 | names of the patterns' files
//               | count u16 | patterns
//               | feedbacks, one for each name
//     feedback  category u8 | pattern u16, 0xffff for silence | theme u8, by number in the lineage
//               | count u16 | fallbacks u16, by number of the feedback

/// A built-in theme to which no folder adds.
enum ResolvedTheme {
  /// Returns the theme, or nil if there is no built-in theme with this name or one of the folders adds to it.
  static func theme(_ name: ShortName, searching folders: [String]) -> Theme? {
    guard let bytes = BuiltInThemes.resolved(name) else { return nil }
    var reader = CompiledReader(bytes)
    let lineage = reader.list { $0.name()! }
    let isExtended = folders.contains { folder in lineage.contains { Folder.exists("\(folder)/\($0)") } }
    return isExtended ? nil : theme(lineage, &reader)
  }

  private static func theme(_ lineage: [ShortName], _ reader: inout CompiledReader) -> Theme {
    let names = reader.list { $0.name()! }
    let files = reader.list { $0.name()! }
    let patterns = reader.list { $0.pattern() }
    var vocabulary: [Feedback] = []
    vocabulary.reserveCapacity(names.count)
    let feedbacks = names.map { name in
      let category = Category(rawValue: reader.byte())!
      let (pattern, theme) = (reader.count(), lineage[Int(reader.byte())])
      let chain = reader.list { names[$0.count()] }
      let isSilent = pattern == CompiledTheme.noPattern
      let feedback = Feedback(name, category, isSilent ? Pattern([]) : patterns[pattern])
      vocabulary.append(feedback)
      return ThemedFeedback(
        feedback: feedback, patternName: isSilent ? .empty : files[pattern], theme: theme, chain: chain,
        path: nil)
    }
    return Theme(
      name: lineage[0], feedbacks: feedbacks, vocabulary: Vocabulary(vocabulary), warnings: [], lineage: lineage,
      hasBrokenTable: false, patterns: [:])
  }
}
