import Foundation
import HapticSystem
import TestSupport

/// A failing call, optionally with all later calls of the same function.
struct Fault: CustomStringConvertible, Sendable {
  let function: String
  let site: Int
  let error: Int32
  let isLasting: Bool

  var description: String { "\(function) \(site)\(isLasting ? " and later" : ""): \(Errno(rawValue: error))" }

  /// The environment variables for Tests/Lab/Faults/faults.c.
  var environment: [String: String] {
    var variables = ["FAULT_CALL": function, "FAULT_AT": "\(site)", "FAULT_ERRNO": "\(error)"]
    if isLasting { variables["FAULT_EVER"] = "1" }
    return variables
  }
}

extension Fault {
  /// All faults of the counted calls: each site up to `limit`, each error, once and lasting.
  static func all(of counts: [String: Int], limit: Int) -> [Fault] {
    counts.sorted { $0.key < $1.key }.flatMap { function, count in
      errors(of: function).flatMap { error in
        (1...min(count, limit)).flatMap { faults(function, $0, error) }
      }
    }
  }

  /// The first, the middle and the last call of each function with its most likely error, once; the last one also with
  /// the most likely error that can last.
  static func some(of counts: [String: Int]) -> [Fault] {
    counts.sorted { $0.key < $1.key }.flatMap { function, count in
      let errors = errors(of: function)
      let once = Set([1, (count + 1) / 2, count]).sorted().map { site in
        Fault(function: function, site: site, error: errors[0], isLasting: false)
      }
      let lasting = errors.first { !isMomentary($0, of: function) }
      return once + (lasting.map { [Fault(function: function, site: count, error: $0, isLasting: true)] } ?? [])
    }
  }

  private static func faults(_ function: String, _ site: Int, _ error: Int32) -> [Fault] {
    let once = Fault(function: function, site: site, error: error, isLasting: false)
    if isMomentary(error, of: function) { return [once] }
    return [once, Fault(function: function, site: site, error: error, isLasting: true)]
  }

  /// Whether the error cannot last: signals do not interrupt each call, and a descriptor is not always readable
  /// without data, or writable without room.
  private static func isMomentary(_ error: Int32, of function: String) -> Bool {
    error == EINTR || error == EAGAIN && ["accept4", "read", "recv", "recvmsg", "sendmsg"].contains(function)
  }

  /// The errors that the kernel may return, the most likely first.
  private static func errors(of function: String) -> [Int32] { errors[function] ?? [ENOMEM, EIO] }

  private static let errors: [String: [Int32]] = [
    "accept4": [EMFILE, ENFILE, ENOMEM, ECONNABORTED, EPERM, EAGAIN], "close": [EIO, EINTR],
    "connect": [ECONNREFUSED, EAGAIN], "epoll_ctl": [ENOMEM, ENOSPC], "epoll_pwait2": [EINTR, EBADF, EPERM],
    "epoll_wait": [EINTR, EBADF], "eventfd": [EMFILE], "fchmod": [EPERM], "fcntl": [EINVAL, EBADF],
    "flock": [ENOLCK, EWOULDBLOCK], "inotify_add_watch": [ENOSPC, ENOMEM], "inotify_init1": [EMFILE],
    "open": [EMFILE, EACCES, ENOMEM, EINTR], "openat": [EMFILE, EACCES],
    "openat2": [ENOSYS, EPERM, EMFILE], "opendir": [EMFILE, EACCES],
    "pidfd_open": [EMFILE, ESRCH], "poll": [EINTR, ENOMEM], "pread": [EIO, EINTR], "pthread_create": [EAGAIN],
    "read": [EAGAIN, EIO, EINTR], "readlink": [EACCES, EIO], "recv": [EAGAIN, ECONNRESET, ENOMEM, EINTR],
    "recvmsg": [EAGAIN, EIO], "send": [EAGAIN, EPIPE, ENOBUFS, EINTR], "sendmsg": [EAGAIN, EPIPE], "signalfd": [EMFILE],
    "socket": [EMFILE, EACCES], "socketpair": [EMFILE, ENOMEM], "timerfd_create": [EMFILE],
    "timerfd_settime": [ENOMEM, EINVAL],
    "write": [EAGAIN, EIO, EINTR],
  ]
}

/// Tests/Lab/Faults/faults.c, compiled; nil without a compiler.
enum FaultShim {
  private static let folder = try? TestFolder()

  static let path: String? = {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    guard let output = folder?.path(of: "faults.so") else { return nil }
    let compiler = try? Process(
      "/bin/sh", "-c", "\"$(command -v clang || command -v cc)\" -O2 -shared -fPIC -o \"$1\" \"$2\"", "sh", output,
      "/\(tests)/Lab/Faults/faults.c")
    return compiler?.end() == 0 ? output : nil
  }()
}
