internal import HapticSystem

// Words about files in messages.

extension String {
  /// The name of a file in a message; an empty one would not be seen.
  var shownName: String { isEmpty ? "''" : self }
}

extension RegularFile.Failure {
  /// The reason as it follows a colon.
  var words: String {
    switch self {
    case .refused(let reason): "\(reason)"
    case .notRegular: "it is not a regular file"
    case .tooLarge: "it is too large"
    }
  }
}
