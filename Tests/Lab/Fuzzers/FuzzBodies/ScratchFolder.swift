import Glibc

/// A temporary folder that is deleted at the end of the process.
struct ScratchFolder: Sendable {
  let path: String

  init(named name: String) {
    var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/fuzz-\(name)-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no folder for \(name): \(String(cString: strerror(errno)))")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if Self.created.isEmpty { atexit(removeScratchFolders) }
    Self.created.append(path)
  }

  /// Writes a file, and creates its parent folders.
  func write(_ bytes: [UInt8], to name: String) throws(Flaw) {
    let place = "\(path)/\(name)"
    if access(place, F_OK) != 0 { makeParents(of: name) }
    guard let file = fopen(place, "we") else { throw Flaw("cannot write \(place)") }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw Flaw("cannot write \(place)") }
  }

  /// The bytes of a file; nil if it does not exist.
  func read(_ name: String) -> [UInt8]? {
    guard let file = fopen("\(path)/\(name)", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
  }

  func remove(_ name: String) { unlink("\(path)/\(name)") }

  // MARK: Deletion

  private func makeParents(of name: String) {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if mkdir(folder, 0o755) == 0 { Self.created.append(folder) }
    }
    let file = "\(path)/\(name)"
    if !Self.created.contains(file) { Self.created.append(file) }
  }

  /// The paths of folders and files in the order of their creation, for `removeAll`. Fuzzers have one thread.
  nonisolated(unsafe) private static var created: [String] = []

  fileprivate static func removeAll() { for path in created.reversed() { Glibc.remove(path) } }
}

private func removeScratchFolders() { ScratchFolder.removeAll() }
