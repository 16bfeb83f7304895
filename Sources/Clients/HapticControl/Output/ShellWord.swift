internal import PreferenceFiles

extension String {
  /// The text as one word of a shell command, in quotation marks.
  var quotedForShell: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The same, without quotation marks if none are necessary.
  var shellWord: String { isPlainWord ? self : quotedForShell }
}
