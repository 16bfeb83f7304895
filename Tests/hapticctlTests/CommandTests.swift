import Foundation
import HapticProtocol
import Haptics
import Testing

@testable import HapticControl

@Suite struct CommandTests {
  @Test(arguments: [
    ["paly"], ["play"], ["play", "impact.light", "--intensity", "1.5"], ["play", "impact.light", "--repeat", "0"],
    ["play", "impact.light", "more"], ["latency", "--budget", "5"], ["latency", "--count", "many"], ["stop"],
    ["devices", "--jsn"], ["play", "impact.light", "--device", "-1"],
  ])
  func `invalid arguments exit with 2`(arguments: [String]) {
    #expect(run(arguments) == 2)
  }

  @Test func `a misspelt name is refused with the nearest one`() throws {
    let failure = try #require(throws: Failure.self) { try check(.unknownFeedback, feedback: "impct.light") }
    #expect(failure.code == .usage)
    #expect(failure.message == "unknown feedback 'impct.light'; did you mean impact.light?")
    #expect(failure.verdict == .unknownFeedback)
  }

  @Test func `a name without a similar one is refused with the command that lists names`() throws {
    let failure = try #require(throws: Failure.self) { try shortName(String(repeating: "x", count: 60)) }
    #expect(failure.code == .usage)
    #expect(failure.message.hasSuffix("'hapticctl feedbacks' lists them"))
  }

  @Test(arguments: Verdict.allCases)
  func `every refusal is one line that says what to do`(verdict: Verdict) {
    do {
      try check(verdict, feedback: "selection", device: 4)
      #expect(verdict.isSuccess)
    } catch {
      #expect(!verdict.isSuccess)
      #expect(!error.message.contains("\n"))
      #expect(error.message.contains(";"), "a remedy after what is wrong: \(error.message)")
    }
  }

  @Test func `mistakes in the request end with 2 and refusals with 1`() {
    func code(_ verdict: Verdict) -> Failure.Code? {
      do {
        try check(verdict, feedback: "selection")
        return nil
      } catch { return error.code }
    }
    #expect(code(.unknownFeedback) == .usage)
    #expect(code(.unknownDevice) == .usage)
    for verdict in [Verdict.noActuator, .expired, .limit, .deviceFailed, .unsupported] {
      #expect(code(verdict) == .refused)
    }
  }

  @Test func `devices are listed with the reason for ignoring them`() {
    #expect(
      Devices.lines([.motor, .wheel]) == [
        "ID  NAME              KIND      STATE    PLAYS     SLOTS  UPLOAD  PLAY  NODE",
        " 1  gpio-vibrator     vibrator  ready    rumble  2 of 16   31 µs  4 µs  /dev/input/event3",
        " -  G29 Racing Wheel  wheel     ignored  -             -       -     -  /dev/input/event7  a steering wheel",
      ])
  }

  @Test func `statistics show each stage with its distribution`() {
    var report = StatisticsReport(uptimeNanoseconds: 61_000_000_000, clients: 1, uploads: 9, writes: 240)
    report[.played] = 120
    report[stage: .written] = StageSummary(
      count: 120, minimum: 40_000, p50: 51_000, p90: 60_000, p99: 90_000, p999: 99_000, maximum: 99_000)
    report[stage: .written].buckets[6] = 100
    report[stage: .written].buckets[7] = 20
    #expect(
      Stats.lines(report) == [
        "running for 61.0 s, 1 client", "requests: played 120", "devices: 9 uploads, 240 writes", "",
        "STAGE     COUNT    MIN    P50    P90    P99  P99.9    MAX  1 µs ... 2 s, in powers of 2",
        "received      0      -      -      -      -      -      -",
        "admitted      0      -      -      -      -      -      -",
        "written     120  40 µs  51 µs  60 µs  90 µs  99 µs  99 µs        █▂",
        "step          0      -      -      -      -      -      -",
      ])
  }

  @Test func `the line of a play has its device, latency and end`() throws {
    let playback = try #require(PlaybackID(rawValue: 1))
    let reply = VerdictReply(.played, device: DeviceID(rawValue: 1), receivedNanoseconds: 1_100_000)
    let end = Finished(
      playback: playback, reason: .ended, firstWrittenNanoseconds: 1_310_000, endedNanoseconds: 18_310_000,
      device: DeviceID(rawValue: 1))
    let played = PlayResult(
      subject: PreparedSubject(feedback: "selection"),
      started: Started(playback: playback, cause: Instant(nanoseconds: 1_000_000), reply: reply), ends: [end])
    #expect(played.line(withEnd: false) == "selection: played on device 1, at the motor 0.31 ms after the request")
    #expect(played.line(withEnd: true).hasSuffix("after the request, ended after 17 ms"))
  }

  @Test func `silent feedback is reported`() throws {
    let reply = VerdictReply(.silent, receivedNanoseconds: 6)
    let silent = PlayResult(
      subject: PreparedSubject(feedback: "unlike"),
      started: Started(
        playback: try #require(PlaybackID(rawValue: 1)), cause: Instant(nanoseconds: 5), reply: reply),
      ends: [])
    #expect(silent.line(withEnd: true) == "unlike: silent on purpose")
  }

  @Test func `a monitored play is one line`() {
    let observed = Observed(
      opcode: .play, verdict: .played, category: .touch, device: DeviceID(rawValue: 1), processID: 4711,
      intensity: 39321, causeNanoseconds: 1_000_000, receivedNanoseconds: 1_100_000, writtenNanoseconds: 1_310_000,
      feedback: "selection", applicationName: "keyboard", identity: .claimed, felt: 39321)
    #expect(
      observed.line() == "keyboard? (4711)          play selection 60%            played on 1 in 0.31 ms")
    var weaker = observed
    weaker.identity = .flatpak
    weaker.felt = 19661
    #expect(
      weaker.line() == "keyboard (4711)           play selection 60%            played on 1 at 30% in 0.31 ms")
  }

  @Test func `a monitored level is one line, with the period where there is a wave`() {
    var level = LevelChange(
      device: DeviceID(rawValue: 1)!, strong: 52428, weak: 26214, plannedNanoseconds: 1_000_000,
      writtenNanoseconds: 1_085_000, leaseMilliseconds: 256, periodMilliseconds: 6)
    #expect(
      level.line(motorCount: nil)
        == "device 1                  strong 80%, weak 40%, wave of 6 ms  85 µs late, for at most 256 ms")
    level.periodMilliseconds = 0
    #expect(
      level.line(motorCount: nil)
        == "device 1                  strong 80%, weak 40%          85 µs late, for at most 256 ms")
    level.strong = 0
    level.weak = 0
    level.leaseMilliseconds = 0
    #expect(level.line(motorCount: nil) == "device 1                  off                           85 µs late")
  }

  @Test func `a monitored level has its period in JSON only where there is a wave`() throws {
    func json(period: UInt16) throws -> String {
      let level = LevelChange(
        device: DeviceID(rawValue: 1)!, strong: 2, weak: 3, plannedNanoseconds: 4, writtenNanoseconds: 5,
        leaseMilliseconds: 64, periodMilliseconds: period)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(
        decoding: try encoder.encode(try #require(JSONObject.event(.level(level), WallClock(offset: 0)))), as: UTF8.self
      )
    }
    let start = #"{"deviceID":1,"event":"level","leaseMilliseconds":64,"#
    // The time in the time zone of this process.
    let time = WallClock(offset: 0).dateAndTime(monotonicNanoseconds: 4)
    let end =
      #""plannedMonotonicNanoseconds":4,"plannedTime":"\#(time)","strongMagnitude":2,"#
      + #""weakMagnitude":3,"writtenMonotonicNanoseconds":5,"writtenTime":"\#(time)"}"#
    #expect(try json(period: 0) == start + end)
    #expect(try json(period: 6) == start + #""periodMilliseconds":6,"# + end)
  }

  @Test func `a slow monitor shows the number of lost events`() {
    let observed = Observed(
      opcode: .stop, verdict: .done, processID: 1, receivedNanoseconds: 5, lost: 3, applicationName: "")
    let lines = Monitor.lines(.observed(observed), WallClock())
    #expect(lines.count == 2)
    #expect(lines[0] == "(3 events lost before this one)")
    #expect(lines[1].hasSuffix("- (1)                     stop                          done"))
  }
}
