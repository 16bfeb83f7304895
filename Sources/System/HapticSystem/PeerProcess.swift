internal import CHapticLinux
internal import Glibc

/// A reference to a process that is not confused with a later process of the same number.
public struct PeerProcess: ~Copyable, Sendable {
  /// The number of the process; unique while `isAlive`.
  public let processID: Int32
  private let descriptor: FileDescriptor

  /// Takes ownership of a descriptor of the process (a pidfd).
  public init(_ processID: Int32, owning descriptor: consuming FileDescriptor) {
    self.processID = processID
    self.descriptor = descriptor
  }

  /// Creates a reference to the process with this number.
  ///
  /// - Throws: `.noSuchProcess` if there is none.
  ///
  /// The corresponding C function is `pidfd_open`.
  public init(_ processID: Int32) throws(Errno) {
    self.init(processID, owning: FileDescriptor(owning: try retryingInterrupts { haptic_open_process(processID) }))
  }

  /// The descriptor to wait on: readable after the end of the process. See `FileDescriptor.rawValue`.
  package var rawValue: Int32 { descriptor.rawValue }

  /// Whether the process has not ended. A zombie is not alive.
  ///
  /// The corresponding C function is `poll`.
  public var isAlive: Bool { (try? poll(descriptor.rawValue, for: POLLIN)) == false }
}

extension SeqpacketSocket {
  /// Returns the process that connected, even if it has ended and its number is in use by another one. Kernels before
  /// 6.5 do not provide this; there it is the process with that number now, so call this early.
  ///
  /// - Throws: `.noSuchProcess` if the process has ended or is not visible in this PID namespace.
  ///
  /// The corresponding socket option is `SO_PEERPIDFD`.
  public func peerProcess() throws(Errno) -> PeerProcess {
    let processID = try peerCredentials().processID
    guard processID > 0 else { throw .noSuchProcess }
    let descriptor = haptic_peer_process(rawValue)
    if descriptor >= 0 { return PeerProcess(processID, owning: FileDescriptor(owning: descriptor)) }
    switch Errno.last {
    case .noSuchOption: return try PeerProcess(processID)
    case let error: throw error
    }
  }
}
