internal import ArgumentParser
internal import Haptics

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List all force feedback devices, used or ignored, with the reason.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let records = try DaemonSession().devices()
    if output.json { return try printJSON(records.map(DeviceJSON.init)) }
    let screen = Screen.standardOutput
    screen.show(Self.lines(records, columns: screen.columns))
  }

  static func lines(_ records: [DeviceRecord], columns: Int? = nil) -> [String] {
    if records.isEmpty { return ["no force feedback device; 'hapticctl doctor' shows more"] }
    var table = Table(
      [
        ("ID", .right), ("NAME", .left), ("KIND", .left), ("STATE", .left), ("PLAYS", .left), ("SLOTS", .right),
        ("UPLOAD", .right), ("PLAY", .right), ("NODE", .left), ("", .left),
      ], optional: ["UPLOAD", "PLAY", "SLOTS", "PLAYS", "KIND", "NODE"])
    for record in records {
      table.add(
        record.id.map { "\($0.rawValue)" } ?? "-", record.name, "\(record.kind)", record.state.words,
        record.effectText, record.slotsText, record.uploadText, record.playText, record.path, record.reason)
    }
    return table.lines(columns: columns)
  }
}
