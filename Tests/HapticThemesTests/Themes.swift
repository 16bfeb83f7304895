import Foundation
import HapticPatterns
import TestSupport

@testable import HapticThemes

/// The built-in themes, and their files in the repository.
enum Themes {
  static let hig = Theme.builtIn("hig")
  static let all = [Theme.standard, hig]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Files/HapticThemes/Themes").standardizedFileURL

  /// Returns the pattern files of a theme.
  static func patternFiles(of theme: String) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: theme), includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "ahap" }.sorted { $0.path < $1.path }
  }
}

extension Theme {
  subscript(name: ShortName) -> ThemedFeedback? { feedbacks.first { $0.feedback.name == name } }
}

/// A folder of themes that is deleted at the end of the test.
final class ThemesFolder {
  private let folder: TestFolder
  var path: String { folder.path }

  init() throws { folder = try TestFolder() }

  /// Writes a file, and creates its folder.
  func write(_ file: String, _ text: String) throws { try folder.write(text, to: file) }

  func remove(_ file: String) throws { try folder.remove(file) }

  func load(_ name: String = "mine", keeping previous: Theme? = nil) throws(ThemeError) -> Theme {
    try Theme.load(name, searching: [path], keeping: previous)
  }
}

/// Returns a pattern file with one tap.
func tapFile(_ intensity: Double) -> String {
  """
  { "Version": 1, "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticTransient", "EventParameters": [
    { "ParameterID": "HapticIntensity", "ParameterValue": \(intensity) },
    { "ParameterID": "HapticSharpness", "ParameterValue": 0.5 } ] } } ] }
  """
}

/// Returns a table with these lines.
func table(_ lines: String..., parent: String? = nil) -> String {
  "{ \(parent.map { "\"Parent\": \"\($0)\", " } ?? "")\"Feedbacks\": [\n\(lines.joined(separator: ",\n"))\n] }"
}
