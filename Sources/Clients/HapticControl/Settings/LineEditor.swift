internal import HapticSystem

struct LineEditor: Equatable {
  private(set) var text: String
  /// The number of characters before the cursor.
  private(set) var cursor: Int

  init(_ text: String) {
    self.text = text
    cursor = text.count
  }

  private var place: String.Index { text.index(text.startIndex, offsetBy: cursor) }

  /// - Returns: whether the key changes the line or the cursor.
  mutating func handle(_ key: TerminalKeys.Key) -> Bool {
    switch key {
    case .character(let scalar): insert(Character(scalar))
    case .space: insert(" ")
    case .backspace:
      guard cursor > 0 else { return false }
      cursor -= 1
      text.remove(at: place)
    case .delete:
      guard cursor < text.count else { return false }
      text.remove(at: place)
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, text.count)
    case .home: cursor = 0
    case .end: cursor = text.count
    default: return false
    }
    return true
  }

  private mutating func insert(_ character: Character) {
    guard text.utf8.count < Self.mostBytes else { return }
    let former = text.count
    text.insert(character, at: place)
    // A combining character joins the one before it.
    cursor += text.count - former
  }

  private static let mostBytes = 1000

  /// The line with its cursor, in as many characters as there are columns.
  func shown(columns: Int) -> String {
    let marked = String(text.prefix(cursor)) + "_" + String(text.dropFirst(cursor))
    return String(marked.dropFirst(max(cursor + 1 - columns, 0)).prefix(max(columns, 0)))
  }
}
