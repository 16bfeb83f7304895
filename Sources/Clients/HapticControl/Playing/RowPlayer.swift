internal import ArgumentParser
internal import Haptics

/// Plays a row of feedbacks and files, once, several times, or until it is interrupted.
struct RowPlayer {
  private let session: DaemonSession
  private let row: PlayRow
  /// The prepared subjects by name.
  private let ready: [String: PreparedSubject]
  private let options: PlayOptions
  /// The number of passes; nil without an end.
  private let rounds: Int?
  /// The time at which the whole row ends; nil for one name, whose playbacks have the limit each.
  private let deadline: Instant?
  /// Whether an early end of a playback is a failure.
  var mustReachEnd = false
  private(set) var played: [PlayResult] = []

  init(
    _ session: DaemonSession, _ row: PlayRow, _ ready: [String: PreparedSubject], _ options: PlayOptions,
    rounds: Int?, limit: Duration?
  ) {
    (self.session, self.row, self.ready, self.options, self.rounds) = (session, row, ready, options, rounds)
    deadline = row.items.count > 1 ? limit.map { Instant.now + $0 } : nil
  }

  /// - Parameter tell: receives each playback when it has ended.
  /// - Throws: a failure if the daemon refuses, or if a playback ends early and must not.
  mutating func run(_ tell: (PlayResult) -> Void) throws {
    var round = 0
    /// Whether the last item was a name, so that a usual pause comes before the next one.
    var needsPause = false
    while !isOver, rounds.map({ round < $0 }) ?? true {
      for item in row.items where !isOver {
        switch item {
        case .pause(let pause):
          PlayPause.wait(pause, until: deadline)
          needsPause = false
        case .play(let name):
          if needsPause { PlayPause.wait(PlayRow.usualPause, until: deadline) }
          if !isOver { try play(name, tell) }
          needsPause = true
        }
      }
      round += 1
    }
  }

  private var isOver: Bool { Interruption.hasHappened || deadline.map { $0 <= .now } ?? false }

  private mutating func play(_ name: String, _ tell: (PlayResult) -> Void) throws {
    guard let subject = ready[name] else { return }
    var options = options
    if let deadline { options.limit = max(deadline - .now, .milliseconds(1)) }
    let one = try session.playToEnd(subject, options)
    played.append(one)
    tell(one)
    if mustReachEnd, let end = one.end, end != .ended, !Interruption.hasHappened, !isOver {
      throw Failure.refused("\(name) \(end.words)")
    }
  }
}

extension DaemonSession {
  /// Plays once and waits for the end, because the daemon stops the playbacks of a client that disconnects.
  ///
  /// - Throws: a failure if the daemon refuses, or no longer answers.
  func playToEnd(_ ready: PreparedSubject, _ options: PlayOptions) throws(Failure) -> PlayResult {
    let started = try start(ready, options)
    return PlayResult(ready, started, try endsOrInterruption(of: started))
  }

  /// Plays once to the end, or until Ctrl-C, and prints the verdict.
  func play(_ ready: PreparedSubject, _ options: PlayOptions, asJSON: Bool) throws {
    Interruption.notice()
    let played = try playToEnd(ready, options)
    if asJSON { try printJSON(played) } else { Screen.standardOutput.show(played.line(withEnd: false)) }
    if Interruption.hasHappened { throw ExitCode(Failure.Code.interrupted.rawValue) }
  }
}
