internal import ArgumentParser
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
      let verdict = try session.play(Haptic(feedback, intensity: intensity, on: device, playback: playback))
      let cause = verdict.receivedNanoseconds
      try check(verdict.verdict, feedback: name, device: self.device)
      if !output.json { print(Self.line(verdict, name: name)) }
      // The daemon stops what a client plays when the client leaves, so there is no leaving before the end.
      let finished = try session.end(of: playback)
      if output.json { try printJSON(PlayJSON(name, verdict, finished)) }
      if wait { try report(finished, since: cause) }
    }
  }

  static func line(_ verdict: VerdictReply, name: String) -> String {
    let device = verdict.device.map { " on device \($0.rawValue)" } ?? ""
    guard let written = verdict.writtenNanoseconds else { return "\(name): \(verdict.verdict.name)\(device)" }
    let cost = duration(nanoseconds: written - verdict.receivedNanoseconds)
    return "\(name): \(verdict.verdict.name)\(device), at the motor \(cost) after the request"
  }

  private func report(_ finished: Finished, since start: Int64) throws {
    guard finished.reason == .ended else { throw Failure.refused("\(name): \(finished.reason.words)") }
    if !output.json { print("\(name): ended after \(duration(nanoseconds: finished.endedNanoseconds - start))") }
  }
}

let vocabularyNames = Vocabulary.standard.feedbacks.map(\.name.description)

/// What became of a play, for scripts.
struct PlayJSON: Encodable {
  let feedback, verdict: String
  let device: UInt32?
  let receivedNanoseconds: Int64
  let admittedNanoseconds, writtenNanoseconds: Int64?
  let finished: String
  let endedNanoseconds: Int64

  init(_ feedback: String, _ reply: VerdictReply, _ end: Finished) {
    self.feedback = feedback
    verdict = reply.verdict.name
    device = reply.device?.rawValue
    receivedNanoseconds = reply.receivedNanoseconds
    admittedNanoseconds = reply.admittedNanoseconds
    writtenNanoseconds = reply.writtenNanoseconds ?? end.firstWrittenNanoseconds
    finished = end.reason.name
    endedNanoseconds = end.endedNanoseconds
  }
}
