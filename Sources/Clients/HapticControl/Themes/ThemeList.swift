internal import ArgumentParser
internal import HapticSystem
internal import HapticThemes
internal import Haptics
internal import TextDiagnostics

struct ThemeList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all themes, with their folders and mistakes.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let inForce = ChosenTheme.inForce
    for folder in ChosenTheme.searched { Self.warnOfMissing(in: folder) }
    let rows = Theme.names(in: ChosenTheme.searched).map { ThemeRow($0, inForce: inForce.name) }
    try output.show(rows) { screen in
      var table = Table(
        [("NAME", .left), ("PARENT", .left), ("PATTERNS", .right), ("MISTAKES", .right), ("FROM", .left)],
        optional: ["PARENT"])
      for row in rows {
        table.add(
          row.theme, row.parent ?? "-", row.patternCount.map(String.init) ?? "-", "\(row.mistakeCount)",
          (row.folders + (row.builtIn ? ["built in"] : [])).joined(separator: ", "))
      }
      return table.lines(columns: screen.columns) + ["", "\(inForce.name) is in force, from \(inForce.origin)"]
    }
  }
}

extension ThemeList {
  /// Warns of themes that are not in the list.
  private static func warnOfMissing(in folder: String) {
    do throws(Errno) {
      let names = try Folder.entries(of: folder).filter { name in
        !name.hasPrefix(".") && ShortName(name)?.isFolderName != true && Folder.exists("\(folder)/\(name)")
      }
      for name in names.sorted().map(Quotation.quoted) + Folder.malformedEntries(of: folder) {
        printWarning("\(name) in \(folder.shownName) is left out, because no theme can have this name; rename it")
      }
    } catch {
      if error == .noSuchFile || error == .notDirectory { return }
      let remedy = error.remedy(or: "check its permissions")
      printWarning("cannot read \(folder.shownName): \(error), its themes are missing; \(remedy)")
    }
  }
}

struct ThemeRow: Encodable {
  let theme: String
  let parent: String?
  /// Whether the program contains it; folders may add to it.
  let builtIn: Bool
  let folders: [String]
  /// The number of feedbacks with a pattern of the theme's own; nil if it cannot be read.
  let patternCount: Int?
  let mistakeCount: Int
  /// Whether it is the theme in force.
  let used: Bool

  init(_ name: String, inForce: String) {
    theme = name
    builtIn = Theme.builtInNames.contains { $0.description == name }
    folders = Theme.folders(of: name, in: ChosenTheme.searched)
    used = name == inForce
    do throws(ThemeError) {
      let loaded = try Theme.load(name, searching: ChosenTheme.searched)
      parent = loaded.lineage.dropFirst().first?.description
      patternCount = loaded.feedbacks.count { $0.theme == loaded.name && $0.chain.isEmpty && !$0.isSilent }
      mistakeCount = loaded.warnings.count
    } catch {
      (parent, patternCount) = (nil, nil)
      mistakeCount = if case .refused(let findings) = error { findings.count } else { 1 }
    }
  }
}
