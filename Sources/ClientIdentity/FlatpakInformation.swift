package import HapticPatterns

/// What Flatpak writes into every sandbox that it makes; the sandbox cannot change it.
///
/// See flatpak-metadata(5). The file is a key file: groups in brackets, below each its keys with their values.
package enum FlatpakInformation {
  /// The application that the text of `/.flatpak-info` names: `name` in the group `Application`.
  ///
  /// - Returns: nil where it names none, or two, or one with a name that Flatpak would not take; where the text is not
  ///   UTF-8, or holds a NUL.
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

  /// Blanks around the equals sign do not count.
  private static func value(
    of key: String, in line: Substring.UTF8View
  ) -> Substring.UTF8View? {
    let halves = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let name = halves[0].prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard name.elementsEqual(key.utf8), halves[0].dropFirst(key.utf8.count).allSatisfy(isBlank) else { return nil }
    return halves[1].drop(while: isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
