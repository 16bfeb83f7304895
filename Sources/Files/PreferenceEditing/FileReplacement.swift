internal import Glibc
internal import HapticSystem

/// Replaces a settings file atomically. A reader finds either the former or the new text, also after a power failure.
package struct FileReplacement {
  /// The path of the file; for a symbolic link, of its target.
  private let target: String

  /// Creates the folder if it does not exist, accessible only to its owner.
  ///
  /// - Throws: a failure if the folder cannot be created, the file is not writable, or the link has no target.
  package init(_ path: String) throws(FileFailure) {
    try Self.makeFolder(Folder.containing(path))
    target = try Self.target(of: path)
  }

  /// Replaces the contents of the file. Only its owner can read a new one.
  ///
  /// - Throws: a failure with the system's reason; the file is then unchanged.
  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    do throws(Errno) { try RegularFile.replace(target, with: bytes, newMode: 0o600) } catch {
      throw FileFailure("cannot write \(target): \(error); check the permissions of its folder", because: error)
    }
  }

  // MARK: Paths

  private static func makeFolder(_ path: String) throws(FileFailure) {
    if Folder.exists(path) { return }
    if path != "/" { try makeFolder(Folder.containing(path)) }
    guard unsafe mkdir(path, 0o700) != 0, case let error = Errno.last, error != Errno(rawValue: EEXIST) else { return }
    throw FileFailure(
      "cannot create the folder \(path): \(error); check the permissions of its parent folder", because: error)
  }

  private static func target(of path: String) throws(FileFailure) -> String {
    if let target = Folder.resolved(path) {
      guard unsafe access(target, W_OK) == 0 else {
        let error = Errno.last
        throw FileFailure("cannot write \(target): \(error); check its permissions", because: error)
      }
      return target
    }
    // Another program may have created the file meanwhile.
    guard (try? SymbolicLink.target(of: path)) == nil else {
      throw FileFailure("\(path) is a symbolic link without a target; create the target, or remove the link")
    }
    return path
  }
}
