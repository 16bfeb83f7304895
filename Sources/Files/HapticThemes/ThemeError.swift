package import HapticPatterns
package import TextDiagnostics

/// The reason why a theme cannot be loaded.
package enum ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text cannot be the name of a folder.
  case invalidName(String)
  /// There is neither a built-in theme nor a folder with this name.
  case unknown(ShortName, searched: [String])
  /// The theme's table could not be read.
  case refused([FileFinding])

  /// One line with the remedy.
  package var description: String {
    switch self {
    case .invalidName(let name):
      "\(Quotation.quoted(name)) is not a name of a theme; use the name of a folder, of at most \(ShortName.capacity) bytes"
    case .unknown(let name, let searched):
      "there is no theme \(name); create a folder of that name in \(searched.first ?? "a themes folder"), or use one of "
        + BuiltInThemes.names.map(\.description).joined(separator: ", ")
    case .refused(let findings):
      findings.map(\.description).joined(separator: "\n")
    }
  }
}
