internal import Glibc

/// Reports saved files in one folder: files that were written and closed, or moved into the folder, as many editors do.
///
/// A watch on the file itself would stay with the old file when an editor replaces it. The watch ends with its owner.
/// The corresponding C functions are those of inotify(7).
public struct FolderWatch: ~Copyable, Sendable {
  /// The changes since the last call.
  public enum News: Equatable, Sendable {
    /// The names of the saved files; may be empty.
    case saved(Set<String>)
    /// The kernel dropped events, or the folder was moved or deleted; check all files.
    case unknown
  }

  private let descriptor: FileDescriptor

  /// Starts to watch a folder.
  ///
  /// - Throws: `.noSuchFile` if the folder does not exist, `.notDirectory` if it is not a folder, `.noSpace` if the
  ///   user's limit of watches is reached.
  public init(_ folder: String) throws(Errno) {
    let descriptor = FileDescriptor(owning: try retryingInterrupts { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) })
    _ = try retryingInterrupts { unsafe inotify_add_watch(descriptor.rawValue, folder, Self.changes) }
    self.descriptor = descriptor
  }

  private static let changes = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  /// Watches another folder as well, whose files are reported by their names alone. A folder that is watched already stays
  /// so.
  ///
  /// - Throws: as `init`.
  public func add(_ folder: String) throws(Errno) {
    _ = try retryingInterrupts { unsafe inotify_add_watch(descriptor.rawValue, folder, Self.changes) }
  }

  /// The descriptor to wait on; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Returns the changes since the last call. Does not wait.
  ///
  /// - Parameters:
  ///   - isComplete: whether a new entry counts as saved, as a link or a folder does; a new file is saved when it is closed.
  ///   - hasOtherAccess: whether an entry counts as saved whose mode, owner, times or other attributes have changed.
  public func news(
    where isComplete: (String) -> Bool = { _ in false }, or hasOtherAccess: (String) -> Bool = { _ in false }
  ) throws(Errno) -> News {
    var names: Set<String> = []
    while let bytes = try read() {
      let isSaved = { (name: String, mask: UInt32) in
        if mask & UInt32(IN_CREATE) != 0 { return isComplete(name) }
        return mask & UInt32(IN_ATTRIB) == 0 || hasOtherAccess(name)
      }
      guard case .saved(let more) = Self.news(in: bytes[...], where: isSaved) else { return .unknown }
      names.formUnion(more)
    }
    return .saved(names)
  }

  /// Reads some events, or nil if there are none.
  private func read() throws(Errno) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    do throws(Errno) {
      // unsafe: the kernel fills the buffer only during the call
      let count = try retryingInterrupts {
        unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor.rawValue, $0.baseAddress, $0.count) }
      }
      return Array(buffer[..<count])
    } catch .wouldBlock {
      return nil
    }
  }

  /// Decodes a row of `struct inotify_event`: mask in bytes 4 to 7, length of the name in bytes 12 to 15, then the
  /// name, padded with zeros.
  private static func news(
    in bytes: ArraySlice<UInt8>, where isSaved: (_ name: String, _ mask: UInt32) -> Bool
  ) -> News {
    var names: Set<String> = []
    var rest = bytes
    while rest.count >= header {
      let unknown = UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)
      let mask = word(at: 4, rest)
      if mask & unknown != 0 { return .unknown }
      let bytes = rest.dropFirst(header).prefix(Int(word(at: 12, rest)))
      let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      if isSaved(name, mask) { names.insert(name) }
      rest = rest.dropFirst(header + bytes.count)
    }
    return .saved(names)
  }

  private static let header = 16

  /// Reads a number in the native byte order, as the kernel writes it.
  private static func word(at offset: Int, _ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
}
