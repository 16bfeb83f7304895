package struct PreferenceOrigin: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  package let line: Int
  package let column: Int

  /// Whether the setting is one of feedbackd's GSettings, which the daemon follows.
  package var isGSettings: Bool { file.hasSuffix("/\(PreferenceFolders.gsettingsName)/\(PreferenceFolders.fileName)") }

  /// The position as `file:line`, which editors understand, or the schema of GSettings.
  package var description: String { isGSettings ? "GSettings org.sigxcpu.feedbackd" : "\(file):\(line)" }
}

/// A mistake in a key or a value, with its remedy.
package struct PreferenceMistake: Error, Hashable, Sendable, CustomStringConvertible {
  package let message: String
  package let remedy: String
  /// The position of the wrong item in an array; nil if the whole value is wrong.
  let place: TextPlace?

  init(_ message: String, remedy: String, at place: TextPlace? = nil) {
    self.message = message
    self.remedy = remedy
    self.place = place
  }

  package var description: String { "\(message); \(remedy)" }
}
