internal import ArgumentParser
internal import Haptics

struct Vibrate: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Vibrate for a time, such as 200ms, and print the verdict.")

  @Argument(help: "The length, such as 200ms or 1.5s.", transform: Self.parseLength)
  var length: Duration

  @OptionGroup var strength: IntensityOptions

  @Option(
    help: ArgumentHelp(
      "The sharpness, from 0 (dull) to 1 (sharp), or a percentage. The default is 0.5.", valueName: "sharpness"),
    transform: parseSharpness)
  var sharpness = Event.defaultSharpness.rawValue

  @OptionGroup var place: PlaceOptions

  @Option(
    help: "The category. The default is media.", completion: .category,
    transform: parseChoice(Category.allCases) { $0.name })
  var category: Category?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try DaemonSession()
    let options = PlayOptions(
      intensity: strength.intensity, device: try session.deviceID(place.target.device), category: category,
      locality: place.locality)
    let vibration = Event(.continuous(duration: length), intensity: .full, sharpness: Sharpness(sharpness))
    let ready = try session.prepareSubject([vibration], .vibration, named: "vibration of \(length.words)", options)
    try session.play(ready, options, asJSON: output.json)
  }

  /// Parses a length of at most the longest duration of an event.
  private static func parseLength(_ text: String) throws -> Duration {
    if let number = parseDecimal(text) {
      func isLength(_ text: String) -> Bool { (try? parseDuration(text)).map(lengths.contains) ?? false }
      let forms =
        (isLength(text + "ms") ? ["\(text)ms for milliseconds"] : [])
        + (number < 100 && isLength(text + "s") ? ["\(text)s for seconds"] : [])
      throw ValidationError(
        "'\(text)' has no unit; " + (forms.isEmpty ? expectation : "write " + forms.joined(separator: " or ")))
    }
    let length = try parseDuration(text)
    guard lengths.contains(length) else { throw ValidationError("'\(text)' is out of range; \(expectation)") }
    return length
  }

  private static let lengths = Duration.milliseconds(1)..<Event.endless
  private static let expectation = "expected 1ms to less than 3600s"
}

/// Parses a sharpness: `0.6` or `60%`.
private func parseSharpness(_ text: String) throws -> Double {
  let isPercentage = text.hasSuffix("%")
  guard let number = parseDecimal(isPercentage ? text.dropLast() : text[...]),
    (0...(isPercentage ? 100.0 : 1)).contains(number)
  else { throw ValidationError("expected a sharpness from 0 to 1, or from 0% to 100%") }
  return isPercentage ? number / 100 : number
}
