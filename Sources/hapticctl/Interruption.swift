internal import Glibc
internal import Synchronization

/// Ctrl-C, for commands that have something to say before they end. A second one ends the process at once.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var hasHappened: Bool { flag.load(ordering: .acquiring) }

  /// From now on Ctrl-C is only noticed. Where it is ignored, as in a shell's background jobs, it stays so.
  ///
  /// The corresponding C function is `signal`.
  static func notice() {
    let former = signal(SIGINT, noteInterruption)
    // unsafe: the numbers of two functions are compared, none is called
    let (before, ignoring) = unsafe (unsafeBitCast(former, to: Int.self), unsafeBitCast(SIG_IGN, to: Int.self))
    if before == ignoring { _ = signal(SIGINT, SIG_IGN) }
    unblock()
  }

  /// Who starts this program may have blocked the signal for it.
  private static func unblock() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGINT)
    unsafe _ = sigprocmask(SIG_UNBLOCK, &set, nil)
  }

  fileprivate static func note() { flag.store(true, ordering: .releasing) }
}

/// A named function, as a closure formed in a `@main` type would belong to the main actor.
private func noteInterruption(_ number: Int32) {
  Interruption.note()
  _ = signal(number, SIG_DFL)
}
