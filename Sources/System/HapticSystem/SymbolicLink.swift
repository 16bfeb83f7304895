internal import CHapticLinux
internal import Glibc

/// Symbolic links of the file system.
public enum SymbolicLink {
  /// Returns the path that a link contains, which may be relative to the folder of the link.
  ///
  /// - Throws: `.invalidArgument` if the file is not a link, or another error of the kernel, such as `.noSuchFile`.
  ///
  /// The corresponding C function is `readlink`.
  public static func target(of path: String) throws(Errno) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // unsafe: the kernel fills the buffer only during the call
    let count = try retryingInterrupts {
      unsafe buffer.withUnsafeMutableBufferPointer { unsafe readlink(path, $0.baseAddress!, $0.count) }
    }
    return String(decoding: buffer[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether a component of a path may be a link. False if none is; of a path that does not exist, the part that exists
  /// counts.
  ///
  /// The corresponding C function is `openat2` with `RESOLVE_NO_SYMLINKS`.
  static func mayBe(in path: String) -> Bool {
    do throws(Errno) {
      _ = FileDescriptor(owning: try retryingInterrupts { unsafe haptic_open_without_links(path) })
      return false
    } catch {
      return error != .noSuchFile && error != .notDirectory
    }
  }
}
