internal import HapticSystem
package import TextDiagnostics

extension Recording {
  /// Reads a recording from a regular file.
  ///
  /// - Throws: `Refused` with the system's error, or with the line and the key of a mistake, and a remedy.
  package init(file path: String) throws(Refused) {
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.read(path, upTo: Self.maximumBytes)
    } catch {
      throw Refused(Finding(error))
    }
    try self.init(text: bytes)
  }

  /// A recording with all keys and axes of the kernel has a tenth of this.
  private static let maximumBytes = 1 << 18
}

extension Finding {
  fileprivate init(_ failure: RegularFile.Failure) {
    switch failure {
    case .refused(let error):
      self.init(.error, message: "cannot be read: \(error)", remedy: "check its path and its permissions")
    case .notRegular:
      self.init(.error, message: "not a regular file", remedy: "copy its contents to a file")
    case .tooLarge:
      self.init(.error, message: "too large for a recording of a device", remedy: Recording.remedy)
    }
  }
}
