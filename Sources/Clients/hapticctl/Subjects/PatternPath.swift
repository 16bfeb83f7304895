/// The path of a pattern file. In a file with several feedbacks, `#` and a name select one, as in
/// `theme.json#bell-terminal`. `-` is standard input.
struct PatternPath {
  /// The text as the user gave it.
  let name: String
  let path: String
  /// The selected feedback; nil without `#`.
  let feedback: String?

  /// Splits the name at its last `#`, unless a file with the whole name exists.
  init(_ name: String) {
    self.name = name
    guard let mark = name.lastIndex(of: "#"), !SubjectName.fileExists(name) else {
      (path, feedback) = (name, nil)
      return
    }
    path = String(name[..<mark])
    feedback = String(name[name.index(after: mark)...])
  }

  var isStandardInput: Bool { path == PatternInput.standardInput }

  /// The path for messages.
  var shownPath: String { isStandardInput ? "standard input" : path }

  /// The name without its folder.
  var title: String {
    if isStandardInput { return shownPath }
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return String(name[start...])
  }
}
