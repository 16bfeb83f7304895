internal import ArgumentParser
internal import HapticFiles
internal import Haptics

struct Tap: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tap a rhythm on a key, a button or a trigger, and save it as a pattern.",
    discussion: """
      A pause ends the rhythm, which then plays. Without --on, any key of the terminal taps. --on names an input node, \
      such as /dev/input/event5, whose buttons have the kernel's times and their lengths: hapticctl tap --on \
      /dev/input/event5 --triggers -o knock.ahap.
      """)

  @Option(
    help: ArgumentHelp("Record the buttons of this input node, instead of the terminal's keys.", valueName: "node"),
    completion: .file())
  var on: String?

  @Flag(help: "Record the analog triggers of --on; the depth is the intensity.")
  var triggers = false

  @Flag(help: "Make a vibration of each press of --on that lasts 180 ms or more.")
  var hold = false

  @Option(
    help: ArgumentHelp("Move each start to the nearest place of this note value, with --tempo.", valueName: "value"),
    transform: parser("expected a note value such as 1/8, from 1/64 to 4/1") { NoteValue($0) })
  var quantise: NoteValue?

  @Option(
    help: ArgumentHelp("The quarters per minute for --quantise, from 20 to 400.", valueName: "number"),
    transform: parseNumber(20...400, "expected quarters per minute from 20 to 400"))
  var tempo: Double?

  @Option(
    help: ArgumentHelp("The time without a tap that ends the rhythm. The default is 2s.", valueName: "pause"),
    transform: Self.parsePause)
  var pause = Duration.seconds(2)

  @Flag(help: "Do not play the rhythm.")
  var silent = false

  @OptionGroup var target: DeviceOptions
  @OptionGroup var destination: PatternDestination
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expect("--triggers", triggers, onlyWith: "--on", on != nil)
    try expect("--hold", hold, onlyWith: "--on", on != nil)
    try expect("--quantise", quantise != nil, onlyWith: "--tempo", tempo != nil)
    try expect("--tempo", tempo != nil, onlyWith: "--quantise", quantise != nil)
    try expectAtMostOne(of: ["--silent": silent, "--device": target.device != nil])
  }

  func run() throws {
    let place = try destination.open()
    let recording = try record()
    guard !recording.presses.isEmpty else { throw Failure.refused("no tap is recorded; tap before the pause ends") }
    let grid = quantise.flatMap { value in tempo.map { RhythmGrid(value, tempo: $0) } }
    let pattern = recording.pattern(on: grid, holds: hold)
    let written = try WrittenPattern.of(pattern, named: "the rhythm")
    try place?.write(written.bytes)
    let isInterrupted = !silent && play(pattern)
    if output.json {
      try printJSON(JSONObject.made(pattern, written, file: destination.isFile ? destination.path : nil))
    } else if place == nil {
      OutputBuffer.add(written.shownText)
    } else {
      Screen.standardOutput.show("wrote \(destination.path.shownName): \(counted(pattern.events.count, "event"))")
    }
    if isInterrupted { throw ExitCode(Failure.Code.interrupted.rawValue) }
  }

  private func record() throws(Failure) -> TapRecording {
    var session = TapSession(pause: pause)
    guard let on else {
      try session.recordKeys()
      return session.recording
    }
    var node = try ButtonNode(on, usesTriggers: triggers)
    Interruption.notice()
    let progress = ProgressLine()
    progress.show("tap on \(on.shownName); a pause of \(pause.words) ends")
    defer { progress.clear() }
    try session.record(&node)
    return session.recording
  }

  /// Plays the rhythm. A failure is a warning: the rhythm is recorded.
  ///
  /// - Returns: whether an interruption has stopped it.
  private func play(_ pattern: Pattern) -> Bool {
    // The recording of a node may have ended with Ctrl-C.
    Interruption.noticeNext()
    do throws(Failure) {
      let session = try DaemonSession()
      let options = PlayOptions(device: try session.deviceID(target.device))
      let ready = try session.prepareSubject(pattern, .vibration, named: "the rhythm", options)
      _ = try session.playToEnd(ready, options)
    } catch {
      printWarning("the rhythm is not played: \(error.message)")
    }
    return Interruption.hasHappened
  }

  private static func parsePause(_ text: String) throws -> Duration {
    let pause = try parseDuration(text)
    guard pause >= .milliseconds(200), pause <= .seconds(60) else {
      throw ValidationError("'\(text)' is out of range; expected 200ms to 60s")
    }
    return pause
  }
}
