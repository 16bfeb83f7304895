internal import ArgumentParser
internal import DeviceRecordings

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write what a force feedback device can do to a file, for a bug report.",
    discussion: """
      Uploads effects and erases them again; plays nothing. Works with and without a daemon. The recording contains \
      no serial number, no physical path, no user name and no host name; see hapticctl(1) for its contents.
      """)

  @Argument(help: ArgumentHelp(ChosenNode.help), completion: .node)
  var device: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to this file. The default, -, is standard output.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var path = "-"

  @Flag(help: "Permit --output to replace a file that is not a recording.")
  var force = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expect("--force", force, onlyWith: "--output", path != "-")
  }

  func run() throws {
    // A mistake in the path must not be noticed after the uploads.
    let file = path == "-" ? nil : try OutputFile(path, .recording, isForced: force)
    let machine = Machine()
    let choice = ChosenNode(nodes: machine.nodes) { () throws(Failure) in try RunningDaemon.session()?.devices() }
    let recording = try Recording(of: choice.named(device), on: machine)
    if let warning = recording.warning { printWarning(warning) }
    let text = recording.text.escapedInJSON
    guard let file else { return OutputBuffer.add(text) }
    try file.write(text)
    try output.show(["file": path], line: "wrote \(path)")
  }
}
