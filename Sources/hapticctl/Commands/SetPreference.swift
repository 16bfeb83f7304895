internal import ArgumentParser
internal import PreferenceEditing
internal import PreferenceFiles

struct SetPreference: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a preference, such as 'touch.strength 60%', in your own file.",
    discussion: """
      'hapticctl get' lists the keys. Those of an application and of a device contain its name: \
      app.org.example.Game.strength, device."DualSense Wireless Controller".enabled. Lists are words with commas \
      between them, or none. A running daemon follows at once. See hapticd.toml(5).
      """)

  @Argument(help: "What to set.", completion: .preferenceKey)
  var key: String

  @Argument(help: "What to set it to.", completion: .preferenceValue)
  var value: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    let key = try preferenceKey(key)
    let value: PreferenceValue
    do throws(PreferenceMistake) { value = try key.setting.kind.value(typed: self.value) } catch {
      throw Failure.usage("\(key): \(error)")
    }
    let own = try OwnFile()
    try own.change { text throws(EditRefusal) in try text.setting(key, to: value) }
    let stack = own.stack
    let row = PreferenceRow(key, in: stack)
    if output.json {
      try printJSON(PreferenceChangeJSON(row, in: own.path, to: PreferenceValueJSON(value, of: key)))
    } else {
      print("\(key) = \(key.setting.kind.text(of: value) ?? "-"), in \(own.path)")
    }
    if row.origin?.file != own.path {
      complain("\(row.place) says \(row.text), and that counts; change it there")
    }
    warn(of: stack.problems)
  }
}

/// What became of a change, for scripts.
struct PreferenceChangeJSON: Encodable {
  let key, file: String
  /// What the file says of it now; null for nothing.
  let value: PreferenceValueJSON
  /// What all files together say, and where; no place where it is at its default.
  let inForce: PreferenceJSON

  init(_ row: PreferenceRow, in file: String, to value: PreferenceValueJSON) {
    key = "\(row.key)"
    self.file = file
    self.value = value
    inForce = PreferenceJSON(row)
  }
}
