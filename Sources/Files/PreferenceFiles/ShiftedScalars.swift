/// Hides from toml++ the characters that it cannot classify.
///
/// If toml++ (3.3 and 3.4) looks for white space and finds certain letters, such as `ä` or `я`, its behavior is
/// undefined. It also skips some characters that TOML does not count as white space. Therefore each scalar from
/// U+0080 to U+FEFF is moved up by 0x100000, into the private-use plane 16, before toml++ reads the text, and moved
/// back in each string that toml++ returns. One scalar stays one scalar, so columns do not change.
///
/// A file that uses plane 16 itself is refused (`offset`), so that strings are restored exactly.
enum ShiftedScalars {
  /// The scalars that are moved. toml++ classifies all others.
  private static let range: ClosedRange<UInt32> = 0x80...0xfeff
  private static let distance: UInt32 = 0x100000
  private static let byteOrderMark: Unicode.Scalar = "\u{feff}"

  /// The start of the escape sequence of a scalar of plane 16.
  private static let escape = Array(#"\U0010"#.utf8)
  /// The first byte of each scalar of plane 16, and of no other, in UTF-8.
  private static let leadByte: UInt8 = 0xf4

  /// The offset of the first scalar of plane 16, literal or escaped, in valid UTF-8.
  static func offset(in bytes: [UInt8]) -> Int? {
    bytes.indices.first { offset in
      bytes[offset] == leadByte || (bytes[offset] == escape[0] && bytes[offset...].starts(with: escape))
    }
  }

  /// The text for toml++. A byte order mark at the start stays, because toml++ skips it.
  static func shifted(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.isASCII { return bytes }
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    var shifted = String.UnicodeScalarView()
    if scalars.first == byteOrderMark { shifted.append(scalars.removeFirst()) }
    for scalar in scalars {
      shifted.append(range.contains(scalar.value) ? Unicode.Scalar(scalar.value + distance)! : scalar)
    }
    return Array(String(shifted).utf8)
  }

  /// The original of a string from toml++.
  static func restored(_ text: String) -> String {
    if text.utf8.isASCII { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map(original)))
  }

  /// The original of an error message from toml++, which shows some characters as escape sequences: `\U001000E4`.
  static func restored(message: String) -> String {
    var shown: [UInt8] = []
    var rest = Array(message.utf8)[...]
    while let byte = rest.first {
      let digits = rest.starts(with: escape) ? rest.dropFirst(escape.count).prefix(4) : []
      if let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(value) {
        shown += Array(String(scalar).utf8)
        rest = rest.dropFirst(escape.count + digits.count)
      } else {
        shown.append(byte)
        rest = rest.dropFirst()
      }
    }
    return restored(String(decoding: shown, as: UTF8.self))
  }

  private static func original(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value >= distance, range.contains(scalar.value - distance) else { return scalar }
    return Unicode.Scalar(scalar.value - distance) ?? scalar
  }
}

extension Sequence<UInt8> {
  fileprivate var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
