internal import CHapticLinux
internal import CSystemd
public import HapticSystem

// The loop: one thread that runs every handler of the daemon, one after the other.
//
// It is confined to the thread that calls `run`: handlers are plain closures, none is Sendable, none may block. Another
// thread calls the loop through a `Wakeup.Trigger`, the only type of this module that may cross threads.
//
// Parts. Descriptors and timers have a fast path of their own: one system call waits for both. Everything else is left
// to libsystemd, whose loop is one more descriptor:
//
//   epoll ─┬─ clients, listener, eventfds, hang-ups of nodes
//          └─ sd-event: signals, directories, buses, the device monitor, the watchdog
//   timers ── the timeout of the wait; no descriptor, no system call to arm one
//
// Ownership. A `Source` (or `Timer`, `Wakeup`) owns a registration and its closure. Releasing it ends both, at once. The
// loop holds a reference to the handler during the call, so a handler may drop its own source, or the object that owns
// it, and still run to its end; it is not called again.
//
// Cost. Registering allocates; an event, or arming a timer, does not. Nothing runs between two events.
//
// Order. Timers of priority `.stop` fire before everything else, and the loop looks at them again after each handler
// and after each wait: a stop that falls due while a client's packet is handled runs before the next packet. A timer that
// arms itself for a time that has passed waits for one other handler, so that it cannot keep the others waiting. Then other
// timers, libsystemd and descriptors take turns, so that none of them can keep the others waiting, and ready
// descriptors take turns among themselves. Timers of priority `.idle` fire when nothing else is left.
//
// A descriptor is only borrowed: close it after its source is gone, not before.

/// A loop over descriptors, timers, signals and directories. Not Sendable: it belongs to the thread that runs it.
public final class EventLoop {
  let descriptors: DescriptorSet
  let timers = TimerQueue()
  private let library: LibraryLoop
  private let libraryWatch: Watch
  private var turn = Turn.timers
  private var isRunning = false
  private var exitCode: Int32?

  /// - Throws: the kernel's error where it has no descriptors or memory left.
  public init() throws(Errno) {
    let library = try LibraryLoop()
    self.library = library
    descriptors = try DescriptorSet()
    libraryWatch = Watch(library.descriptor, for: .readable) { _ in library.mayHaveWork = true }
    try descriptors.insert(libraryWatch)
  }

  /// Runs handlers until `exit` is called, and returns its code. A loop runs once.
  ///
  /// - Throws: `.busy` where the loop runs or has ended.
  public func run() throws(Errno) -> Int32 {
    if isRunning { throw .busy }
    isRunning = true
    // By default the kernel delays timeouts by 50 µs. Failure leaves it so.
    _ = haptic_set_timer_slack(1)
    while exitCode == nil { _ = try runHandler(before: .distantFuture) }
    return exitCode ?? 0
  }

  /// Runs at most one handler, and waits for an event no longer than `timeout` (nil: without a limit).
  ///
  /// - Returns: false where nothing happened in time, or the loop has ended.
  public func runOnce(timeout: Duration?) throws(Errno) -> Bool {
    try runHandler(before: timeout.map { .now + $0 } ?? .distantFuture)
  }

  /// Makes `run` return `code` (0...255 where it is the exit code of the process) after the handler that runs now.
  public func exit(_ code: Int32) { exitCode = code }

  /// Pings the service manager's watchdog from the loop, if the manager asked for that: it kills a loop that hangs, and
  /// the kernel stops every motor when its descriptors close.
  ///
  /// - Returns: false where no watchdog is configured (`WATCHDOG_USEC`).
  ///
  /// The corresponding C function is `sd_event_set_watchdog`.
  @discardableResult
  public func enableWatchdog() throws(Errno) -> Bool {
    try unsafe check(sd_event_set_watchdog(libraryPointer, 1)) > 0
  }

  // MARK: libsystemd

  /// The loop of libsystemd, to add a source to it. Valid as long as this loop.
  package var libraryPointer: OpaquePointer {
    noteLibraryChange()
    return unsafe library.pointer
  }

  /// Looks at the sources of libsystemd before the next wait. Call it after a change of one from outside its handler
  /// that may give it work, such as a message on a bus.
  package func noteLibraryChange() { library.mayHaveWork = true }

  // MARK: Turns

  private enum Turn {
    case timers
    case library
    case descriptors
  }

  /// Runs the next handler.
  ///
  /// - Returns: false where there was none to run before `limit`, or the loop has ended.
  private func runHandler(before limit: Instant) throws(Errno) -> Bool {
    while exitCode == nil {
      let now = Instant.now
      if timers.fire(.stop, at: now) { return true }
      switch turn {
      case .timers:
        turn = .library
        if fire(.normal, at: now) { return true }
        fallthrough
      case .library:
        turn = .descriptors
        if try library.dispatch() {
          timers.beginTurn()
          return true
        }
        fallthrough
      case .descriptors:
        turn = .timers
        if let (watch, readiness) = try nextDescriptor(before: limit, at: now), serve(watch, readiness) { return true }
      }
      guard !isBusy(at: now) else { continue }
      if fire(.idle, at: now) { return true }
      timers.beginTurn()
      if limit <= now { return false }
    }
    return false
  }

  /// Fires a timer that is not a stop. Stops that have fired may then fire again.
  private func fire(_ priority: Priority, at now: Instant) -> Bool {
    guard timers.next(priority) <= now else { return false }
    timers.beginTurn()
    return timers.fire(priority, at: now)
  }

  /// Whether something other than a descriptor waits for its turn.
  private func isBusy(at now: Instant) -> Bool { library.mayHaveWork || timers.next(.normal) <= now }

  /// Waits for a descriptor, unless there is other work.
  private func nextDescriptor(
    before limit: Instant, at now: Instant
  ) throws(Errno) -> (watch: Watch, readiness: Readiness)? {
    let end = isBusy(at: now) ? now : min(limit, timers.next)
    return try descriptors.next(within: Self.nanoseconds(of: end, at: now))
  }

  /// Calls the handler of a ready descriptor.
  ///
  /// - Returns: false where it belongs to libsystemd, whose turn follows.
  private func serve(_ watch: Watch, _ readiness: Readiness) -> Bool {
    // A stop may have fallen due during the wait. The descriptor stays ready.
    if timers.next(.stop) < .distantFuture, timers.fire(.stop, at: .now) { return true }
    if watch.readiness.isEmpty { descriptors.suspend(watch) }
    timers.beginTurn()
    watch.call(readiness)
    return watch !== libraryWatch
  }

  /// The time to wait until `end`. The kernel may end a wait late by a thousandth of its length, so a long wait ends
  /// early by twice as much, and a short one follows.
  static func nanoseconds(of end: Instant, at now: Instant) -> Int64 {
    if end == .distantFuture { return -1 }
    let whole = max(0, (end - now).wholeNanoseconds)
    return whole <= longestSingleWait ? whole : whole - whole / 500
  }

  /// 5 ms: as late as 5 µs.
  private static let longestSingleWait: Int64 = 5_000_000
}

extension EventLoop {
  /// The order of handlers whose events have come.
  public enum Priority: Int, CaseIterable, Sendable {
    /// Ends a vibration, or the process. Such timers fire before anything else runs.
    case stop
    /// Takes turns with descriptors.
    case normal
    /// Runs when no other event is left.
    case idle

    /// The priority of a signal or a directory, which counts among the sources of libsystemd.
    var libraryValue: Int64 {
      switch self {
      case .stop: Int64(SD_EVENT_PRIORITY_IMPORTANT)
      case .normal: Int64(SD_EVENT_PRIORITY_NORMAL)
      case .idle: Int64(SD_EVENT_PRIORITY_IDLE)
      }
    }
  }
}
