internal import ArgumentParser
internal import HapticFiles

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the pattern of a feedback or a file, as AHAP or in another format.",
    discussion: """
      The output can be saved and edited: hapticctl show success > knock.ahap. The parts that a format cannot hold are \
      named on standard error.
      """)

  @Argument(help: ArgumentHelp(SubjectName.help), completion: .subject)
  var pattern: String

  @OptionGroup var export: ExportOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let subject = try Subject.named(pattern)
    subject.reportFindings()
    let written = try subject.written(as: export.format)
    written.reportLosses(of: subject.title)
    guard output.json else { return OutputBuffer.add(written.shownText) }
    try printJSON(
      [
        subject.isFile ? "file" : "feedback": subject.name, "origin": subject.origin, "format": export.format.rawValue,
        "text": written.text, "losses": written.losses,
      ] as JSONObject)
  }
}
