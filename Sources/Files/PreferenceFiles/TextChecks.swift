internal import TextDiagnostics

/// Checks before a file is parsed as TOML.
enum TextChecks {
  static func check(_ bytes: [UInt8]) throws(Refused) {
    guard bytes.count <= PreferenceLimits.fileBytes else { throw Refused(.tooLarge) }
    try checkLines(bytes)
    guard (try? UTF8Span(validating: bytes.span)) != nil else { throw Refused(invalidText(bytes)) }
    if let place = ShiftedScalars.place(in: bytes) {
      throw Refused(Finding(.error, place, message: "private-use character above U+FFFFF", remedy: "remove it"))
    }
  }

  private static func checkLines(_ bytes: [UInt8]) throws(Refused) {
    var line = 1
    var start = 0
    for (offset, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") {
        line += 1
        start = offset + 1
      } else if byte == 0 {
        throw Refused(
          Finding(
            .error, TextPlace(of: offset, in: bytes), message: "invalid NUL character",
            remedy: "save the file as UTF-8 text"))
      } else if offset - start >= PreferenceLimits.lineBytes {
        throw Refused(
          Finding(
            .error, line: line, column: 1, message: "line longer than \(PreferenceLimits.lineBytes) bytes",
            remedy: "split it into several lines"))
      }
    }
  }

  /// The finding about the first line that is not UTF-8.
  private static func invalidText(_ bytes: [UInt8]) -> Finding {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let invalid = lines.firstIndex { (try? UTF8Span(validating: Array($0).span)) == nil } ?? 0
    return Finding(
      .error, line: invalid + 1, column: 1, message: "line is not UTF-8", remedy: "save the file as UTF-8")
  }
}

extension TextPlace {
  init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<offset]
    let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let continuations = line.last!.count { $0 & 0xc0 == 0x80 }
    self.init(line: line.count, column: line.last!.count - continuations + 1)
  }
}

extension Finding {
  static let tooLarge = Finding(
    .error, message: "file larger than \(PreferenceLimits.fileBytes) bytes",
    remedy: "remove settings that have their default value")

  static let folderTooLarge = Finding(
    .error, message: "the files of this folder together are larger than \(PreferenceLimits.folderBytes) bytes",
    remedy: "remove drop-ins, or settings that have their default value")

  init(_ severity: Severity, _ place: TextPlace, key: String = "", message: String, remedy: String) {
    self.init(severity, line: place.line, column: place.column, key: key, message: message, remedy: remedy)
  }
}
