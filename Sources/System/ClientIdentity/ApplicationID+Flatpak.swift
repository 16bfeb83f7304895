internal import HapticPatterns

extension ApplicationID {
  /// Whether Flatpak permits this id of an application: at least two parts separated by dots, of letters, digits, `_`
  /// and `-`, that do not begin with a digit.
  static func isReverseDomain(_ id: String) -> Bool {
    let parts = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 2
      && parts.allSatisfy { part in
        guard let first = part.first, !first.isDigit else { return false }
        return part.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
      }
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var isLetter: Bool { isLowercaseLetter || (self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z")) }
  var isLowercaseLetter: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
}
