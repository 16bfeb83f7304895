internal import Glibc

/// An error number of the kernel. An open set: any value the kernel returns is representable.
///
/// The corresponding C variable is `errno`; it is read in one place, `Errno.last`.
public struct Errno: Error, RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// No permission for the file. The corresponding C error is `EACCES`.
  public static let permissionDenied = Errno(rawValue: EACCES)
  /// An address already taken. The corresponding C error is `EADDRINUSE`.
  public static let addressInUse = Errno(rawValue: EADDRINUSE)
  /// The call would have to wait. The corresponding C error is `EAGAIN`.
  public static let wouldBlock = Errno(rawValue: EAGAIN)
  /// A device that is at work and cannot take the request now. The corresponding C error is `EBUSY`.
  public static let busy = Errno(rawValue: EBUSY)
  /// Not allowed, whatever the file's mode. The corresponding C error is `EPERM`.
  public static let notPermitted = Errno(rawValue: EPERM)
  /// Nobody listens. The corresponding C error is `ECONNREFUSED`.
  public static let connectionRefused = Errno(rawValue: ECONNREFUSED)
  /// The peer is gone. The corresponding C error is `ECONNRESET`.
  public static let connectionReset = Errno(rawValue: ECONNRESET)
  /// A signal came first. The corresponding C error is `EINTR`.
  public static let interrupted = Errno(rawValue: EINTR)
  /// The request makes no sense to the driver. The corresponding C error is `EINVAL`.
  public static let invalidArgument = Errno(rawValue: EINVAL)
  /// A packet larger than the socket carries. The corresponding C error is `EMSGSIZE`.
  public static let messageTooLong = Errno(rawValue: EMSGSIZE)
  /// A path that does not fit into a socket address. The corresponding C error is `ENAMETOOLONG`.
  public static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  /// The device was unplugged or revoked. The corresponding C error is `ENODEV`.
  public static let noDevice = Errno(rawValue: ENODEV)
  /// No such file. The corresponding C error is `ENOENT`.
  public static let noSuchFile = Errno(rawValue: ENOENT)
  /// No such process. The corresponding C error is `ESRCH`.
  public static let noSuchProcess = Errno(rawValue: ESRCH)
  /// A socket option that this kernel does not know. The corresponding C error is `ENOPROTOOPT`.
  public static let noSuchOption = Errno(rawValue: ENOPROTOOPT)
  /// A file where a folder must be. The corresponding C error is `ENOTDIR`.
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  /// Every effect slot is taken. The corresponding C error is `ENOSPC`.
  public static let noSpace = Errno(rawValue: ENOSPC)
  /// The device does no force feedback. The corresponding C error is `ENOSYS`.
  public static let notImplemented = Errno(rawValue: ENOSYS)
  /// Not a socket connection yet, or no longer. The corresponding C error is `ENOTCONN`.
  public static let notConnected = Errno(rawValue: ENOTCONN)
  /// Writing to a peer that closed. The corresponding C error is `EPIPE`.
  public static let brokenPipe = Errno(rawValue: EPIPE)
  /// The device did not answer in time. The corresponding C error is `ETIMEDOUT`.
  public static let timedOut = Errno(rawValue: ETIMEDOUT)

  /// The error of the system call that failed last on this thread.
  public static var last: Errno { Errno(rawValue: errno) }
}

extension Errno: CustomStringConvertible {
  /// The C library's words, with the number: `Permission denied (13)`.
  public var description: String {
    guard let words = unsafe strerror(rawValue) else { return "error \(rawValue)" }
    return unsafe "\(String(cString: words)) (\(rawValue))"
  }
}

/// Calls `body` until no signal interrupts it; a negative result becomes the error.
@inline(__always)
public func retryingInterrupts<Result: SignedInteger>(_ body: () -> Result) throws(Errno) -> Result {
  while true {
    let result = body()
    if result >= 0 { return result }
    let error = Errno.last
    if error != .interrupted { throw error }
  }
}
