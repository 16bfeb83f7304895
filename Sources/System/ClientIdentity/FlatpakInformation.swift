package import HapticPatterns

/// Parses the file that Flatpak writes into each sandbox; the sandbox cannot change it.
///
/// See flatpak-metadata(5). The file has groups in brackets, with keys and values below each.
package enum FlatpakInformation {
  /// The application in the text of `/.flatpak-info`: the key `name` in the group `Application`.
  ///
  /// - Returns: nil if there is no name, more than one, or one that Flatpak does not permit; also if the text is not
  ///   UTF-8 or contains a NUL.
  package static func application(_ text: [UInt8]) -> ShortName? {
    guard !text.contains(0), let text = String(validating: text, as: UTF8.self) else { return nil }
    var isApplication = false
    var name: Substring?
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "[") {
        isApplication = line.elementsEqual("[Application]".utf8)
      } else if isApplication, let value = value(of: "name", in: line) {
        if name != nil { return nil }
        name = Substring(value)
      }
    }
    guard let name, ApplicationID.isReverseDomain(String(name)) else { return nil }
    return ApplicationID.name(String(name))
  }

  /// The value of a key in a line; nil for another key. Ignores blanks around the equals sign.
  private static func value(of key: String, in line: Substring.UTF8View) -> Substring.UTF8View? {
    let halves = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let name = halves[0].prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard name.elementsEqual(key.utf8), halves[0].dropFirst(key.utf8.count).allSatisfy(isBlank) else { return nil }
    return halves[1].drop(while: isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
