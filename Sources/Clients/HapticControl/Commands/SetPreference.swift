internal import ArgumentParser
internal import HapticPatterns
internal import PreferenceFiles

struct SetPreference: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a setting, such as 'touch.strength 60%', in your own file.",
    discussion: """
      'hapticctl get' lists the keys. The keys of an application or a device contain its name: \
      app.org.example.Game.strength, device.dualsense.enabled; for a connected device, a unique part of the name, or its \
      number, is enough. A strength is 60%, 0.6, off or full, or a change such as +10% or -10%. Lists are words \
      separated by commas, or none. See hapticd.toml(5).
      """)

  @Argument(
    help: ArgumentHelp("The setting and its new value; several pairs are changed together.", valueName: "key value"),
    completion: .preferencePair)
  var words: [String]

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if words.count % 2 == 1 {
      throw ValidationError("'\(words[words.count - 1])' has no value; give each key and its value")
    }
  }

  func run() throws {
    let pairs = stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
    try SettingChanges.run(pairs, json: output.json)
  }

  /// A parsed value, and a note on its calculation.
  struct Change: Equatable {
    let value: PreferenceValue
    var note = ""
  }

  static func read(_ text: String, for key: PreferenceKey, current: PreferenceValue) throws(Failure) -> Change {
    if key.setting.kind == .deadband, current == .nothing, (try? adjusted(current, by: text, upTo: .full)) != nil {
      throw .usage("\(key) is not set, so that \(text) has nothing to change; write a value, such as 10%")
    }
    do throws(PreferenceMistake) {
      if let limit = key.setting.kind.highestStrength, let change = try adjusted(current, by: text, upTo: limit) {
        return change
      }
      return Change(value: try key.setting.kind.value(typed: text))
    } catch {
      throw .usage("\(key): \(error)")
    }
  }

  /// Applies a relative change to the strength in force.
  ///
  /// - Returns: nil if `text` is not a relative change.
  private static func adjusted(
    _ current: PreferenceValue, by text: String, upTo highest: Intensity
  ) throws(PreferenceMistake) -> Change? {
    // Only a deadband may have no value, and `read` refuses its change.
    var strength = Intensity.full
    if case .strength(let set) = current { strength = set }
    guard let result = try StrengthText.adjusted(strength, by: text, upTo: highest) else { return nil }
    func words(_ strength: Intensity) -> String { PreferenceKind.strength.text(of: .strength(strength)) ?? "" }
    let before = words(strength)
    let limit = result.isLimited ? ", limited to 0% to \(words(highest).filter { $0 != "\"" })" : ""
    return Change(value: .strength(result.strength), note: " (was \(before)\(limit))")
  }

  /// The arguments of `set`, with keys and values behind `--` if a value is negative, because `-10%` and `-1s` look like
  /// options.
  static func arguments(_ arguments: [String]) -> [String] {
    guard arguments.first == configuration.commandName, !arguments.contains("--"), arguments.contains(where: isNegative)
    else { return arguments }
    func isOption(_ argument: String) -> Bool { argument.hasPrefix("-") && !isNegative(argument) }
    let others = Array(arguments.dropFirst())
    return [arguments[0]] + others.filter(isOption) + ["--"] + others.filter { !isOption($0) }
  }

  private static func isNegative(_ argument: String) -> Bool {
    argument.hasPrefix("-") && isAmount(argument.dropFirst())
  }
}
