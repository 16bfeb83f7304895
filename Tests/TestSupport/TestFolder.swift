internal import Foundation

/// A temporary folder, removed with its contents when this object is released.
package final class TestFolder: Sendable {
  /// The path, short enough for a socket in the folder.
  package let path: String

  package init() throws {
    path = "\(NSTemporaryDirectory())hapticd-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of an existing or a future file in the folder.
  package func path(of file: String) -> String { "\(path)/\(file)" }

  /// Writes a file and creates its parent folders.
  ///
  /// - Returns: its path.
  @discardableResult
  package func write(_ text: String, to file: String) throws -> String {
    let url = URL(filePath: path(of: file))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return path(of: file)
  }

  /// Writes a file whose name is not UTF-8, `x\\xff` and an ending, for the duration of a call.
  package func withMalformedName<Result>(
    _ text: String, ending: String, in subfolder: String, _ body: () throws -> Result
  ) throws -> Result {
    let plain = try write(text, to: "\(subfolder)/x\(ending)")
    let malformed = Array("\(path)/\(subfolder)/x".utf8CString.dropLast()) + [-1] + Array(ending.utf8CString)
    guard rename(plain, malformed) == 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { unlink(malformed) }
    return try body()
  }

  /// Creates a folder in it, with its parent folders.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(of: name), withIntermediateDirectories: true)
  }

  package func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: path(of: file)) }
}
