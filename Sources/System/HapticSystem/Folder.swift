internal import Glibc

/// Folders of the file system.
public enum Folder {
  /// Whether the path is a folder, or a link to one.
  public static func exists(_ path: String) -> Bool {
    (try? FileStatus(of: path, followingLinks: true).kind) == .folder
  }

  /// Returns the names in a folder in any order, without `.` and `..`. Omits names that are not UTF-8, because no path can be
  /// formed of them (`malformedEntries`).
  ///
  /// - Throws: the error of the kernel, such as `.noSuchFile`.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  public static func entries(of path: String) throws(Errno) -> [String] {
    try names(in: path).compactMap { String(validating: $0, as: UTF8.self) }
  }

  /// Returns the names in a folder that are not UTF-8, in order, as `$'...'` of a shell has them. None of a folder that cannot
  /// be read.
  public static func malformedEntries(of path: String) -> [String] {
    let names = (try? names(in: path)) ?? []
    return names.filter { String(validating: $0, as: UTF8.self) == nil }.map { CommandWords.shown($0) }.sorted()
  }

  private static func names(in path: String) throws(Errno) -> [[UInt8]] {
    guard let folder = unsafe opendir(path) else { throw .last }
    defer { unsafe _ = closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(folder) {
      // unsafe: the name is terminated by a NUL within the entry
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe Environment.bytes($0) }
      }
      if name != [UInt8(ascii: ".")], name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  /// Returns the path with all links resolved if it is not UTF-8, as `$'...'` of a shell has it; nil for other paths.
  public static func malformedPath(of path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    let bytes = unsafe Environment.bytes(resolved)
    return String(validating: bytes, as: UTF8.self) == nil ? CommandWords.shown(bytes) : nil
  }

  /// Returns the path with all links resolved, or nil if it does not exist. The corresponding C function is `realpath`.
  public static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Returns the folder of a path: `.` for a name without one.
  public static func containing(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last part of a path: `event5` of `/dev/input/event5`. The path itself has no other for `/`.
  public static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  // MARK: Creating

  /// Creates a folder with these files, and its parent folders, accessible only to their owner. The folder appears with all
  /// files at once, or not at all. Signals wait meanwhile, so that none leaves a part of it.
  ///
  /// - Throws: `.alreadyExists` if a file or a folder that is not empty has this path, or the error of the kernel.
  ///
  /// The corresponding C functions are `mkdir` and `rename`.
  public static func create(_ path: String, with files: [(name: String, bytes: [UInt8])]) throws(Errno) {
    try withSignalsBlocked { () throws(Errno) in
      let parent = containing(path)
      var made: [String] = []
      do throws(Errno) {
        try make(parent, &made)
        try fill(path, in: parent, with: files)
      } catch {
        for folder in made.reversed() { unsafe rmdir(folder) }
        throw error
      }
    }
  }

  private static func fill(
    _ path: String, in parent: String, with files: [(name: String, bytes: [UInt8])]
  ) throws(Errno) {
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

  /// - Parameter made: the folders that did not exist, the uppermost first.
  private static func make(_ path: String, _ made: inout [String]) throws(Errno) {
    if exists(path) { return }
    if path != "/", path != "." { try make(containing(path), &made) }
    if unsafe mkdir(path, 0o700) == 0 {
      made.append(path)
    } else if case let error = Errno.last, error.rawValue != EEXIST {
      throw error
    }
  }
}
