public import PreferenceFiles
public import TextDiagnostics

/// Why a file is not changed.
public enum EditRefusal: Error, Hashable, Sendable {
  /// It is broken, or would still be.
  case broken(Finding)
  /// The key is said in a form that this leaves alone.
  case form(PreferenceKey, line: Int?, reason: String)
}
