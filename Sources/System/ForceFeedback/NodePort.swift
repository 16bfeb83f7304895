internal import CHapticLinux
internal import HapticSystem

/// The system calls on one open node, which a test replaces. Dropping the last reference closes the node, without
/// waiting.
protocol NodePort: AnyObject {
  /// The descriptor to watch for a hang-up.
  var descriptor: Int32 { get }
  func identify() throws(Errno) -> NodeIdentity
  /// Reads the number of effects that it holds, for all programs together.
  func slotCount() throws(Errno) -> Int
  /// Uploads or changes an effect, and returns its slot.
  func upload(_ upload: Upload) throws(Errno) -> Int16
  /// Ends an effect and frees its slot.
  func erase(_ slot: Int16) throws(Errno)
  /// Writes one or two commands; the kernel carries both out under one lock.
  ///
  /// - Throws: `.interrupted` if the limit was reached; nothing was written then.
  func write(_ first: Command, _ second: Command?, _ limit: WriteLimit) throws(Errno)
  /// Opens the input events of the device; nil if they are not of interest, or without permission.
  func listen() -> (any TouchPort)?
  /// Sleeps. Only for a thread that may block.
  func wait(_ duration: Duration)
}

/// The longest time that a write waits while another program uses the node.
enum WriteLimit: Sendable {
  case unlimited
  /// See `CallLimit`.
  case brief
}

/// Opens a node, on the thread that may block.
typealias NodeOpener = @Sendable () throws(Errno) -> any NodePort

/// The identity of a node and its capability bits, which only an upload proves.
package struct NodeIdentity: Hashable, Sendable {
  /// Any text that the device sends; control characters are replaced by `?`.
  package var name: String
  package var bus: UInt16
  package var vendor: UInt16
  package var product: UInt16
  package var version: UInt16
  package var abilities: Abilities

  package init(name: String, bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16, abilities: Abilities) {
    self.name = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isControl ? "?" : $0 }))
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.abilities = abilities
  }
}

extension Unicode.Scalar {
  /// Whether it may move the cursor of a terminal or end a line of a log.
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

/// A limit for a system call that may wait.
///
/// A signal interrupts the call after 2 to 4 ms. It also comes after a call that returned earlier, and then does
/// nothing but wake the loop; a burst of calls has one such signal.
///
/// The corresponding C function is `timer_create` with `SIGEV_THREAD_ID`.
enum CallLimit {
  /// Runs `call`, in which a system call that waits longer than the limit fails with `EINTR`.
  ///
  /// - Throws: `.wouldBlock` where the kernel has no timers left; `call` did not run then.
  @inline(__always)
  static func run<Result>(_ call: () -> Result) throws(Errno) -> Result {
    if haptic_begin_limit(Instant.now.nanoseconds) < 0 { throw .wouldBlock }
    defer { haptic_end_limit() }
    return call()
  }
}
