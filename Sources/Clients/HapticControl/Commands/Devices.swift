internal import ArgumentParser
internal import Haptics
internal import PreferenceFiles

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List all force feedback devices, used or ignored, with the reason.",
    discussion: """
      With --report, writes a file for a bug report instead, and shows before what the file contains. Effects are \
      uploaded to the devices and erased again; nothing plays.
      """)

  @Option(
    defaultAsFlag: Self.reportFile, parsing: .next,
    help: ArgumentHelp(
      "Write a report to this file. The default is \(Self.reportFile); - is standard output.", valueName: "file"),
    completion: .file(extensions: ["txt"]))
  var report: String? = nil

  @Flag(help: "Permit --report to replace a file that is not a report.")
  var force = false

  @OptionGroup var output: OutputOptions

  private static let reportFile = "hapticctl-report.txt"

  func validate() throws {
    try expectAtMostOne(of: ["--report": report != nil, "--json": output.json])
    try expect("--force", force, onlyWith: "--report", report != nil)
  }

  func run() throws {
    let session = try DaemonSession()
    if let report { return try writeReport(session, to: report) }
    let records = try session.devices()
    let off = SilencingSetting.ofDevices(records, in: session.settings().preferences, session)
    try output.show(
      records.map { record in JSONObject.device(record, switchedOffBy: record.id.flatMap { off[$0]?.key }) }
    ) { Self.lines(records, switchedOff: off, columns: $0.columns) }
  }

  private func writeReport(_ session: DaemonSession, to path: String) throws {
    let file = path == "-" ? nil : try OutputFile(path, .report, isForced: force)
    for line in DeviceReport.contents { writeError(Screen.standardError.text(of: line)) }
    let text = try DeviceReport(of: session).text
    guard let file else { return OutputBuffer.add(text) }
    try file.write(text)
    Screen.standardOutput.show("wrote \(path)")
  }

  static func lines(
    _ records: [DeviceRecord], switchedOff: [DeviceID: SilencingSetting] = [:], columns: Int? = nil
  ) -> [String] {
    if records.isEmpty { return ["no force feedback device; 'hapticctl doctor' shows more"] }
    var table = Table(
      [
        ("ID", .right), ("NAME", .left), ("KIND", .left), ("STATE", .left), ("PLAYS", .left), ("SLOTS", .right),
        ("UPLOAD", .right), ("PLAY", .right), ("NODE", .left), ("", .left),
      ], optional: ["UPLOAD", "PLAY", "SLOTS", "PLAYS", "KIND", "NODE"])
    for record in records {
      let key = record.id.flatMap { switchedOff[$0]?.key }
      table.add(
        record.id.map { "\($0.rawValue)" } ?? "-", record.name, "\(record.kind)",
        key == nil ? record.state.words : "switched off", record.effectText, record.slotsText, record.uploadText,
        record.playText, record.path, key.map { "by \($0)" } ?? record.reason)
    }
    return table.lines(columns: columns)
  }
}
