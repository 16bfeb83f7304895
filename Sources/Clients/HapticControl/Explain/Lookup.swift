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

  @ListBuilder<String>
  private static func sentences(_ entry: FeedbackIndex.Entry, _ catalogue: FeedbackIndex) -> [String] {
    if !entry.chain.isEmpty {
      let chain = ([entry.name] + entry.chain).map(\.description).joined(separator: " -> ")
      "\(entry.name) has no pattern of its own: \(chain)."
    } else if entry.isFallback {
      "\(entry.name) has no pattern of its own; the pattern of another feedback is used."
    }
    if entry.isSilent {
      "In the theme \(entry.theme), \(entry.chain.last ?? entry.name) is silent on purpose. Nothing is written."
    } else {
      "Its pattern is \(entry.patternName).ahap of the theme \(entry.theme)."
    }
    if let path = entry.path {
      "The file is \(path)."
    } else if entry.isBuiltIn {
      "That theme is built into the program."
    }
    "The source is \(catalogue.origin)."
    if entry.pattern == nil { "That theme is not installed here, so its pattern is not known." }
  }
}
