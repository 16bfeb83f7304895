package import PreferenceFiles
package import TextDiagnostics

/// The reason why a file is not changed.
package enum EditRefusal: Error, Hashable, Sendable {
  /// The file has an error, before or after the edit.
  case broken(Finding)
  /// The key is written in a form that cannot be edited.
  case form(PreferenceKey, line: Int?, reason: String)
}
