internal import HapticSystem

/// A picture for the whole terminal, which replaces the former one without a flicker.
struct Frame {
  /// The size of the terminal at present, or a usual one, in characters.
  let columns = max(Terminal.columns ?? Screen.usualColumns, 1)
  let rows = max(Terminal.rows ?? 24, 1)

  private var lines: [String] = []

  /// Adds a line. Its end beyond the terminal is cut, and invisible characters are escaped.
  mutating func add(_ line: String, _ color: Color? = nil) {
    let screen = Screen.standardOutput
    let cut = String(line.escapedForTerminal.prefix(columns: columns))
    let shown = screen.isASCII ? cut.withASCIISigns : cut
    lines.append(shown.painted(color, on: screen).withColorSequences)
  }

  /// Draws the picture. Lines below the terminal are cut.
  func show() {
    // The sequence that clears the rest of a line would clear its last character, if that is in the last column: it
    // comes first.
    let text = lines.prefix(rows).map { "\u{1b}[K" + $0 }.joined(separator: "\n")
    OutputBuffer.add("\u{1b}[H" + text + "\u{1b}[J")
    OutputBuffer.flush()
  }
}

extension TerminalKeys {
  /// - Parameter message: the mistake if there is no terminal, with its remedy.
  static func ofPage(_ message: String) throws(Failure) -> TerminalKeys {
    do throws(Errno) { return try TerminalKeys() } catch { throw .usage(message) }
  }

  /// The next key, or nil after a change of the size of the terminal, or a time without a key.
  mutating func nextOfPage(timeout: Duration = .seconds(1)) throws(Failure) -> Key? {
    do throws(Errno) { return try next(timeout: timeout) } catch {
      throw .refused("the terminal cannot be read: \(error)")
    }
  }
}
