internal import CHapticLinux
internal import HapticSystem

// One event is taken from the kernel at a time, and it names a descriptor, not an address. A source that a handler ends
// therefore leaves nothing behind: no list of events that refers to it, no pointer in the kernel.
//
// The kernel keeps ready descriptors in a queue. It takes the first, and puts it at the end while it stays ready, so
// that of n ready descriptors each gets every n-th turn.

/// The descriptors that a loop watches.
///
/// The corresponding kernel object is an epoll instance; see epoll(7).
final class DescriptorSet {
  private let epoll: FileDescriptor
  /// By descriptor.
  private var watches: [Watch?] = []
  /// Whether the kernel has `epoll_pwait2`, and a system call filter permits it.
  var hasExactWait = true

  /// Readable while a watch has an event.
  var rawValue: Int32 { epoll.rawValue }

  init() throws(Errno) { epoll = FileDescriptor(owning: try retryingInterrupts { haptic_epoll_create() }) }

  /// Adds a watch.
  ///
  /// - Throws: `.notPermitted` for a regular file, `EEXIST` for a descriptor that is watched already.
  ///
  /// The corresponding C function is `epoll_ctl` with `EPOLL_CTL_ADD`.
  func insert(_ watch: Watch) throws(Errno) {
    try change(watch.descriptor, EPOLL_CTL_ADD, watch.readiness)
    let index = Int(watch.descriptor)
    if index >= watches.count { watches += Array(repeating: nil, count: index + 1 - watches.count) }
    // A descriptor with this number was closed before its source: the kernel has ended that watch.
    watches[index]?.isWaiting = false
    watches[index] = watch
    watch.isWaiting = true
  }

  /// Ends a watch: its handler is not called again.
  func remove(_ watch: Watch) {
    suspend(watch)
    let index = Int(watch.descriptor)
    if watches[index] === watch { watches[index] = nil }
  }

  /// Changes the events that a watch waits for.
  func set(_ watch: Watch, to readiness: Readiness) throws(Errno) {
    try change(watch.descriptor, watch.isWaiting ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, readiness)
    watch.readiness = readiness
    watch.isWaiting = true
  }

  /// Keeps a watch, without events.
  func suspend(_ watch: Watch) {
    guard watch.isWaiting else { return }
    watch.isWaiting = false
    // Fails only where the descriptor was closed before its source, which ended the watch as well.
    _ = try? change(watch.descriptor, EPOLL_CTL_DEL, [])
  }

  /// Waits for the next event.
  ///
  /// - Parameter nanoseconds: the longest wait, which may end early; negative for no limit.
  /// - Returns: nil after that time, or after a signal.
  func next(within nanoseconds: Int64) throws(Errno) -> (watch: Watch, readiness: Readiness)? {
    var event = haptic_readiness()
    let count = unsafe haptic_epoll_wait_one(epoll.rawValue, nanoseconds, hasExactWait, &event)
    if count < 0 { try handle(.last) }
    guard count > 0, let watch = watches[Int(event.fd)] else { return nil }
    return (watch, Readiness(rawValue: event.events))
  }

  private func handle(_ error: Errno) throws(Errno) {
    switch error {
    case .interrupted: return
    case .notImplemented where hasExactWait, .notPermitted where hasExactWait: hasExactWait = false
    default: throw error
    }
  }

  private func change(_ descriptor: Int32, _ operation: Int32, _ readiness: Readiness) throws(Errno) {
    let raw = epoll.rawValue
    _ = try retryingInterrupts { haptic_epoll_change(raw, operation, descriptor, readiness.rawValue) }
  }
}

/// A watched descriptor and its handler.
final class Watch {
  let descriptor: Int32
  let call: (Readiness) -> Void
  fileprivate(set) var readiness: Readiness
  /// Whether the kernel reports its events.
  fileprivate(set) var isWaiting = false

  init(_ descriptor: Int32, for readiness: Readiness, _ call: @escaping (Readiness) -> Void) {
    self.descriptor = descriptor
    self.readiness = readiness
    self.call = call
  }
}
