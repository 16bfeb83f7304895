internal import HapticPatterns
internal import HapticSystem
internal import TextDiagnostics

/// The layers of a theme and of its parents, the uppermost first.
struct ThemeLineage {
  private(set) var layers: [ThemeLayer] = []
  private(set) var names: [ShortName] = []
  /// The findings about tables that could not become layers.
  private(set) var findings: [FileFinding] = []

  private let folders: [String]
  /// The bytes that remain for tables.
  private var room = ThemeLimits.table.maximumBytes

  /// Reads the layers of a theme and of its ancestors.
  ///
  /// - Throws: `.unknown`, or `.refused` if no layer of the theme itself is valid.
  init(of theme: ShortName, in folders: [String]) throws(ThemeError) {
    self.folders = folders
    append(theme)
    guard !layers.isEmpty else {
      throw findings.isEmpty ? .unknown(theme, searched: folders) : .refused(findings)
    }
    while let parent = nextParent() { append(parent) }
    if let finding = excess { throw .refused([finding]) }
  }

  /// The finding about too many feedbacks in all tables; nil if there are none. Each feedback may cost a rendering on each
  /// motor.
  private var excess: FileFinding? {
    let count = Set(layers.flatMap { $0.table.entries.map(\.name) }).count
    guard count > ThemeLimits.feedbacks else { return nil }
    let owners = "the theme \(layers[0].theme) and its parents"
    let finding = Finding(
      .error, message: "\(owners) have \(count) feedbacks; at most \(ThemeLimits.feedbacks) are possible",
      remedy: "remove unused feedbacks")
    return FileFinding(finding, in: layers[0].tablePath)
  }

  /// Appends the layers of one theme: those of folders, and the built-in one.
  private mutating func append(_ theme: ShortName) {
    names.append(theme)
    for folder in folders {
      let own = "\(folder)/\(theme)"
      if Folder.exists(own) {
        read(theme, own)
      } else if let error = Theme.obstacle(to: own) {
        let remedy = error.remedy(or: "check the permissions of the folders above it")
        let finding = Finding(.error, message: "cannot be read: \(error)", remedy: remedy)
        findings.append(FileFinding(finding, in: "\(own)/\(ThemeTable.fileName)"))
      }
    }
    if let layer = ThemeLayer(builtIn: theme) { layers.append(layer) }
  }

  private mutating func read(_ theme: ShortName, _ folder: String) {
    let path = "\(folder)/\(ThemeTable.fileName)"
    do throws(Refused) {
      if let layer = try ThemeLayer(of: theme, folder: folder, room: &room) {
        layers.append(layer)
      } else {
        let finding = Finding(
          .warning, message: "no such file; the folder is ignored", remedy: "write one, see hapticd-theme(5)")
        findings.append(FileFinding(finding, in: path))
      }
    } catch {
      findings.append(FileFinding(error.finding, in: path))
    }
  }

  // MARK: Parents

  /// Returns the parent of the last theme: the parent in its tables, or otherwise the theme `default`; nil at the end.
  private mutating func nextParent() -> ShortName? {
    let theme = names[names.count - 1]
    var wanted: ShortName?
    for index in layers.indices where layers[index].theme == theme {
      guard let parent = layers[index].table.parent, wanted == nil else { continue }
      if let (message, remedy) = objection(to: parent, sayingLayer: index) {
        layers[index].note(message, at: .value(.member(of: .root, "Parent")), remedy: remedy)
      } else {
        wanted = parent
      }
    }
    if let wanted { return wanted }
    return names.contains(Theme.standardName) ? nil : Theme.standardName
  }

  /// Returns the problem with a parent, and a remedy; nil if there is none.
  private func objection(to parent: ShortName, sayingLayer index: Int) -> (String, String)? {
    let theme = layers[index].theme
    if layers[index].folder != nil, Theme.builtInNames.contains(theme) {
      return ("\(theme) is a built-in theme and keeps its parent", "remove Parent, or rename the folder")
    }
    if let start = names.firstIndex(of: parent) {
      let circle = (names[start...] + [parent]).map(\.description).joined(separator: " -> ")
      return ("a theme cannot inherit from itself: \(circle); ignored", "choose another parent")
    }
    if names.count > ThemeLimits.ancestors {
      return ("more than \(ThemeLimits.ancestors) ancestors; ignored", "choose an older parent")
    }
    if !exists(parent) {
      return ("there is no theme \(parent); \(Theme.standardName) is used instead", "choose another parent")
    }
    return nil
  }

  private func exists(_ theme: ShortName) -> Bool {
    Theme.builtInNames.contains(theme) || folders.contains { Folder.exists("\($0)/\(theme)") }
  }
}
