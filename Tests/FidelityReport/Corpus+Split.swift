// A fixed division of all files, so that a renderer that is tuned with one part can be judged with the other.

extension Corpus.Entry {
  /// Whether the file is in the part that no tuning run looks at: about a third. Copies of a file in several projects
  /// are in the same part, because only the last part of the name counts. A generated pattern knows its part.
  var isHeldOut: Bool {
    if let portion { return portion == .heldOut }
    let own = name.split(separator: "__").last ?? ""
    return Self.hash(own.prefix { $0 != "." }) % 3 == 0
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ text: Substring) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// A part of the data: files and units.
enum Portion: String, CaseIterable {
  case tuning
  case heldOut = "held-out"

  func files(_ all: [Corpus.Entry]) -> [Corpus.Entry] { all.filter { $0.isHeldOut == (self == .heldOut) } }
}
