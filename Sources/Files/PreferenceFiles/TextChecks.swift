package import TextDiagnostics

/// Checks before a file is parsed as TOML.
enum TextChecks {
  static func check(_ bytes: [UInt8]) throws(Refused) {
    guard bytes.count <= PreferenceLimits.fileBytes else { throw Refused(.tooLarge) }
    if let remark = remark(bytes) { throw TextReading(bytes).refusal(remark) }
  }

  private static func remark(_ bytes: [UInt8]) -> Remark? {
    var start = 0
    for (offset, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") {
        start = offset + 1
      } else if byte == 0 {
        return Remark("invalid NUL character", at: .byte(offset), remedy: "save the file as UTF-8 text")
      } else if offset - start >= PreferenceLimits.lineBytes {
        return Remark(
          "line longer than \(PreferenceLimits.lineBytes) bytes", at: .byte(start),
          remedy: "split it into several lines")
      }
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let end = bytes[..<error.byteOffsets.lowerBound].lastIndex(of: UInt8(ascii: "\n"))
      return Remark("line is not UTF-8", at: .byte(end.map { $0 + 1 } ?? 0), remedy: "save the file as UTF-8")
    }
    return ShiftedScalars.offset(in: bytes).map {
      Remark("private-use character above U+FFFFF", at: .byte($0), remedy: "remove it")
    }
  }
}

extension Finding {
  package static let tooLarge = Finding(
    .error, message: "file larger than \(PreferenceLimits.fileBytes) bytes",
    remedy: "remove settings that have their default value")

  static let folderTooLarge = Finding(
    .error, message: "the files of this folder together are larger than \(PreferenceLimits.folderBytes) bytes",
    remedy: "remove drop-ins, or settings that have their default value")

  init(_ severity: Severity, _ place: TextPlace, key: String = "", message: String, remedy: String) {
    self.init(severity, line: place.line, column: place.column, key: key, message: message, remedy: remedy)
  }
}
