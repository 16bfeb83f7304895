internal import CVirtualDevices
internal import Glibc
internal import HapticSystem

/// The thread of a virtual device. Sleeps until its descriptor is readable, a time has come, or it must end.
final class ServiceThread: Sendable {
  private let thread: pthread_t
  private let end: Int32

  /// Starts the thread on an open, non-blocking `descriptor`, which the caller closes after `join`.
  ///
  /// - Parameter step: called when the descriptor is readable, and at the time that it last returned, with whether
  ///   the descriptor is readable. Returns the time of the next call, or nil.
  init(on descriptor: Int32, step: @escaping @Sendable (_ readable: Bool) -> Instant?) {
    let end = vd_flag_create()
    self.end = end
    thread = startThread {
      var wake: Instant?
      while let readable = waitForInput(on: descriptor, until: wake, orEnd: end) { wake = step(readable) }
    }
  }

  /// Ends the thread and waits for it.
  func join() {
    vd_flag_raise(end)
    pthread_join(thread, nil)
    close(end)
  }
}

/// Waits for `descriptor` until `time`.
///
/// - Returns: whether the descriptor is readable, or nil if `end` came first.
private func waitForInput(on descriptor: Int32, until time: Instant?, orEnd end: Int32) -> Bool? {
  let rest = time.map { max(0, ($0 - .now).wholeNanoseconds) } ?? -1
  return switch vd_wait(descriptor, end, rest) {
  case VD_WAKE_FLAG: nil
  case VD_WAKE_READABLE: true
  default: false
  }
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
