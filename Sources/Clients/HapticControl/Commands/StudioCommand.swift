internal import ArgumentParser
internal import HapticSystem

struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio", abstract: "Edit patterns in the browser, with what a motor makes of them.",
    discussion: """
      Prints the address of Haptic Studio, a page that only programs of your user can open, and opens it in the browser. The \
      command ends when the page is closed.
      """)

  @Argument(
    help: ArgumentHelp(
      "A pattern file, which need not exist, a folder, or the name of a theme. The default is the theme in force.",
      valueName: "target"), completion: .file())
  var target: String?

  @Flag(help: "Only print the address, and do not open a browser.")
  var noBrowser = false

  @Option(
    help: ArgumentHelp("The port on 127.0.0.1. The default is a free one.", valueName: "port"),
    transform: parseCount(upTo: 65535))
  var port: Int?

  @OptionGroup var output: OutputOptions

  func run() throws {
    guard let program = HelperProgram.path(of: Self.programName) else {
      throw Failure.usage("Haptic Studio is not installed; install the package \(Self.programName)")
    }
    var words = [program]
    if noBrowser { words.append("--no-browser") }
    if let port { words += ["--port", "\(port)"] }
    if output.json { words.append("--json") }
    if let target { words += ["--", target] }
    OutputBuffer.flush()
    throw Failure.usage("\(program) cannot be started: \(ChildProcess.replaceThisProcess(by: words))")
  }

  /// The program with the server, so that this one does not link it.
  static let programName = "hapticd-studio"
}

extension JSONObject {
  package static func studio(at address: String) -> JSONObject { ["address": address] }
}
