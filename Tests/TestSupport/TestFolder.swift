internal import Foundation

/// A folder of a test's own, which goes with its owner and takes with it all that is in it.
public final class TestFolder: Sendable {
  /// Short enough for a socket in it.
  public let path: String

  public init() throws {
    path = "\(NSTemporaryDirectory())hapticd-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of what is, or will be, in it.
  public func path(of file: String) -> String { "\(path)/\(file)" }

  /// Writes a file, with its folders.
  ///
  /// - Returns: its path.
  @discardableResult
  public func write(_ text: String, to file: String) throws -> String {
    let url = URL(filePath: path(of: file))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return path(of: file)
  }

  /// Makes a folder in it, with those on the way.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(of: name), withIntermediateDirectories: true)
  }

  public func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: path(of: file)) }
}
