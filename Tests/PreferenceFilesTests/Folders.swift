import HapticPatterns
import HapticPreferences
import TestSupport
import TextDiagnostics

@testable import PreferenceFiles

/// Two base directories, the user's and the system's, that go with the test.
final class Folders {
  private let folder: TestFolder
  var path: String { folder.path }

  init() throws { folder = try TestFolder() }

  var own: String { "\(path)/home/hapticd" }
  var shared: String { "\(path)/etc/hapticd" }
  var all: [String] { [own, shared] }

  /// Writes a file of the user's, with its folder.
  func write(_ text: String, to file: String = "hapticd.toml") throws {
    try folder.write(text, to: "home/hapticd/\(file)")
  }

  /// Writes one of the system's.
  func writeShared(_ text: String, to file: String = "hapticd.toml") throws {
    try folder.write(text, to: "etc/hapticd/\(file)")
  }

  func remove(_ file: String = "hapticd.toml") throws { try folder.remove("home/hapticd/\(file)") }

  func load(keeping previous: PreferenceStack? = nil) -> PreferenceStack {
    PreferenceStack.load(in: all, keeping: previous)
  }
}

extension PreferenceFile {
  init(_ text: String) { self.init(Array(text.utf8)) }

  /// The merged settings; the others have their defaults.
  var preferences: Preferences {
    assignments.reduce(into: Preferences()) { preferences, assignment in
      assignment.key.set(assignment.value, in: &preferences)
    }
  }

  /// The findings, one line each.
  var lines: [String] { findings.map { $0.description(in: "f") } }
}

/// Preferences that differ from the defaults in one thing.
func preferences(_ change: (inout Preferences) -> Void) -> Preferences {
  var preferences = Preferences()
  change(&preferences)
  return preferences
}
