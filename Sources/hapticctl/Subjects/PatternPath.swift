/// A pattern file as a person names it: by its path, and where it holds several feedbacks, with one of them behind a
/// `#`, as in `theme.json#bell-terminal`. `-` is standard input.
struct PatternPath {
  /// As it was named.
  let name: String
  let path: String
  /// The feedback that is meant; nil where none was named.
  let feedback: String?

  /// A file that is there is meant whole, even if it has a `#` in its name.
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

  /// The path in messages.
  var shownPath: String { isStandardInput ? "standard input" : path }

  /// Without its folder.
  var title: String {
    if isStandardInput { return shownPath }
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return String(name[start...])
  }
}
