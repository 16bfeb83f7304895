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
    if output.json { return try printJSON(JSONObject.shown(subject, written, as: export.format)) }
    OutputBuffer.add(written.shownText)
  }
}

extension JSONObject {
  /// A pattern in a format.
  fileprivate static func shown(
    _ subject: Subject, _ written: WrittenPattern, as format: ExportFormat
  ) -> JSONObject {
    [
      subject.isFile ? "file" : "feedback": subject.name, "origin": subject.origin, "format": format.rawValue,
      "text": String(decoding: written.bytes, as: UTF8.self), "losses": written.losses,
    ]
  }
}
