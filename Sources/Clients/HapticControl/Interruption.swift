internal import Glibc
internal import HapticSystem
internal import Haptics
internal import Synchronization

/// Ctrl-C, for commands that stop motors or print results before they end. A second Ctrl-C ends the process at once.
///
/// Ctrl-Z is the same: a process that is suspended could not stop its motors.
enum Interruption {
  fileprivate static let flag = Atomic<Bool>(false)

  static var hasHappened: Bool { flag.load(ordering: .acquiring) }

  private static let signals = [SIGINT, SIGTSTP]

  /// From now on, the first Ctrl-C only sets a flag.
  static func notice() {
    for number in signals {
      unsafe handleSignal(number, by: noteInterruption)
      // The parent process may have blocked it.
      setBlocked(false, number)
    }
  }

  /// From now on, the next Ctrl-C only sets a flag, also if an earlier one has set it.
  static func noticeNext() {
    flag.store(false, ordering: .releasing)
    notice()
  }

  /// From now on, Ctrl-Z ends the process, as Ctrl-C does.
  static func endAtSuspension() {
    unsafe handleSignal(SIGTSTP, by: interruptSelf)
    for number in signals { setBlocked(false, number) }
  }

  /// Waits. An interruption or the deadline ends the wait.
  static func wait(_ pause: Duration, until deadline: Instant? = nil) {
    let end = min(Instant.now + pause, deadline ?? Instant.now + pause)
    while !hasHappened, case let rest = end - .now, rest > .zero {
      // A signal ends a sleep, but one that comes before the sleep does not.
      usleep(UInt32(min(rest / .microseconds(1), 100_000).rounded(.up)))
    }
  }
}

/// A named function, because a closure in a `@main` type would belong to the main actor.
private func noteInterruption(_ number: Int32, _: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?) {
  Interruption.flag.store(true, ordering: .releasing)
  _ = signal(number, SIG_DFL)
}

private func interruptSelf(_: Int32, _: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?) {
  _ = signal(SIGINT, SIG_DFL)
  raise(SIGINT)
}

/// Handles a signal from now on. One that this process ignores, as background jobs of a shell do, stays ignored.
///
/// The corresponding C function is `sigaction`.
func handleSignal(
  _ number: Int32,
  by handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
) {
  var former = sigaction()
  unsafe sigaction(number, nil, &former)
  // unsafe: compares the addresses of two functions; neither is called
  let isIgnored =
    unsafe unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
  if isIgnored { return }
  var action = sigaction()
  unsafe action.__sigaction_handler.sa_sigaction = handler
  action.sa_flags = SA_SIGINFO | SA_RESTART
  unsafe sigaction(number, &action, nil)
}
