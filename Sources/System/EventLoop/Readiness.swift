internal import CHapticLinux

/// The operations that a descriptor is ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Data to read, a connection to accept, or the end of the stream. The corresponding C name is
  /// `EPOLLIN`.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// Room to write. The corresponding C name is `EPOLLOUT`.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The peer is gone, or the device was unplugged. Always reported. The corresponding C
  /// names are `EPOLLHUP` and `EPOLLERR`.
  public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)

  /// Whether either bit of `hangUp` is set; the kernel may report only one of them.
  public var isHangUp: Bool { !isDisjoint(with: .hangUp) }
}
