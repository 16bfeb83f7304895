internal import Glibc
internal import Synchronization

/// Ctrl-C, for commands that print results before they end. A second Ctrl-C ends the process at once.
enum Interruption {
  fileprivate static let flag = Atomic<Bool>(false)

  static var hasHappened: Bool { flag.load(ordering: .acquiring) }

  /// From now on, the first Ctrl-C only sets a flag. If SIGINT is ignored, as in background jobs of a shell, it stays
  /// ignored.
  ///
  /// The corresponding C function is `signal`.
  static func notice() {
    let former = signal(SIGINT, noteInterruption)
    // unsafe: compares the addresses of two functions; neither is called
    let (before, ignoring) = unsafe (unsafeBitCast(former, to: Int.self), unsafeBitCast(SIG_IGN, to: Int.self))
    if before == ignoring { _ = signal(SIGINT, SIG_IGN) }
    // The parent process may have blocked it.
    setBlocked(false, [SIGINT])
  }
}

/// A named function, because a closure in a `@main` type would belong to the main actor.
private func noteInterruption(_ number: Int32) {
  Interruption.flag.store(true, ordering: .releasing)
  _ = signal(number, SIG_DFL)
}

/// Blocks or unblocks signals of this thread. The corresponding C function is `sigprocmask`.
func setBlocked(_ isBlocked: Bool, _ signals: [Int32]) {
  var set = sigset_t()
  unsafe sigemptyset(&set)
  for number in signals { unsafe sigaddset(&set, number) }
  unsafe _ = sigprocmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &set, nil)
}
