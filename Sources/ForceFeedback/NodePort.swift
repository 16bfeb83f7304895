internal import HapticSystem

/// The system calls on one open node: all that this module asks of the kernel's side, so that a test can be the kernel.
/// Closing is dropping the last reference; it does not wait.
///
/// A call through this protocol costs about a nanosecond more than a direct one, the write behind it some hundred.
protocol NodePort: AnyObject {
  /// The number to watch for a hang-up.
  var descriptor: Int32 { get }
  /// What the node says about itself.
  func identify() throws(Errno) -> NodeIdentity
  /// How many effects it holds, for all its clients together.
  func slotCount() throws(Errno) -> Int
  /// Uploads or changes an effect, and returns its slot.
  func upload(_ upload: Upload) throws(Errno) -> Int16
  /// Ends an effect and frees its slot.
  func erase(_ slot: Int16) throws(Errno)
  /// Writes one or two commands; the kernel carries both out under one lock.
  ///
  /// - Throws: `.interrupted` where the patience ended; nothing was written then.
  func write(_ first: Command, _ second: Command?, _ patience: WritePatience) throws(Errno)
  /// Begins to listen for the hand on the device; nil where that is not wanted or not possible.
  func listen() -> (any TouchPort)?
  /// Lets time pass. Only a thread that may block has reason to call it.
  func wait(_ duration: Duration)
}

/// The longest time that a write waits while another program uses the node.
enum WritePatience: Sendable {
  case unlimited
  /// See `CallLimit`.
  case brief
}

/// Opens a node where it may block, on whichever thread that is.
protocol NodeOpener: Sendable {
  func open() throws(Errno) -> any NodePort
}

/// A node's own words, without the trust that only an upload deserves.
public struct NodeIdentity: Hashable, Sendable {
  /// As a device says it, which may be anything; control characters are shown as `?`.
  public var name: String
  public var bus: UInt16
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16
  public var abilities: Abilities

  public init(name: String, bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16, abilities: Abilities) {
    self.name = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isControl ? "?" : $0 }))
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.abilities = abilities
  }
}

extension Unicode.Scalar {
  /// What moves a terminal's cursor or ends a line of a log.
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
