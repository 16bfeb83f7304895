internal import ArgumentParser
internal import Haptics
internal import PreferenceFiles

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List all force feedback devices, used or ignored, with the reason.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try DaemonSession()
    let records = try session.devices()
    let off = SilencingSetting.ofDevices(records, in: session.settings().preferences, session)
    if output.json {
      return try printJSON(
        records.map { record in DeviceJSON(record, switchedOffBy: record.id.flatMap { off[$0]?.key }) })
    }
    let screen = Screen.standardOutput
    screen.show(Self.lines(records, switchedOff: off, columns: screen.columns))
  }

  /// - Parameter switchedOff: the settings that switch devices off.
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
