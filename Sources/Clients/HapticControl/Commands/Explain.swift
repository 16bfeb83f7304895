internal import ArgumentParser
internal import PreferenceFiles

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Explain each step from a name to the writes to a device.")

  @Argument(help: ArgumentHelp(SubjectName.help), completion: .subject)
  var pattern: String

  @Option(name: ChosenMotor.optionNames, help: ChosenMotor.help(), completion: .motor)
  var motor: String?

  @OptionGroup var strength: IntensityOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let daemon = OptionalDaemon()
    let found = try FeedbackIndex.find(pattern, daemon)
    let lookup = if let found { Lookup(found.entry, from: found.catalogue) } else { try Lookup.file(pattern) }
    let motor = try ChosenMotor.named(motor, daemon)
    if output.json { found?.catalogue.warnIfSubstitute() }
    try output.show(JSONObject.explanation(pattern, lookup, on: motor, intensity: strength.intensity)) { _ in
      let share = PreferenceStack.here.preferences.share(of: lookup.category)
      return lookup.explanation(on: motor, intensity: strength.intensity, share)
    }
  }
}

extension Lookup {
  fileprivate static func file(_ name: String) throws(Failure) -> Lookup {
    let subject = try Subject.file(name)
    subject.reportFindings()
    return Lookup(subject)
  }
}
