internal import ArgumentParser
internal import HapticAudio
internal import HapticFiles
internal import Haptics

struct FromAudio: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "from-audio", abstract: "Make a pattern from a sound, and print it as AHAP or play it.",
    discussion: """
      Each start in the sound becomes a tap, and each loud part that lasts a vibration: hapticctl from-audio bell.oga \
      > bell.ahap. The sound is a WAV, FLAC, Ogg, MP3 or another file that libsndfile reads.
      """)

  @Argument(help: "The sound file.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "The share of starts that become taps, from 0 (the clearest) to 1 (faint ones too). The default is 0.5.",
      valueName: "share"), transform: parseIntensity)
  var sensitivity = SoundOptions().sensitivity

  @Option(
    help: ArgumentHelp("A factor of all intensities, from 0.1 to 10. The default is 1.", valueName: "factor"),
    transform: parseNumber(0.1...10, "expected a factor from 0.1 to 10.0"))
  var gain = 1.0

  @Option(
    help: ArgumentHelp("The most taps per second, from 1 to 50. The default is 12.", valueName: "number"),
    transform: parseNumber(1...50, "expected a number from 1.0 to 50.0"))
  var maxRate = SoundOptions().mostPerSecond

  @Flag(help: "Make taps only, no vibrations.")
  var taps = false

  @Flag(help: "Play the pattern, instead of printing it.")
  var play = false

  @OptionGroup var target: DeviceOptions
  @OptionGroup var destination: PatternDestination
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expectAtMostOne(of: ["--play": play, "--output": destination.isFile])
    try expect("--device", target.device != nil, onlyWith: "--play", play)
  }

  func run() throws {
    let place = try destination.open(from: [PatternPath(file)])
    let sound: Sound
    do throws(SoundFailure) { sound = try Sound(path: file) } catch {
      throw Failure.usage("\(file.shownName) \(error.message)")
    }
    var options = SoundOptions()
    (options.sensitivity, options.gain, options.mostPerSecond) = (sensitivity, gain, maxRate)
    options.vibrates = !taps
    let pattern = sound.pattern(options)
    guard !pattern.events.isEmpty else {
      throw Failure.refused("\(file.shownName) is silent, or has no start that counts; give a higher --sensitivity")
    }
    let written = try WrittenPattern.of(pattern, named: file.shownName)
    if play { return try play(pattern) }
    try place?.write(written.bytes)
    if output.json { return try printJSON(JSONObject.made(pattern, written, file: file, sound: sound)) }
    if place == nil { return OutputBuffer.add(written.shownText) }
    let (taps, others) = (pattern.tapCount, pattern.events.count - pattern.tapCount)
    Screen.standardOutput.show(
      "wrote \(destination.path.shownName): \(counted(taps, "tap")), \(counted(others, "vibration"))")
  }

  private func play(_ pattern: Pattern) throws {
    let session = try DaemonSession()
    let options = PlayOptions(device: try session.deviceID(target.device))
    let ready = try session.prepareSubject(pattern, .vibration, named: file.shownName, options)
    try session.play(ready, options, asJSON: output.json)
  }
}

extension JSONObject {
  /// A pattern that a command has made of a sound or a rhythm, with its text in AHAP.
  static func made(_ pattern: Pattern, _ written: WrittenPattern, file: String?, sound: Sound? = nil) -> JSONObject {
    [
      "file": file, "soundMilliseconds": sound?.duration.milliseconds, "tapCount": pattern.tapCount,
      "vibrationCount": pattern.events.count - pattern.tapCount,
      "lengthMilliseconds": pattern.duration.milliseconds, "text": written.text,
    ]
  }
}

extension Pattern {
  var tapCount: Int { events.count { $0.kind == .transient } }
}
