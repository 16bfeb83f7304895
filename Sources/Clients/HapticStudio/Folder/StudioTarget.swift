internal import HapticControl
internal import HapticSystem
internal import HapticThemes
internal import TextDiagnostics

/// What was opened: a folder, a file in it, or a theme.
package struct StudioTarget: Sendable {
  let title: String
  /// Nil for a theme that is only built in.
  let folder: OpenedFolder?
  /// The file of the command line; it may not exist yet.
  let file: String?
  /// The name and the search path of the theme.
  private let theme: (name: String, searched: [String])?

  /// `folder`, `file` or `theme`.
  var kind: String {
    if theme != nil { return "theme" }
    return file == nil ? "folder" : "file"
  }

  /// Finds what a name means: a path, the name of a theme, or without a name the theme in force.
  ///
  /// - Throws: a refusal for a path without a folder, for a link or another file that is not regular, and for an unknown theme.
  package init(_ name: String?) throws(StudioError) {
    guard let name, name.contains("/") || Folder.exists(name) || SubjectName.isPatternFile(name) else {
      let theme = name ?? ChosenTheme.inForce.name
      let chosen: ChosenTheme
      do throws(StudioError) { chosen = try answered(try ChosenTheme.named(theme)) } catch {
        // A file without the suffix of a pattern is more probable than an unknown theme.
        if let name, (try? FileStatus(of: name)) != nil { throw Self.otherFile(name) }
        throw error
      }
      (title, file) = ("Theme \(chosen.name)", nil)
      self.theme = (chosen.name, ChosenTheme.searched)
      folder = if let first = chosen.folders.first { try OpenedFolder(first) } else { nil }
      return
    }
    if Folder.exists(name) {
      let opened = try OpenedFolder(name)
      let last = Folder.name(of: opened.path)
      let isTheme = (try? FileStatus(of: "\(opened.path)/\(ThemeTable.fileName)")) != nil
      (title, file) = (isTheme ? "Theme \(last)" : last, nil)
      theme = isTheme ? (last, [Folder.containing(opened.path)] + ChosenTheme.searched) : nil
      folder = opened
    } else {
      let last = Folder.name(of: name)
      try OpenedFolder.checkName(last)
      guard SubjectName.isPatternFile(name), last != ThemeTable.fileName else { throw Self.otherFile(name) }
      // The folder would refuse it, but only on the page.
      if let status = try? FileStatus(of: name), status.kind != .ordinary {
        let target = (try? SymbolicLink.target(of: name)).flatMap { _ in Folder.resolved(name) }
        throw StudioError(
          .unreadable, "\(Quotation.quoted(name)) is not a regular file",
          remedy: target.map { "open \($0)" } ?? "choose another file")
      }
      (title, file, theme) = (last, last, nil)
      folder = try OpenedFolder(Folder.containing(name))
    }
  }

  private static func otherFile(_ name: String) -> StudioError {
    let isTable = Folder.name(of: name) == ThemeTable.fileName
    let suffixes = SubjectName.suffixes.joined(separator: ", ")
    return StudioError(
      .unreadable, "\(Quotation.quoted(name)) is not a pattern file",
      remedy: isTable ? "open its folder" : "expected a name that ends in \(suffixes)")
  }

  /// Loads the theme; nil if none was opened.
  func loadTheme() throws(StudioError) -> Theme? {
    guard let theme else { return nil }
    do throws(ThemeError) { return try Theme.load(theme.name, searching: theme.searched) } catch {
      throw StudioError(.unreadable, "\(error)")
    }
  }
}

/// Returns the result of a call of `HapticControl`, or throws its failure.
func answered<Result>(_ call: @autoclosure () throws(Failure) -> Result) throws(StudioError) -> Result {
  do throws(Failure) { return try call() } catch {
    throw StudioError(error.absence == nil ? .refused : .noDaemon, error.message)
  }
}
