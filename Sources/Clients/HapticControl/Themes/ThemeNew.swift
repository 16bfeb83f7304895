internal import ArgumentParser
internal import HapticSystem
internal import HapticThemes
internal import Haptics

struct ThemeNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a theme: a folder with a table, and a copy of a feedback to begin with.",
    discussion: """
      The name of a built-in theme makes a folder that changes single feedbacks of it. 'hapticctl theme use' selects \
      the theme.
      """)

  @Argument(help: "The name of the theme.")
  var name: String

  @Option(
    help: ArgumentHelp(
      "A feedback of the parent to copy; the option can be given several times. The default is success.",
      valueName: "name"), completion: .feedback)
  var feedback: [String] = []

  @Option(
    help: ArgumentHelp("The theme from which it inherits. The default is 'default'.", valueName: "theme"),
    completion: .theme)
  var parent: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    guard let configuration = BaseFolders.configuration(environment: Environment.variable) else {
      throw Failure.usage("there is no folder for themes; set HOME or XDG_CONFIG_HOME to an absolute path")
    }
    let themes = configuration + "/hapticd/themes"
    let short = try Self.newName(name, in: themes)
    let isBuiltIn = Theme.builtInNames.contains(short)
    if isBuiltIn, parent != nil {
      throw Failure.usage("\(name) is a built-in theme and keeps its parent; leave out --parent")
    }
    let source = try ChosenTheme.named(isBuiltIn ? name : parent ?? Theme.standardName.description)
    let template = ThemeTemplate(
      short, parent: parent.map { _ in source.theme.name },
      copying: try (feedback.isEmpty ? ["success"] : feedback).reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
      }.map { wanted throws(Failure) in try Self.feedback(wanted, of: source) })
    let folder = "\(themes)/\(name)"
    do throws(Errno) { try Folder.create(folder, with: template.files) } catch {
      if error == .alreadyExists { throw Self.exists(folder) }
      let remedy = error.remedy(or: "check the permissions of the folders above it")
      throw Failure.usage("the theme cannot be written to \(folder): \(error); \(remedy), nothing was created")
    }
    let files = template.files.map { "\(folder)/\($0.name)" }
    try output.show(["theme": name, "folder": folder, "files": files] as JSONObject) { _ in
      files.map { "wrote \($0)" } + ["edit these files, and select the theme: hapticctl theme use \(name.shellWord)"]
    }
  }

  private static func newName(_ name: String, in themes: String) throws(Failure) -> ShortName {
    guard let short = ShortName(name), short.isFolderName else { throw .usage("\(ThemeError.invalidName(name))") }
    let own = "\(themes)/\(name)"
    // A built-in theme may have folders of the system beside the user's own.
    let isBuiltIn = Theme.builtInNames.contains(short)
    if isBuiltIn, Folder.exists(own) { throw exists(own) }
    if !isBuiltIn, let folder = Theme.folders(of: name, in: ChosenTheme.searched).first { throw exists(folder) }
    return short
  }

  private static func exists(_ folder: String) -> Failure {
    .usage("there is a theme already: \(folder); choose another name, or edit its files")
  }

  private static func feedback(_ name: String, of source: ChosenTheme) throws(Failure) -> ThemedFeedback {
    let short = try shortName(name)
    if let found = source.theme.feedbacks.first(where: { $0.feedback.name == short }) { return found }
    throw unknownFeedback(name, nearest: source.theme.vocabulary.nearest(to: name))
  }
}
