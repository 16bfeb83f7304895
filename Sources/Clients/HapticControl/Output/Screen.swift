internal import Glibc
internal import HapticSystem

/// The destination of printed lines: a terminal, or a pipe or a file.
struct Screen {
  /// The width in columns; nil if lines have no limit.
  var columns: Int?
  var hasColor: Bool
  /// Whether pictures and signs consist of ASCII characters.
  var isASCII = false

  static let standardOutput = Screen(descriptor: STDOUT_FILENO)
  static let standardError = Screen(descriptor: STDERR_FILENO)

  /// A file: lines without a limit, no color.
  static let file = Screen(columns: nil, hasColor: false)

  static let usualColumns = 80
  /// The minimum width; a narrower terminal wraps the lines itself.
  private static let fewestColumns = 20
}

extension Screen {
  private init(descriptor: Int32) {
    let isTerminal = isatty(descriptor) == 1
    self.init(isTerminal: isTerminal, columns: Terminal.columns, environment: Environment.variable)
  }

  /// - Parameters:
  ///   - columns: the width that the terminal reports, or nil if it reports none. The minimum is 20, the default 80.
  ///   - environment: returns an environment variable. A non-empty `NO_COLOR` or `TERM=dumb` disables color; see
  ///   no-color.org.
  init(isTerminal: Bool, columns: Int?, environment: (String) -> String?) {
    self.init(columns: nil, hasColor: false)
    isASCII = Self.lacksUnicode(isTerminal: isTerminal, environment: environment)
    guard isTerminal else { return }
    self.columns = max(columns ?? Self.usualColumns, Self.fewestColumns)
    let isPlain = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    hasColor = !isPlain && !Self.isDumb(environment)
  }

  /// Whether the locale has another character set than UTF-8, or the terminal is the console of Linux, whose fonts
  /// have no braille. Without a locale in the environment, UTF-8 is assumed.
  private static func lacksUnicode(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    if isTerminal, environment("TERM") == "linux" { return true }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment).first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return false }
    return !locale.includes("utf-8") && !locale.includes("utf8")
  }

  /// Whether a terminal has no color, and no cursor that can be moved.
  static func isDumb(_ environment: (String) -> String? = Environment.variable) -> Bool {
    ["dumb", ""].contains(environment("TERM") ?? "")
  }

  /// Prints lines, folded to the width of the screen, with invisible characters escaped.
  func show(_ lines: [String]) { for line in lines { OutputBuffer.add(text(of: line)) } }

  /// Clears a terminal that has a cursor; does nothing elsewhere.
  func clear() {
    if columns != nil, !Self.isDumb() { OutputBuffer.add("\u{1b}[H\u{1b}[2J") }
  }

  func show(_ line: String) { show([line]) }

  /// A line as it is printed, with its line feed.
  func text(of line: String) -> String {
    folded((isASCII ? line.withASCIISigns : line).escapedForTerminal).map { $0.withColorSequences + "\n" }.joined()
  }

  func folded(_ line: String) -> [String] {
    guard let columns else { return [line] }
    return line.folded(to: columns, indent: min(line.hangingIndent(columns), columns / 2))
  }
}

extension String {
  /// Splits the text between words into lines that fit into `columns`. Lines after the first begin with
  /// `indent` spaces. A longer word stays whole, so that it can be copied.
  func folded(to columns: Int, indent: Int) -> [String] {
    guard columnCount > columns else { return [self] }
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = String(prefix { $0 == " " })
    var isEmpty = true
    for word in drop(while: { $0 == " " }).split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, line.columnCount + 1 + word.columnCount > columns {
        lines.append(line.trimmedAtEnd)
        (line, isEmpty) = (margin, true)
        // Spaces between table columns do not move to the next line.
        if word.isEmpty { continue }
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = isEmpty && word.isEmpty
    }
    return isEmpty ? lines : lines + [line.trimmedAtEnd]
  }

  /// The indentation of the continuation lines: the start of the last column, if that is in the first half of the
  /// screen; otherwise two more than the indentation of the line.
  fileprivate func hangingIndent(_ columns: Int) -> Int {
    let start = prefix { $0 == " " }.count
    var (column, spaces, last) = (0, 0, start + 2)
    for character in visibleCharacters {
      if character != " ", spaces >= 2, column > start, column <= columns / 2 { last = column }
      spaces = character == " " ? spaces + 1 : 0
      column += character.columnCount
    }
    return last
  }
}
