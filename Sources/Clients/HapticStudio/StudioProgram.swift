internal import ArgumentParser
internal import Glibc
internal import HapticControl
internal import HapticProtocol
internal import HapticSystem

/// The program `hapticd-studio`, which `hapticctl studio` starts.
package enum StudioProgram {
  private static let name = "hapticd-studio"

  /// Serves the studio until its page has gone, and ends the process.
  package static func execute() -> Never {
    // Before the first task: the descriptors of its runtime would take the place of a closed standard descriptor.
    StandardDescriptors.fill()
    // A browser that closes its connection is not the end of the studio.
    _ = signal(SIGPIPE, SIG_IGN)
    Task.detached { exit(await exitStatus()) }
    // A signal that the starting program had blocked ends the studio, too.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    while true { unsafe sigsuspend(&none) }
  }

  private static func exitStatus() async -> Int32 {
    do {
      try await run(CommandWords.text(of: CommandWords.own))
      try StandardOutput.close()
      return 0
    } catch let error as OutputFailure {
      if let message = error.message { reportMistake(message, of: name) }
      return error.exitStatus
    } catch let error as MalformedWord {
      reportMistake(error.message, of: name)
      return 2
    } catch let error as StudioError {
      reportMistake(error.message + (error.remedy.map { "; \($0)" } ?? ""), of: name)
      return 2
    } catch {
      reportMistake("\(StudioCommand.message(for: error)); see \(name) --help", of: name)
      return 2
    }
  }

  private static func run(_ words: [String]) async throws {
    let command: StudioCommand
    do { command = try StudioCommand.parse(words) } catch  where StudioCommand.exitCode(for: error) == .success {
      return try StandardOutput.write(StudioCommand.fullMessage(for: error) + "\n")
    }
    try await command.serve()
  }
}

private struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hapticd-studio", abstract: "Serve Haptic Studio, a page to edit patterns, to your browser.",
    version: release)

  @Argument(help: "A pattern file, a folder, or the name of a theme. The default is the theme in force.")
  var target: String?

  @Flag(help: "Only print the address, and do not open a browser.")
  var noBrowser = false

  @Option(help: "The port on 127.0.0.1. The default is a free one.")
  var port: UInt16 = 0

  @Flag(help: "Print the address in JSON.")
  var json = false

  @Option(help: ArgumentHelp("Read the files of the page from this folder.", visibility: .hidden))
  var page: String?

  func serve() async throws {
    let studio = Studio(try StudioTarget(target))
    let server = try StudioServer(studio, port: port, page: PageSource(folder: page))
    let line = json ? try encodeJSON(JSONObject.studio(at: server.address), onOneLine: true) : server.address
    try StandardOutput.write(line + "\n")
    if !noBrowser, !opensBrowser(at: server.address) {
      writeError("hapticd-studio: no browser was opened, because xdg-open is missing; open the address above\n")
    }
    try await server.run()
  }

  /// Opens an address with `xdg-open`, without waiting for it. Returns whether the program was started.
  ///
  /// The address is in the arguments, which other users can read. It is of no use to them: the server answers only
  /// programs of its own user.
  private func opensBrowser(at address: String) -> Bool {
    // The output of a browser is not that of the studio.
    guard let nowhere = try? FileDescriptor.open("/dev/null", .writeOnly) else { return false }
    let output: KeyValuePairs = [STDOUT_FILENO: nowhere.rawValue, STDERR_FILENO: nowhere.rawValue]
    return (try? ChildProcess.start(["xdg-open", address], descriptors: output, asService: true)) != nil
  }
}
