internal import HapticSystem
package import TextDiagnostics

/// Reads pattern files from disk.
package enum FileBytes {
  /// Reads the regular file at `path`. Never waits: a pipe or a device is refused.
  ///
  /// - Throws: `Refused` with the system's error, or if the file is not regular or larger than `limit`.
  package static func read(_ path: String, atMost limit: Int) throws(Refused) -> [UInt8] {
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path, upTo: limit)
    } catch {
      throw Refused(finding(error, limit))
    }
  }

  private static func finding(_ failure: RegularFile.Failure, _ limit: Int) -> Finding {
    switch failure {
    case .refused(let error):
      Finding(.error, message: "cannot be read: \(error)", remedy: "check its path and its permissions")
    case .notRegular:
      Finding(.error, message: "not a regular file", remedy: "copy its contents to a file")
    case .tooLarge:
      Finding(.error, message: "larger than \(limit) bytes", remedy: "split it into several files")
    }
  }
}
