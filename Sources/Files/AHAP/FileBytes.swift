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
      let (message, remedy) =
        switch error {
        case .refused(let error): ("cannot be read: \(error)", error.remedy(or: "check its path and its permissions"))
        case .notRegular: ("not a regular file", "copy its contents to a file")
        case .tooLarge: ("larger than \(limit) bytes", "split it into several files")
        }
      throw Refused(message, remedy: remedy)
    }
  }
}
