internal import Glibc

/// An error number of the kernel. An open set: any value of the kernel is representable.
///
/// The corresponding C variable is `errno`; only `Errno.last` reads it.
public struct Errno: Error, RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// No permission for the file. The corresponding C error is `EACCES`.
  public static let permissionDenied = Errno(rawValue: EACCES)
  /// The address is already in use. The corresponding C error is `EADDRINUSE`.
  public static let addressInUse = Errno(rawValue: EADDRINUSE)
  /// The call would block. The corresponding C error is `EAGAIN`.
  public static let wouldBlock = Errno(rawValue: EAGAIN)
  /// The device is busy and cannot accept the request now. The corresponding C error is `EBUSY`.
  public static let busy = Errno(rawValue: EBUSY)
  /// The file exists. The corresponding C error is `EEXIST`.
  public static let alreadyExists = Errno(rawValue: EEXIST)
  /// The operation is not permitted, regardless of the file's mode. The corresponding C error is `EPERM`.
  public static let notPermitted = Errno(rawValue: EPERM)
  /// No process listens on the socket. The corresponding C error is `ECONNREFUSED`.
  public static let connectionRefused = Errno(rawValue: ECONNREFUSED)
  /// The peer has closed the connection. The corresponding C error is `ECONNRESET`.
  public static let connectionReset = Errno(rawValue: ECONNRESET)
  /// A signal interrupted the call. The corresponding C error is `EINTR`.
  public static let interrupted = Errno(rawValue: EINTR)
  /// The driver does not accept the request. The corresponding C error is `EINVAL`.
  public static let invalidArgument = Errno(rawValue: EINVAL)
  /// The path does not fit into a socket address. The corresponding C error is `ENAMETOOLONG`.
  public static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  /// The device was unplugged or revoked. The corresponding C error is `ENODEV`.
  public static let noDevice = Errno(rawValue: ENODEV)
  /// No such file. The corresponding C error is `ENOENT`.
  public static let noSuchFile = Errno(rawValue: ENOENT)
  /// No such process. The corresponding C error is `ESRCH`.
  public static let noSuchProcess = Errno(rawValue: ESRCH)
  /// The kernel does not know the socket option. The corresponding C error is `ENOPROTOOPT`.
  public static let noSuchOption = Errno(rawValue: ENOPROTOOPT)
  /// A path component is not a folder. The corresponding C error is `ENOTDIR`.
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  /// All effect slots are in use. The corresponding C error is `ENOSPC`.
  public static let noSpace = Errno(rawValue: ENOSPC)
  /// The file is too large. The corresponding C error is `EFBIG`.
  public static let tooLarge = Errno(rawValue: EFBIG)
  /// The process has no free descriptor, or the user no free inotify instance. The corresponding C error is `EMFILE`.
  public static let tooManyFiles = Errno(rawValue: EMFILE)
  /// The operation is not supported. The corresponding C error is `EOPNOTSUPP`.
  public static let notSupported = Errno(rawValue: EOPNOTSUPP)
  /// The device does not support force feedback. The corresponding C error is `ENOSYS`.
  public static let notImplemented = Errno(rawValue: ENOSYS)
  /// The socket is not connected. The corresponding C error is `ENOTCONN`.
  public static let notConnected = Errno(rawValue: ENOTCONN)
  /// The peer has closed its end before the write. The corresponding C error is `EPIPE`.
  public static let brokenPipe = Errno(rawValue: EPIPE)
  /// The device did not respond in time. The corresponding C error is `ETIMEDOUT`.
  public static let timedOut = Errno(rawValue: ETIMEDOUT)

  /// The error of the last failed system call on this thread.
  public static var last: Errno { Errno(rawValue: errno) }
}

extension Errno: CustomStringConvertible {
  /// The message of the C library and the number: `Permission denied (13)`.
  public var description: String {
    guard let words = unsafe strerror(rawValue) else { return "error \(rawValue)" }
    return unsafe "\(String(cString: words)) (\(rawValue))"
  }
}

/// Calls `body` again while it fails with `.interrupted`. A negative result is thrown as `Errno.last`.
@inline(__always)
public func retryingInterrupts<Result: SignedInteger>(_ body: () -> Result) throws(Errno) -> Result {
  while true {
    let result = body()
    if result >= 0 { return result }
    let error = Errno.last
    if error != .interrupted { throw error }
  }
}

/// Throws the error of a result of libsystemd or libevdev, which is a negative errno in case of an error.
///
/// - Returns: the result otherwise.
@discardableResult
package func check(_ result: Int32) throws(Errno) -> Int32 {
  if result < 0 { throw Errno(rawValue: -result) }
  return result
}
