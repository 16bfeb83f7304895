internal import Glibc
internal import HapticSystem

/// The thread of one virtual device: sleeps until its descriptor is readable, its time has come, or it shall end.
final class ServiceThread: Sendable {
  private let thread: pthread_t
  private let end: Int32

  /// Starts the thread on an open, non-blocking `descriptor`, which the caller closes after `join`.
  ///
  /// - Parameter step: called when the descriptor is readable and when the time it returned last has come, with
  ///   whether there is something to read. Returns when it wants to be called next, or nil.
  init(on descriptor: Int32, step: @escaping @Sendable (_ readable: Bool) -> Instant?) {
    let end = eventfd(0, Int32(EFD_CLOEXEC))
    self.end = end
    thread = startThread {
      var wake: Instant?
      while let readable = waitForInput(on: descriptor, until: wake, orEnd: end) { wake = step(readable) }
    }
  }

  /// Ends the thread and waits for it.
  func join() {
    eventfd_write(end, 1)
    pthread_join(thread, nil)
    close(end)
  }
}

/// Whether `descriptor` is readable at `time` at the latest; nil where `end` came first.
private func waitForInput(on descriptor: Int32, until time: Instant?, orEnd end: Int32) -> Bool? {
  var polls = [
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: end, events: Int16(POLLIN), revents: 0),
  ]
  if let time {
    let rest = max(0, (time - .now).wholeNanoseconds)
    var timeout = timespec(tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
    ppoll(&polls, 2, &timeout, nil)
  } else {
    ppoll(&polls, 2, nil, nil)
  }
  return polls[1].revents != 0 ? nil : polls[0].revents & Int16(POLLIN) != 0
}

private final class Body {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread that can be joined.
func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  var thread = pthread_t()
  let argument = Unmanaged.passRetained(Body(body)).toOpaque()
  let result = pthread_create(&thread, nil, threadMain, argument)
  precondition(result == 0, "pthread_create: \(Errno(rawValue: result))")
  return thread
}

private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
  return nil
}
