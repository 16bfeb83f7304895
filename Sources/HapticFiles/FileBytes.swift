internal import AHAP
internal import Glibc

/// What stands in a file.
enum FileBytes {
  private static let chunk = 1 << 16

  /// The bytes of the file at `path`, which may be a pipe.
  ///
  /// - Throws: what the system says, and what is larger than `limit`; no more than that is read.
  static func read(_ path: String, atMost limit: Int) throws(Refused) -> [UInt8] {
    guard let file = unsafe fopen(path, "re") else { throw refused() }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let part = unsafe [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        count = unsafe fread(buffer.baseAddress, 1, chunk, file)
      }
      bytes += part
      if part.isEmpty { break }
    }
    if unsafe ferror(file) != 0 { throw refused() }
    return bytes
  }

  private static func refused() -> Refused {
    let number = errno
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return Refused(Finding(.error, message: "cannot be read: \(words)", remedy: "see whether it is there, and a file"))
  }
}
