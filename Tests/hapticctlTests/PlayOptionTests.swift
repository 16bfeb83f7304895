import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Synchronization
import Testing

@testable import HapticControl

/// The request of `play`.
@Suite struct PlayOptionTests {
  private let path = SocketPath()

  @Test(arguments: [["selection"], ["selection", "--loop"], ["short.json"]])
  func `a play of the command expires after an hour, not after the deadline of its category`(
    arguments: [String]
  ) throws {
    let (plays, result) = try played(arguments)
    #expect(result.status == 0, "\(result.errors)")
    #expect(plays.map(\.deadlineMicroseconds) == [3_600_000_000])
  }

  @Test(
    arguments: [
      (["--rate", "2"], .init(rate: 2)), (["--from", "10ms"], .init(offset: .milliseconds(10))),
      (["--loop"], .init(loop: Loop())), (["--loop", "--repeat", "3"], .init(loop: Loop(repeats: 2))),
      (["--loop", "--repeat", "1"], .init()), (["--for", "90s"], .init(limit: .seconds(90))),
      (
        ["--from", "0.01", "--rate", "0.5", "--loop", "--for", "1s"],
        .init(offset: .milliseconds(10), rate: 0.5, loop: Loop(), limit: .seconds(1))
      ),
    ] as [([String], Request.Play.Timing)])
  func `the options of a play are in its request`(options: [String], timing: Request.Play.Timing) throws {
    for subject in ["selection", "short.json"] {
      let (plays, result) = try played([subject] + options)
      #expect(result.status == 0, "\(result.errors)")
      #expect(plays.map(\.timing) == [timing])
      #expect(plays.map(\.startNanoseconds) == [nil])
    }
  }

  @Test(arguments: [["--repeat", "2", "--watch"], ["--loop", "--watch"]])
  func `a file that is watched plays once`(options: [String]) throws {
    let result = try Program("hapticctl", ["play", "a.ahap"] + options, socket: path.path).result()
    #expect(result.status == 2 && result.errors.contains("cannot be combined"), "\(result.errors)")
  }

  @Test(arguments: ["selection", "short.json"])
  func `a position at the end of a pattern is refused`(subject: String) throws {
    let (plays, result) = try played([subject, "--from", "20ms"])
    #expect(result.status == 2 && plays.isEmpty)
    #expect(result.errors.contains("--from 20 ms is after the end of ") && result.errors.contains("lasts 20 ms"))
    let options = PlayOptions(from: .seconds(1))
    let failure = try #require(throws: Failure.self) { try options.check(lengthOf: "a", .seconds(1)) }
    #expect(failure == .usage("--from 1.0 s is after the end of a, which lasts 1.0 s"))
    try options.check(lengthOf: "a", .milliseconds(1001))
    try PlayOptions().check(lengthOf: "a", .zero)
  }

  /// Runs `hapticctl play` with a daemon that accepts all plays and ends each playback at once.
  private func played(
    _ arguments: [String]
  ) throws -> (plays: [Request.Play], result: (status: Int32, output: String, errors: String)) {
    let files = try PatternFiles()
    let short = try files.add("short.json", text: "[20]")
    let plays = Plays()
    let daemon = try AnsweringDaemon(at: path) { packet in
      switch packet.request {
      case .play(let play):
        plays.list.withLock { $0.append(play) }
        let end = Finished(
          playback: play.playback ?? PlaybackID(rawValue: 1)!, reason: .ended, firstWrittenNanoseconds: 1,
          endedNanoseconds: 2, device: nil)
        return AnsweringDaemon.agreeable(packet) + [.event(.finished(end))]
      case .query(let query) where query.body is FeedbacksQuery:
        let list = FeedbackList(
          total: 1,
          records: [
            FeedbackRecord("selection", patternName: "a", theme: "t", category: .touch, duration: .milliseconds(20))
          ])
        return packet.answers(FeedbacksQuery.self, list)
      default: return AnsweringDaemon.agreeable(packet)
      }
    }
    let words = arguments.map { $0 == "short.json" ? short : $0 }
    let result = try Program("hapticctl", ["play"] + words, socket: path.path).result()
    try daemon.stop()
    return (plays.list.withLock { $0 }, result)
  }
}

private final class Plays: Sendable { let list = Mutex<[Request.Play]>([]) }
