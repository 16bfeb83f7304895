package import HapticSystem

package enum UploadAnswer: Hashable, Sendable, CustomStringConvertible {
  case accepted
  case refused(Errno)
  /// The node did not respond to an earlier upload.
  case notTried

  package var description: String {
    switch self {
    case .accepted: "accepted"
    case .notTried: "not tried"
    case .refused(let error): error.symbol
    }
  }
}

extension Errno {
  /// The name in C, such as `EINVAL`; for an error that no driver is known to give, `errno` and the number.
  package var symbol: String { symbols.first { $0.1 == rawValue }?.0 ?? "errno \(rawValue)" }
}

/// The errors that drivers of input devices give, with the numbers of Linux. They are the same on all processors that
/// hapticd supports.
private let symbols: [(String, Int32)] = [
  ("EPERM", 1), ("ENOENT", 2), ("EINTR", 4), ("EIO", 5), ("ENXIO", 6), ("E2BIG", 7), ("EAGAIN", 11), ("ENOMEM", 12),
  ("EACCES", 13), ("EFAULT", 14), ("EBUSY", 16), ("EEXIST", 17), ("ENODEV", 19), ("EINVAL", 22), ("ENOTTY", 25),
  ("ENOSPC", 28), ("EPIPE", 32), ("ERANGE", 34), ("ENOSYS", 38), ("ENODATA", 61), ("EPROTO", 71), ("EOVERFLOW", 75),
  ("EILSEQ", 84), ("EOPNOTSUPP", 95), ("ESHUTDOWN", 108), ("ETIMEDOUT", 110), ("EINPROGRESS", 115),
  ("EREMOTEIO", 121), ("ENOTSUPP", 524),
]

/// The effects that a recording uploads, by their names in the text. They are not played.
package enum TrialUpload: String, CaseIterable, Sendable {
  case rumble, square, triangle, sine
  case sawUp = "saw-up"
  case sawDown = "saw-down"
  case constant

  /// The code that tells this upload from the others: of the waveform for a periodic effect, else of the type.
  package var code: UInt16 {
    switch self {
    case .rumble: 0x50
    case .constant: 0x52
    case .square: 0x58
    case .triangle: 0x59
    case .sine: 0x5a
    case .sawUp: 0x5b
    case .sawDown: 0x5c
    }
  }
}
