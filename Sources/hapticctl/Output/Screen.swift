internal import Glibc
internal import HapticSystem

/// A terminal that lines are written for, or a pipe or a file.
struct Screen {
  /// Characters in a line; nil where lines may be of any length.
  var columns: Int?
  var hasColor: Bool

  static let standardOutput = Screen(descriptor: STDOUT_FILENO)
  static let standardError = Screen(descriptor: STDERR_FILENO)

  /// A file: lines of any length, no color.
  static let file = Screen(columns: nil, hasColor: false)

  init(columns: Int?, hasColor: Bool) { (self.columns, self.hasColor) = (columns, hasColor) }

  private init(descriptor: Int32) {
    let isTerminal = isatty(descriptor) == 1
    self.init(isTerminal: isTerminal, columns: Terminal.columns, environment: Environment.variable)
  }

  /// - Parameters:
  ///   - columns: what the terminal says; nil where it does not.
  ///   - environment: `NO_COLOR` with any value switches color off, and so does `TERM=dumb`; see no-color.org.
  init(isTerminal: Bool, columns: Int?, environment: (String) -> String?) {
    self.init(columns: nil, hasColor: false)
    guard isTerminal else { return }
    self.columns = max(columns ?? Self.usualColumns, Self.fewestColumns)
    let isPlain = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    hasColor = !isPlain && !["dumb", ""].contains(environment("TERM") ?? "")
  }

  static let usualColumns = 80
  /// Narrower terminals break the lines themselves.
  private static let fewestColumns = 20

  /// Prints lines, folded where they are longer than the screen is wide.
  func show(_ lines: [String]) { for line in lines { for part in folded(line) { print(part) } } }

  /// The line in as many parts as the screen needs.
  func folded(_ line: String) -> [String] {
    guard let columns else { return [line] }
    return line.folded(to: columns, indent: min(line.hangingIndent(columns), columns / 2))
  }
}

extension String {
  /// Lines of at most `columns` characters, broken between words. The lines after the first begin with `indent` spaces.
  /// A longer word stays whole, so that it can be copied.
  func folded(to columns: Int, indent: Int) -> [String] {
    guard visibleCount > columns else { return [self] }
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = String(prefix { $0 == " " })
    var isEmpty = true
    for word in drop(while: { $0 == " " }).split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, line.visibleCount + 1 + word.visibleCount > columns {
        lines.append(line.trimmedAtEnd)
        (line, isEmpty) = (margin, true)
        // Spaces between columns do not move to the next line.
        if word.isEmpty { continue }
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = isEmpty && word.isEmpty
    }
    return isEmpty ? lines : lines + [line.trimmedAtEnd]
  }

  /// Where the line goes on when it is folded: below its last column, if that starts in the first half of the screen,
  /// otherwise a little to the right of its start.
  fileprivate func hangingIndent(_ columns: Int) -> Int {
    let start = prefix { $0 == " " }.count
    var (column, spaces, last) = (0, 0, start + 2)
    var isEscape = false
    for character in self {
      if character == "\u{1b}" { isEscape = true }
      if isEscape {
        if character == "m" { isEscape = false }
        continue
      }
      if character != " ", spaces >= 2, column > start, column <= columns / 2 { last = column }
      spaces = character == " " ? spaces + 1 : 0
      column += 1
    }
    return last
  }
}

extension StringProtocol {
  /// Characters that take a place on the screen; those that set the color do not.
  var visibleCount: Int {
    guard contains("\u{1b}") else { return count }
    var (visible, isEscape) = (0, false)
    for character in self {
      if character == "\u{1b}" { isEscape = true }
      if !isEscape { visible += 1 } else if character == "m" { isEscape = false }
    }
    return visible
  }
}

/// The colors of the eight that each terminal has.
enum Color: Int {
  case red = 31
  case green, yellow
}

extension String {
  /// The text in a color, where the screen has any.
  func painted(_ color: Color?, on screen: Screen) -> String {
    guard let color, screen.hasColor, !isEmpty else { return self }
    return "\u{1b}[\(color.rawValue)m\(self)\u{1b}[0m"
  }
}
