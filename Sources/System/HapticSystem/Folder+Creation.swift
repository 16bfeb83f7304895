internal import Glibc

extension Folder {
  /// Creates a folder with these files, and its parent folders, accessible only to their owner. The folder appears with all
  /// files at once, or not at all.
  ///
  /// - Throws: `.alreadyExists` if a file or a folder that is not empty has this path, or the error of the kernel.
  ///
  /// The corresponding C functions are `mkdir` and `rename`.
  public static func create(_ path: String, with files: [(name: String, bytes: [UInt8])]) throws(Errno) {
    let parent = containing(path)
    try make(parent)
    let copy = "\(parent)/.hapticd.\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    if unsafe mkdir(copy, 0o700) != 0 { throw .last }
    do throws(Errno) {
      for file in files { try RegularFile.replace("\(copy)/\(file.name)", with: file.bytes, newMode: 0o666) }
      // The kernel replaces a folder only if it is empty.
      if unsafe rename(copy, path) != 0 {
        let error = Errno.last
        throw [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.rawValue) ? .alreadyExists : error
      }
    } catch {
      for file in files { unsafe unlink("\(copy)/\(file.name)") }
      unsafe rmdir(copy)
      throw error
    }
  }

  /// Creates a folder and its parent folders if they do not exist.
  private static func make(_ path: String) throws(Errno) {
    if exists(path) { return }
    if path != "/", path != "." { try make(containing(path)) }
    if unsafe mkdir(path, 0o700) != 0, case let error = Errno.last, error.rawValue != EEXIST { throw error }
  }
}
