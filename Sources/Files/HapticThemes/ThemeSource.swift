internal import HapticPatterns
internal import HapticSystem
internal import TextDiagnostics

/// The location of a layer's files.
enum ThemeSource: Hashable {
  case builtIn(ShortName)
  case folder(String)

  static let tableName = "theme.json"

  /// Returns the path of a file for messages.
  func path(of file: String) -> String {
    switch self {
    case .builtIn(let theme): "built-in:\(theme)/\(file)"
    case .folder(let folder): "\(folder)/\(file)"
    }
  }

  /// Returns the path of a file in a folder; nil for a built-in theme.
  func folderPath(of file: String) -> String? { if case .folder = self { path(of: file) } else { nil } }

  /// Reads the table of a folder; returns nil if there is none.
  func table() throws(Refused) -> [UInt8]? {
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path(of: Self.tableName), upTo: ThemeLimits.table.maximumBytes)
    } catch {
      if error == .refused(.noSuchFile) { return nil }
      throw Refused(Finding(error, limit: ThemeLimits.table.maximumBytes))
    }
  }

  func pattern(_ file: String) throws(RegularFile.Failure) -> [UInt8] {
    try RegularFile.read(path(of: file), upTo: ThemeLimits.pattern.maximumBytes)
  }
}

extension Finding {
  init(_ failure: RegularFile.Failure, limit: Int) {
    let (message, remedy) =
      switch failure {
      case .refused(let error): ("cannot be read: \(error)", "check its permissions")
      case .notRegular: ("not a regular file", "replace it with a file")
      case .tooLarge: ("larger than \(limit) bytes", "remove imperceptible parts")
      }
    self.init(.error, message: message, remedy: remedy)
  }
}
