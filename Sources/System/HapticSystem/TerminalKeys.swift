internal import Glibc
internal import Synchronization

/// The keys that a user presses on the terminal of standard input, without waiting for a line.
///
/// While it exists, the terminal has an empty second screen. Its state is restored at the end of its owner, and also if the
/// process exits or receives SIGHUP, SIGINT or SIGTERM.
public struct TerminalKeys: ~Copyable {
  /// A key with a meaning; others are `other`.
  public enum Key: Equatable, Sendable {
    case up, down, left, right, pageUp, pageDown, home, end, enter, space, escape
    /// Ctrl-C, Ctrl-D, or the end of the input.
    case interrupt
    case character(Unicode.Scalar)
    case other
  }

  /// Prepares the terminal.
  ///
  /// - Throws: the error of the kernel, such as `ENOTTY`, if standard input or standard output is not a terminal.
  ///
  /// The corresponding C functions are `tcgetattr` and `tcsetattr`.
  public init() throws(Errno) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw Errno(rawValue: ENOTTY) }
    try SavedTerminal.save()
  }

  deinit { SavedTerminal.restore() }

  /// Waits for a key; nil after the timeout.
  public func next(timeout: Duration) throws(Errno) -> Key? {
    try waitUntilReadable(STDIN_FILENO, timeout: timeout)
    var poll = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe Glibc.poll(&poll, 1, 0) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    // unsafe: the kernel writes into the array only during the call
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count < 0, Errno.last == .interrupted { return nil }
    return count > 0 ? Self.key(of: bytes.prefix(count)) : .interrupt
  }

  /// Returns the key that a terminal sends as these bytes.
  static func key(of bytes: ArraySlice<UInt8>) -> Key {
    let sequence = String(decoding: bytes, as: UTF8.self)
    // Keypads send O in place of [ in their application mode.
    if sequence.hasPrefix("\u{1b}["), let key = sequences[String(sequence.dropFirst(2))] { return key }
    if sequence.hasPrefix("\u{1b}O"), let key = sequences[String(sequence.dropFirst(2))] { return key }
    guard let first = sequence.unicodeScalars.first, sequence.unicodeScalars.count == 1 else { return .other }
    switch first {
    case "\u{3}", "\u{4}": return .interrupt
    case "\u{1b}": return .escape
    case "\r", "\n": return .enter
    case " ": return .space
    default: return first.value >= 0x20 && first.value != 0x7f ? .character(first) : .other
    }
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "1~": .home, "4~": .end, "5~": .pageUp,
    "6~": .pageDown, "7~": .home, "8~": .end,
  ]
}

/// The state of the terminal before `TerminalKeys`, for the process, because signals and exits restore it.
private enum SavedTerminal {
  // unsafe: written before the handlers are set, and only read afterwards
  nonisolated(unsafe) static var state = termios()
  static let isSaved = Atomic<Bool>(false)

  static func save() throws(Errno) {
    guard unsafe tcgetattr(STDIN_FILENO, &state) == 0 else { throw .last }
    var raw = unsafe state
    unsafe cfmakeraw(&raw)
    // Lines still end at the left edge.
    raw.c_oflag |= tcflag_t(OPOST)
    if !isSaved.exchange(true, ordering: .sequentiallyConsistent) {
      atexit(restoreTerminalAtExit)
      for number in [SIGHUP, SIGINT, SIGTERM] {
        _ = signal(number, restoreTerminalAndEnd)
        unblock(number)
      }
    }
    guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else { throw .last }
    write("\u{1b}[?1049h\u{1b}[?25l")
  }

  /// Unblocks a signal, because the parent process may have blocked it.
  private static func unblock(_ number: Int32) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe _ = sigprocmask(SIG_UNBLOCK, &set, nil)
  }

  /// Restores the terminal once. Safe in a signal handler.
  static func restore() {
    guard isSaved.exchange(false, ordering: .sequentiallyConsistent) else { return }
    write("\u{1b}[?25h\u{1b}[?1049l")
    unsafe _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &state)
  }

  private static func write(_ text: StaticString) {
    // unsafe: the text is a constant of the program
    _ = unsafe Glibc.write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}

// Named functions: functions that C calls must not be isolated to an actor.

private func restoreTerminalAtExit() { SavedTerminal.restore() }

private func restoreTerminalAndEnd(_ number: Int32) {
  SavedTerminal.restore()
  _exit(128 + number)
}
