// Conversion of application ids to names of limited length.

/// Checks and shortens the ids of applications.
package enum ApplicationID {
  /// The name of an id. If the id is too long for a name, the name consists of as many whole characters as fit into
  /// 31 bytes, `~`, and the first 64 bits of the SHA-256 of the id. Truncation alone would give two applications the
  /// same id, and a weaker digest would let an application choose to have the id of another.
  ///
  /// - Returns: nil if the id is empty, longer than 255 bytes, or contains characters that cannot be shown: control
  ///   characters, line ends, and characters that change the direction of writing.
  package static func name(_ id: String) -> ShortName? {
    let count = id.utf8.count
    guard count > 0, count <= longest, id.unicodeScalars.allSatisfy(\.isInIDs) else { return nil }
    if let name = ShortName(id) { return name }
    return ShortName(beginning(of: id) + "~" + SHA256.hexadecimal(Array(id.utf8), digits: digits))
  }

  /// The maximum length of a file name, in bytes, which also limits units, desktop files and Flatpak ids.
  package static let longest = 255
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
}

extension Unicode.Scalar {
  /// Whether an id may contain the character: it can be shown, and stays in its place.
  fileprivate var isInIDs: Bool {
    // Nearly all ids are ASCII; a search in Unicode's table takes hundreds of instructions for each character.
    if isASCII { return value >= 0x20 && value != 0x7f }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
