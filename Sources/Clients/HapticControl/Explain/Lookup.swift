internal import Haptics

/// The result of looking up a name, or of reading a file.
struct Lookup {
  /// Nil if the daemon's theme is not installed here.
  let pattern: Pattern?
  let category: Haptics.Category
  /// Nil for a file.
  let entry: FeedbackIndex.Entry?
  let sentences: [String]

  init(_ entry: FeedbackIndex.Entry, from catalogue: FeedbackIndex) {
    pattern = entry.pattern
    // The deadline of a category of a later daemon is not known here.
    category = entry.category.known ?? .notification
    self.entry = entry
    sentences = Self.sentences(entry, catalogue)
  }

  init(_ file: Subject) {
    pattern = file.pattern
    category = .media
    entry = nil
    sentences = ["\(file.title) is a pattern file (\(file.origin)), played as \(Haptics.Category.media.name)."]
  }

  private static func sentences(_ entry: FeedbackIndex.Entry, _ catalogue: FeedbackIndex) -> [String] {
    var sentences: [String] = []
    if !entry.chain.isEmpty {
      let chain = ([entry.name] + entry.chain).map(\.description).joined(separator: " -> ")
      sentences.append("\(entry.name) has no pattern of its own: \(chain).")
    } else if entry.isFallback {
      sentences.append("\(entry.name) has no pattern of its own; the pattern of another feedback is used.")
    }
    if entry.isSilent {
      sentences.append(
        "In the theme \(entry.theme), \(entry.chain.last ?? entry.name) is silent on purpose. "
          + "Nothing is written.")
    } else {
      sentences.append("Its pattern is \(entry.patternName).ahap of the theme \(entry.theme).")
    }
    if let path = entry.path {
      sentences.append("The file is \(path).")
    } else if entry.isBuiltIn {
      sentences.append("That theme is built into the program.")
    }
    sentences.append("The source is \(catalogue.origin).")
    if entry.pattern == nil {
      sentences.append("That theme is not installed here, so its pattern is not known.")
    }
    return sentences
  }
}
