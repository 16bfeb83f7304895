internal import CHapticLinux
internal import Glibc

/// A process that cannot be mistaken for another one that gets its number later.
public struct PeerProcess: ~Copyable, Sendable {
  /// Its number, which is its own while `isAlive`.
  public let processID: Int32
  private let descriptor: FileDescriptor

  fileprivate init(_ processID: Int32, owning descriptor: Int32) {
    self.processID = processID
    self.descriptor = FileDescriptor(owning: descriptor)
  }

  /// The process that has this number now.
  ///
  /// - Throws: `.noSuchProcess` where there is none.
  ///
  /// The corresponding C function is `pidfd_open`.
  public init(_ processID: Int32) throws(Errno) {
    self.init(processID, owning: try retryingInterrupts { haptic_open_process(processID) })
  }

  /// Whether it has not ended yet. One that ended and that nobody has waited for is not alive.
  ///
  /// The corresponding C function is `poll`.
  public var isAlive: Bool {
    var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    do {
      return try retryingInterrupts { unsafe Glibc.poll(&poll, 1, 0) } == 0
    } catch {
      return false
    }
  }
}

extension SeqpacketSocket {
  /// The process on the other end: the one that connected, even if it has ended and another has its number by now.
  /// Kernels before 6.5 cannot say that; there it is whichever process has the number at this moment, so ask soon.
  ///
  /// - Throws: `.noSuchProcess` where it ended, or cannot be seen from here.
  ///
  /// The corresponding socket option is `SO_PEERPIDFD`.
  public func peerProcess() throws(Errno) -> PeerProcess {
    let processID = try peerCredentials().processID
    guard processID > 0 else { throw .noSuchProcess }
    let descriptor = haptic_peer_process(rawValue)
    if descriptor >= 0 { return PeerProcess(processID, owning: descriptor) }
    switch Errno.last {
    case .noSuchOption: return try PeerProcess(processID)
    case let error: throw error
    }
  }
}
