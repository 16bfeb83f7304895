internal import Glibc
internal import Synchronization

// The state of the terminal belongs to the process, because signals and exits restore it:
//
//   save ── raw ──┬── restore, exit, a signal that ends the process
//                 ├── Ctrl-Z, SIGTSTP ── restored ── stopped ── SIGCONT ── raw
//                 └── SIGSTOP ────────── as it is ── stopped ── SIGCONT ── raw
//
// Functions that signal handlers use make system calls that are safe there, and nothing else.

/// The state of the terminal before `TerminalKeys`.
enum SavedTerminal {
  // unsafe: written before the handlers are set, and only read afterwards
  private nonisolated(unsafe) static var state = termios()
  private nonisolated(unsafe) static var raw = termios()
  /// Whether `TerminalKeys` exists.
  private static let isOwned = Atomic<Bool>(false)
  /// Whether the terminal is changed.
  private static let isRaw = Atomic<Bool>(false)
  private static let hasHandlers = Atomic<Bool>(false)

  /// Saves the state, and prepares the terminal.
  static func save() throws(Errno) {
    guard unsafe tcgetattr(STDIN_FILENO, &state) == 0 else { throw .last }
    unsafe raw = state
    unsafe cfmakeraw(&raw)
    // Lines still end at the left edge.
    unsafe raw.c_oflag |= tcflag_t(OPOST)
    if !hasHandlers.exchange(true, ordering: .sequentiallyConsistent) { setHandlers() }
    isOwned.store(true, ordering: .sequentiallyConsistent)
    enter()
  }

  /// Restores the terminal for good.
  static func restore() {
    isOwned.store(false, ordering: .sequentiallyConsistent)
    leave()
  }

  /// Whether this process may use the terminal; true without job control.
  static var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group < 0 || group == getpgrp()
  }

  /// Prepares the terminal, unless it is prepared, or belongs to another program.
  static func enter() {
    guard isOwned.load(ordering: .sequentiallyConsistent), isForeground,
      !isRaw.exchange(true, ordering: .sequentiallyConsistent)
    else { return }
    unsafe _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    // The second screen, without a cursor, and without a break of long lines.
    write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l")
  }

  /// Restores the terminal until `enter`.
  fileprivate static func leave() {
    guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
    write("\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l")
    unsafe _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &state)
  }

  /// Stops the job of this process until the shell continues it.
  static func suspend() {
    leave()
    _ = signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    _ = signal(SIGTSTP, suspendTerminal)
    enter()
  }

  /// Prepares the terminal again: a shell may have changed it while the process was stopped.
  fileprivate static func resume() {
    isRaw.store(false, ordering: .sequentiallyConsistent)
    enter()
  }

  private static func write(_ text: StaticString) {
    // unsafe: the text is a constant of the program
    _ = unsafe Glibc.write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  // MARK: Signals

  private static func setHandlers() {
    atexit(restoreTerminalAtExit)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { set(number, restoreTerminalAndEnd) }
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { set(number, restoreTerminalAndCrash) }
    set(SIGTSTP, suspendTerminal)
    set(SIGCONT, resumeTerminal)
    set(SIGWINCH, noteTerminal)
  }

  /// Without a restart of system calls, so that a wait for keys ends.
  private static func set(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    unsafe _ = sigaction(number, &action, nil)
    // The parent process may have blocked it.
    setBlocked(false, number)
  }
}

// Named functions: functions that C calls must not be isolated to an actor.

private func restoreTerminalAtExit() { SavedTerminal.restore() }

private func restoreTerminalAndEnd(_ number: Int32) {
  SavedTerminal.restore()
  _exit(128 + number)
}

/// Lets the signal end the process after its return.
private func restoreTerminalAndCrash(_ number: Int32) {
  SavedTerminal.restore()
  _ = signal(number, SIG_DFL)
  raise(number)
}

private func suspendTerminal(_ number: Int32) {
  let error = errno
  SavedTerminal.leave()
  _ = signal(number, SIG_DFL)
  // The signal is blocked in its handler.
  setBlocked(false, number)
  raise(number)
  _ = signal(number, suspendTerminal)
  errno = error
}

private func resumeTerminal(_ number: Int32) {
  let error = errno
  SavedTerminal.resume()
  errno = error
}

/// Only ends a wait for keys.
private func noteTerminal(_ number: Int32) {}
