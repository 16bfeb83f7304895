internal import CHapticLinux
internal import Glibc

// The way to write without blocking depends on the kind of file. The flag O_NONBLOCK of standard error itself stays
// unchanged: the open file is shared with every other process that inherited it, such as the shell.
//
//   socket, as systemd passes one   send with MSG_DONTWAIT
//   pipe, terminal                  the same file, opened again through /proc/self/fd with O_NONBLOCK; if that is not
//                                   permitted: poll, then a write that does not wait
//   ordinary file, /dev/null        a plain write

/// A file for log lines, written without blocking.
struct LogSink: ~Copyable, Sendable {
  private enum Way {
    case send, write, writeIfReady
  }

  private let descriptor: Int32
  private let way: Way
  private let own: FileDescriptor?

  /// Selects the way to write.
  ///
  /// - Parameter descriptor: borrowed, *not* consumed.
  init(_ descriptor: Int32) {
    let kind = try? FileStatus(of: descriptor).kind
    let canBlock = kind == .pipe || isatty(descriptor) == 1
    let own = canBlock ? Self.reopened(descriptor) : -1
    way = kind == .socket ? .send : canBlock && own < 0 ? .writeIfReady : .write
    self.descriptor = own < 0 ? descriptor : own
    self.own = own < 0 ? nil : FileDescriptor(owning: own)
  }

  /// Writes as many bytes as possible without waiting.
  ///
  /// - Returns: the number of bytes written; all of them if the reader has closed the file, because there is no other
  ///   place for them.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    while true {
      // unsafe: the kernel reads the bytes only during the call
      let count = unsafe bytes.withUnsafeBytes { unsafe write($0) }
      if count >= 0 { return count }
      switch Errno.last {
      case .interrupted: continue
      case .wouldBlock: return 0
      default: return bytes.count
      }
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch way {
    case .send: unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    case .write: unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    case .writeIfReady: unsafe haptic_write_if_ready(descriptor, bytes.baseAddress!, bytes.count)
    }
  }

  /// - Returns: the new descriptor, or -1 if that is not permitted, as for a pipe of another user.
  private static func reopened(_ descriptor: Int32) -> Int32 {
    let path = "/proc/self/fd/\(descriptor)"
    return unsafe open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  }
}
