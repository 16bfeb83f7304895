/// Bytes as the page sends them in JSON.
enum Base64 {
  /// - Returns: the bytes; nil for a text that is not base64 with its padding.
  static func bytes(of text: String) -> [UInt8]? {
    let digits = text.utf8
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    guard digits.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var (group, count) = (UInt32(0), 0)
    for digit in digits.dropLast(padding) {
      guard let value = value(of: digit) else { return nil }
      group = group << 6 | value
      count += 1
      guard count == 4 else { continue }
      bytes += [
        UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8), UInt8(truncatingIfNeeded: group),
      ]
      (group, count) = (0, 0)
    }
    // Two digits are a byte, and three are two.
    if count == 2 { bytes.append(UInt8(truncatingIfNeeded: group >> 4)) }
    if count == 3 { bytes += [UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2)] }
    return count == 1 ? nil : bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
