internal import Glibc

/// Hears of files in one folder that were saved: written and closed, or moved there, which is how many editors save.
///
/// A watch on the file itself would stay with the old one when an editor puts a new one in its place. Dropping the
/// watch ends it. The corresponding C functions are those of inotify(7).
public struct FolderWatch: ~Copyable, Sendable {
  /// What happened since it was asked for last.
  public enum News: Equatable, Sendable {
    /// These entries were saved; none, perhaps.
    case saved(Set<String>)
    /// So much happened that the kernel lost count, or the folder itself went: look at everything.
    case unknown
  }

  private let descriptor: FileDescriptor

  /// - Throws: `.noSuchFile` where there is no such folder, `ENOTDIR` where it is none, `.noSpace` where the user
  ///   watches too much already.
  public init(_ folder: String) throws(Errno) {
    let descriptor = FileDescriptor(owning: try retryingInterrupts { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) })
    let raw = descriptor.rawValue
    let changes = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    _ = try retryingInterrupts { unsafe inotify_add_watch(raw, folder, changes) }
    self.descriptor = descriptor
  }

  /// The number to wait on; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// What happened since the last call. Does not wait.
  public func news() throws(Errno) -> News {
    var names: Set<String> = []
    while let bytes = try read() {
      guard case .saved(let more) = Self.news(in: bytes[...]) else { return .unknown }
      names.formUnion(more)
    }
    return .saved(names)
  }

  /// Some events; nil where there are none.
  private func read() throws(Errno) -> [UInt8]? {
    let raw = descriptor.rawValue
    var buffer = [UInt8](repeating: 0, count: 4096)
    do throws(Errno) {
      // unsafe: the kernel fills the buffer only during the call
      let count = try retryingInterrupts {
        unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(raw, $0.baseAddress, $0.count) }
      }
      return Array(buffer[..<count])
    } catch .wouldBlock {
      return nil
    }
  }

  /// What a row of `struct inotify_event` says: mask in bytes 4 to 7, the name's length in bytes 12 to 15, the name after
  /// them, filled up with zeros.
  static func news(in bytes: ArraySlice<UInt8>) -> News {
    var names: Set<String> = []
    var rest = bytes
    while rest.count >= header {
      let unknown = UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)
      if word(at: 4, rest) & unknown != 0 { return .unknown }
      let name = rest.dropFirst(header).prefix(Int(word(at: 12, rest)))
      names.insert(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
      rest = rest.dropFirst(header + name.count)
    }
    return .saved(names)
  }

  private static let header = 16

  /// In the order of this machine, as the kernel writes it.
  private static func word(at offset: Int, _ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
}
