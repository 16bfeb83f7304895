package import HapticPatterns

// Ids as they are written down by those who vouch for them, and as names that fit into a table.

/// An application's id, checked.
package enum ApplicationID {
  /// The name of an id. One that is too long for a name keeps its beginning, as many whole characters as fit into 31
  /// bytes, followed by `~` and the first 64 bits of the SHA-256 of all of it: cutting alone would let two
  /// applications share an id, and a lesser digest would let one choose to.
  ///
  /// - Returns: nil where it is empty, longer than 255 bytes, or holds what cannot be shown: control characters, line
  ///   ends, characters that change the direction of writing.
  package static func name(_ id: String) -> ShortName? {
    let count = id.utf8.count
    guard count > 0, count <= longest, id.unicodeScalars.allSatisfy(\.isShown) else { return nil }
    if let name = ShortName(id) { return name }
    return ShortName(beginning(of: id) + "~" + SHA256.hexadecimal(Array(id.utf8), digits: digits))
  }

  /// The longest name of a file, and by that of a unit and of a desktop file; Flatpak allows no more either.
  static let longest = 255
  private static let digits = 16

  private static func beginning(of id: String) -> String {
    let room = ShortName.capacity - digits - 1
    var text = ""
    for character in id.unicodeScalars {
      if text.utf8.count + UTF8.width(character) > room { break }
      text.unicodeScalars.append(character)
    }
    return text
  }

  /// Whether Flatpak would take it for an application: at least two parts set apart by dots, of letters, digits, `_`
  /// and `-`, none of which begins with a digit.
  package static func isReverseDomain(_ id: String) -> Bool {
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

extension Unicode.Scalar {
  fileprivate var isShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}

extension UTF8 {
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { String(scalar).utf8.count }
}
