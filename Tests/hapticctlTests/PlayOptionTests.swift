import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Synchronization
import Testing

@testable import hapticctl

/// The requests of `play`: the deadline, and the actions before the pattern starts.
@Suite struct PlayOptionTests {
  private let path = SocketPath()

  @Test(arguments: [["selection"], ["selection", "--loop"], ["short.json"]])
  func `a play of the command expires after an hour, not after the deadline of its category`(
    arguments: [String]
  ) throws {
    let (plays, result) = try played(arguments) { _ in .done }
    #expect(result.status == 0, "\(result.errors)")
    #expect(plays.map(\.deadlineMicroseconds) == [3_600_000_000])
  }

  @Test func `a playback that ended before its options were applied begins again, with more time`() throws {
    let (plays, result) = try played(["selection", "--rate", "2"]) { $0 == 1 ? .unknownPlayback : .done }
    #expect(result.status == 0, "\(result.errors)")
    #expect(plays.compactMap(startDelay) == [.milliseconds(40), .seconds(1)])
    #expect(plays.first?.playback != plays.last?.playback)
  }

  @Test func `options that never arrive in time are refused`() throws {
    let (plays, result) = try played(["selection", "--rate", "2"]) { _ in .unknownPlayback }
    #expect(plays.count == 2)
    #expect(result.status == 1)
    #expect(
      result.errors
        == "hapticctl: selection ended before its options were applied; 'hapticctl stats' shows the latency of each stage\n"
    )
  }

  @Test func `a file is felt only after it was told how to play`() throws {
    let (plays, result) = try played(["short.json", "--rate", "2", "--from", "0.01"]) { _ in .done }
    #expect(result.status == 0, "\(result.errors)")
    #expect(plays.map(\.startNanoseconds) == [nil], "its silence comes at once")
  }

  @Test func `silence before a pattern is as long as a client may take, and is skipped`() throws {
    let pattern: Pattern = [
      Event(.transient, at: .milliseconds(5), intensity: 1, sharpness: 1),
      Event(.continuous(duration: .milliseconds(20)), at: .milliseconds(10), intensity: 1, sharpness: 1),
    ]
    let padded = try PaddedPattern(pattern, called: "a", PlayOptions(from: .milliseconds(7), rate: 2))
    #expect(padded.waits)
    #expect(padded.pattern.events.map(\.time) == [.milliseconds(10_005), .milliseconds(10_010)])
    #expect(padded.actions == [.rate(2), .seek(to: .milliseconds(10_007))])
    let plain = try PaddedPattern(pattern, called: "a", PlayOptions())
    #expect(plain.pattern == pattern && plain.actions.isEmpty)
  }

  @Test func `silence behind a loop leaves its end where it was`() throws {
    let pattern: Pattern = [Event(.transient, intensity: 1, sharpness: 1)]
    let padded = try PaddedPattern(pattern, called: "a", PlayOptions(isLooping: true))
    #expect(padded.pattern.duration == pattern.duration + .seconds(10))
    #expect(padded.actions == [.loop(true, end: pattern.duration)])
    #expect(!padded.waits)
  }

  @Test func `a place behind the end of a pattern is refused`() throws {
    let pattern: Pattern = [Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 1)]
    let failure = try #require(throws: Failure.self) {
      try PaddedPattern(pattern, called: "a", PlayOptions(from: .seconds(1)))
    }
    #expect(failure == .usage("--from 1.0 s is after the end of a, which lasts 1.0 s"))
  }

  /// The time from the cause to the start of a play.
  private func startDelay(_ play: Request.Play) -> Duration? {
    guard let start = play.startNanoseconds, let cause = play.causeNanoseconds else { return nil }
    return .nanoseconds(start - cause)
  }

  /// Runs `hapticctl play` with a daemon that accepts all plays, replies with `verdict` to the actions of the nth
  /// play, and ends each playback after that.
  private func played(
    _ arguments: [String], verdict: @escaping @Sendable (_ play: Int) -> Verdict
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
      case .transport:
        return [
          .reply(
            serial: packet.serial,
            .verdict(VerdictReply(verdict(plays.list.withLock { $0.count }), receivedNanoseconds: 1)))
        ]
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
