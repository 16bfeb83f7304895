internal import ArgumentParser
internal import Glibc
internal import HapticThemes
internal import Haptics

struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play and draw one feedback of each kind: intended, sent and felt.",
    discussion: "The felt strength is computed by the device's motor model; it is not measured.")

  @OptionGroup var target: DeviceOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try DaemonSession()
    let device = try session.deviceID(target.device)
    let screen = Screen.standardOutput
    session.monitor(.levels)
    var reports: [PlaybackReport] = []
    for feedback in Self.feedbacks {
      let report = try playbackReport(feedback, on: device, session)
      if reports.isEmpty, !output.json { screen.show(["Playing on \(report.device.title)", ""]) }
      reports.append(report)
      if !output.json { screen.show(report.lines(columns: screen.columns)) }
      OutputBuffer.flush()
      // So that a user can tell the feedbacks apart.
      usleep(400_000)
    }
    try output.show(reports.map(JSONObject.played)) { _ in [PlaybackReport.summary(reports)] }
  }

  /// The basic feedbacks; all others are built from their patterns.
  static let feedbacks = Array(Theme.standard.vocabulary.feedbacks.prefix(9))

  private func playbackReport(_ feedback: Feedback, on device: DeviceID?, _ session: DaemonSession) throws
    -> PlaybackReport
  {
    let playback = session.newPlayback()
    let cause = Instant.now
    let reply = try session.play(
      Haptic(
        FeedbackName(feedback.name), on: device, cause: cause, deadline: PlayOptions.noDeadline, playback: playback))
    try check(reply.verdict, feedback: "\(feedback.name)", device: device?.rawValue)
    let end = try session.end(of: playback)
    guard let record = try session.devices().first(where: { $0.id == reply.device }) else {
      throw Failure.refused("the device was removed during \(feedback.name); connect it again")
    }
    let written = reply.writtenNanoseconds ?? end.firstWrittenNanoseconds
    return PlaybackReport(
      feedback: feedback, device: record, levels: session.takeLevels().filter { $0.device == reply.device },
      latencyNanoseconds: written.map { $0 - cause.nanoseconds })
  }
}
