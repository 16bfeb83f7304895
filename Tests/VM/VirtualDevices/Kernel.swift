internal import CVirtualDevices
internal import Glibc
internal import HapticSystem
internal import TestSupport

/// Access to the modules and the small files of the guest's kernel.
package enum Kernel {
  /// Loads modules that are not loaded yet. Debian's kernels have all that the tests need, so that a missing one is a
  /// failure, and never a reason to skip a test.
  ///
  /// - Throws: `RigError` if modprobe fails.
  static func load(_ modules: [String]) throws {
    for module in modules where access("/sys/module/\(module)", F_OK) != 0 {
      let program = try Program(["modprobe", module])
      let status = try program.wait()
      guard status == 0 else { throw RigError("modprobe \(module) ended with \(status): \(program.output)") }
    }
  }

  /// Unloads a module that nothing uses.
  package static func unload(_ module: String) throws {
    let program = try Program(["modprobe", "--remove", module])
    let status = try program.wait()
    guard status == 0 else { throw RigError("modprobe --remove \(module) ended with \(status): \(program.output)") }
  }

  /// Hides all modules from the calling thread and from the processes that it starts.
  package static func hideModules() throws {
    guard vd_hide("/lib/modules") == 0 else { throw RigError("the modules: \(Errno.last)") }
  }

  /// The text of a small file, without its last line break.
  static func read(_ path: String) throws -> String {
    let file = try open(path, O_RDONLY)
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0 { throw RigError("\(path): \(Errno.last)") }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a file with one write, as sysfs and configfs require.
  static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try open(path, O_WRONLY | O_CREAT)
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw RigError("\(path): \(Errno.last)") }
  }

  /// Opens a file; the caller closes it.
  static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let file = Glibc.open(path, flags | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw RigError("\(path): \(Errno.last)") }
    return file
  }

  /// The names in a folder; empty if the folder does not exist.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The target of a symbolic link; nil if `link` is not one.
  static func destination(of link: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { readlink(link, $0.baseAddress!, $0.count) }
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}

/// Waits for a condition by polling it.
///
/// - Returns: false if `limit` passed first.
package func poll(upTo limit: Duration = TestWait.limit, until condition: () throws -> Bool) rethrows -> Bool {
  try TestWait.until(upTo: limit, condition)
}
