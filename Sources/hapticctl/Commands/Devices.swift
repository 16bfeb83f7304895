internal import ArgumentParser
internal import Haptics

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the devices with force feedback, also those left alone, and why.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let records = try Session().devices()
    if output.json { return try printJSON(records.map(DeviceJSON.init)) }
    for line in Self.lines(records) { print(line) }
  }

  static func lines(_ records: [DeviceRecord]) -> [String] {
    if records.isEmpty { return ["no device with force feedback; 'hapticctl doctor' tells more"] }
    var table = Table([
      ("ID", .right), ("NAME", .left), ("KIND", .left), ("STATE", .left), ("PLAYS", .left), ("SLOTS", .right),
      ("UPLOAD", .right), ("PLAY", .right), ("NODE", .left), ("", .left),
    ])
    for record in records {
      table.add(
        record.id.map { "\($0.rawValue)" } ?? "-", record.name, "\(record.kind)", record.state.words,
        record.effectText, record.slotsText, record.uploadText, record.playText, record.path, record.reason)
    }
    return table.lines
  }
}
