internal import ArgumentParser
internal import PreferenceFiles
internal import TextDiagnostics

struct EditPreferences: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit your settings file, and check it before it is replaced.",
    discussion: """
      The editor is $VISUAL, else $EDITOR, else vi. It opens a copy. If the copy has a mistake, the mistake is shown \
      with its line, the file stays unchanged, and the copy is kept.
      """)

  @Option(
    help: ArgumentHelp(
      "Continue with this copy, which had a mistake, or begin with the text of another file.", valueName: "file"),
    completion: .file())
  var from: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let own = try OwnFile()
    let former = try own.bytes()
    let draft =
      try from.map { path throws(Failure) in try Draft(from: path, beside: own.path) }
      ?? Draft(former, beside: own.path)
    try draft.openInEditor()
    let bytes = try draft.bytes(of: own.path)
    let isChanged = bytes != (from == nil ? draft.start : former)
    if isChanged {
      let file = PreferenceFile(bytes)
      for finding in file.findings { printWarning(finding.description(in: draft.path)) }
      if file.isRefused { throw draft.kept("\(own.path) is unchanged") }
      do throws(Failure) { try own.replace(former, by: bytes) } catch { throw draft.kept(error.message, error.code) }
    }
    draft.remove()
    if isChanged { DaemonUpdate.wait(RunningDaemon.session()) }
    try output.show(.edited(own.path, isChanged), line: isChanged ? "\(own.path) is changed" : "nothing is changed")
  }
}

extension JSONObject {
  static func edited(_ file: String, _ isChanged: Bool) -> JSONObject { ["file": file, "changed": isChanged] }
}
