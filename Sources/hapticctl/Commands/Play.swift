internal import ArgumentParser
internal import Glibc
internal import HapticThemes
internal import Haptics

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Play one feedback and say what became of it.")

  @Argument(help: "What to play, such as impact.light.", completion: .list(vocabularyNames))
  var name: String

  @Option(
    help: ArgumentHelp("How strong, from 0 to 1 or from 0% to 100%. The default is 1.", valueName: "strength"),
    transform: parseIntensity)
  var intensity = 1.0

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("How many times, one after the other. The default is 1.", valueName: "count"),
    transform: parseCount(upTo: 1000))
  var count = 1

  @Option(
    help: ArgumentHelp("The device's number in 'hapticctl devices', instead of the daemon's choice.", valueName: "id"))
  var device: UInt32?

  @Flag(help: "Say how it ended, and fail if it was cut short.")
  var wait = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try Session()
    let feedback = try shortName(name)
    let device = try deviceID(self.device)
    for _ in 0..<count {
      let playback = session.newPlayback()
      let cause = Instant.now
      let verdict = try session.play(
        Haptic(feedback, intensity: intensity, on: device, cause: cause, playback: playback))
      try check(verdict.verdict, feedback: name, device: self.device)
      // The daemon stops what a client plays when the client leaves, so there is no leaving before the end.
      let end = try session.end(of: playback)
      try report(PlayJSON(name, cause: cause.nanoseconds, verdict, end))
      if wait, end.reason != .ended { throw Failure.refused("\(name) \(end.reason.words)") }
    }
  }

  private func report(_ played: PlayJSON) throws {
    if output.json { return try printJSON(played) }
    print(played.line(withEnd: wait))
    // Repeats come one by one, also to a pipe.
    fflush(nil)
  }
}

/// The names that completions offer.
let vocabularyNames = Theme.standard.feedbacks.filter { !$0.isSilent }.map(\.feedback.name.description)

/// What became of a play.
struct PlayJSON: Encodable {
  let feedback, verdict: String
  let device: UInt32?
  let causeNanoseconds, receivedNanoseconds: Int64
  let admittedNanoseconds, writtenNanoseconds: Int64?
  let finished: String
  let endedNanoseconds: Int64

  init(_ feedback: String, cause: Int64, _ reply: VerdictReply, _ end: Finished) {
    self.feedback = feedback
    verdict = reply.verdict.name
    device = reply.device?.rawValue
    causeNanoseconds = cause
    receivedNanoseconds = reply.receivedNanoseconds
    admittedNanoseconds = reply.admittedNanoseconds
    writtenNanoseconds = reply.writtenNanoseconds ?? end.firstWrittenNanoseconds
    finished = end.reason.name
    endedNanoseconds = end.endedNanoseconds
  }

  /// `selection: played on device 1, at the motor 0.31 ms after its cause`, and how it ended.
  func line(withEnd: Bool) -> String {
    var line = "\(feedback): \(verdict)" + (device.map { " on device \($0)" } ?? "")
    guard let writtenNanoseconds else { return line + ", but nothing reached the motor" }
    line += ", at the motor \(duration(nanoseconds: writtenNanoseconds - causeNanoseconds)) after its cause"
    return withEnd ? line + ", \(finished) after \(duration(nanoseconds: endedNanoseconds - writtenNanoseconds))" : line
  }
}
