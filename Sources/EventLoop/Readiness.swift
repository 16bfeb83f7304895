internal import CHapticLinux

/// What a descriptor is ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// There is something to read, a connection to accept, or the end of the stream. The corresponding C name is
  /// `EPOLLIN`.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// There is room to write. The corresponding C name is `EPOLLOUT`.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The other side is gone, or the device was unplugged. Reported whether asked for or not. The corresponding C
  /// names are `EPOLLHUP` and `EPOLLERR`.
  public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)

  /// `hangUp` has two bits, of which the kernel may report one: ask with this rather than with `contains`.
  public var isHangUp: Bool { !isDisjoint(with: .hangUp) }
}
