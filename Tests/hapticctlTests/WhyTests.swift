import HapticSystem
import Haptics
import Testing

@testable import hapticctl

@Suite struct WhyTests {
  private func play(
    _ verdict: Verdict, of application: ShortName = "org.example.Game", intensity: UInt16 = .max, felt: UInt16 = .max
  ) -> Observed {
    Observed(
      opcode: .play, verdict: verdict, category: .media, device: DeviceID(rawValue: 1), processID: 4711,
      intensity: intensity, causeNanoseconds: 1_000_000, receivedNanoseconds: 1_100_000,
      writtenNanoseconds: verdict == .played ? 1_310_000 : nil, feedback: "impact.heavy",
      applicationName: application, identity: .unit, number: 12, felt: verdict == .played ? felt : 0)
  }

  private func sentences(_ request: Observed) -> [String] {
    var summary = RequestSummary(request: request, clock: WallClock())
    summary.devices = [1: "DualSense"]
    return summary.sentences
  }

  @Test(arguments: Verdict.allCases) func `every verdict has a reason, and every refusal of a play a way out`(
    verdict: Verdict
  ) {
    let reason = Reason(verdict, feedback: "tap", application: "a.b", category: .touch, device: "Pad")
    #expect(!reason.because.isEmpty && !reason.because.hasSuffix("."))
    #expect(verdict.isSuccess || verdict == .unknownPlayback || reason.remedy != nil)
  }

  @Test func `the sound and the light of an event are part of its explanation`() {
    var sound = play(.noActuator)
    (sound.medium, sound.number) = (.sound, 13)
    var light = play(.played)
    (light.medium, light.number) = (.light, 15)
    var other = play(.played)
    (other.number, other.processID) = (14, 1)
    var again = play(.played)
    again.number = 16
    var late = sound
    late.number = 17
    let records = [play(.played), sound, other, light, again, late]
    let others = Why.others(of: records[0], in: records)
    #expect(others.map(\.number) == [13, 15])
    var summary = RequestSummary(request: records[0], clock: WallClock())
    summary.others = others
    #expect(
      summary.sentences.suffix(2) == [
        "Its sound was not played because no sound server runs; start PipeWire or PulseAudio.", "Its light was shown.",
      ])
    #expect(sentences(sound)[0].contains("sound of impact.heavy of org.example.Game (4711) was not played because no"))
    #expect(sentences(light)[0].hasSuffix("was shown."))
    #expect(sound.line.contains("  sound impact.heavy  "))
  }

  @Test func `no two refusals sound alike`() {
    let reasons = Verdict.allCases.filter { $0 != .played }.map {
      Reason($0, feedback: "tap", application: "a.b", category: .touch).because
    }
    #expect(Set(reasons).count == reasons.count)
  }

  @Test func `a refusal names the application, the reason and the setting`() {
    let said = sentences(play(.categoryOff))
    #expect(said[0].contains("#12, ") && said[0].contains("impact.heavy of org.example.Game (4711)"))
    #expect(said[0].hasSuffix("was not felt because media is switched off."))
    #expect(said[1] == "To change that: hapticctl set media.strength full")
    #expect(sentences(play(.deviceOff))[1].contains("device.\"DualSense\".enabled"))
  }

  @Test func `a felt play is described with strength, device, latency and end`() {
    var request = play(.played, intensity: 0xcccc, felt: 0x6666)
    request.end = .forbidden
    let said = sentences(request)
    #expect(said[0].contains("was felt at 40% on DualSense, 0.31 ms after the cause, and ended early"))
    #expect(said[1] == "The application requested 80%; the settings reduce it to 40%.")
  }

  @Test func `importance that was denied is told, with what to do where something can be done`() {
    var request = play(.profile)
    request.importance = .denied
    #expect(sentences(request).last?.hasSuffix("hapticctl set app.org.example.Game.important true") == true)
    request.identity = .claimed
    #expect(sentences(request).last?.contains("requires a verified application") == true)
    #expect(sentences(request)[0].contains("org.example.Game? (4711)"))
  }

  @Test func `the latest play of an application is found by a part of its name`() throws {
    var other = play(.played, of: "org.example.Other")
    other.number = 13
    var stop = play(.unknownPlayback)
    stop.opcode = .stop
    stop.number = 14
    let records = [play(.rateLimited), other, stop]
    func find(_ number: UInt64?, _ application: String?) throws(Failure) -> UInt64 {
      var filter = HistoryFilter()
      filter.application = application
      return try Why.find(number, in: records, filter).number
    }
    #expect(try find(nil, nil) == 13)
    #expect(try find(nil, "GAME") == 12)
    #expect(try find(14, nil) == 14)
    #expect(throws: Failure.usage("no record has the number 99; 'hapticctl history' lists them")) {
      try find(99, nil)
    }
    #expect { try find(nil, "nobody") } throws: { error in
      (error as? Failure)?.message.contains("org.example.Game, org.example.Other") == true
    }
  }

  @Test func `the status says what holds back`() {
    var status = Status(
      uptimeNanoseconds: 5_000_000_000, processID: 7, clients: 2, profile: .quiet,
      circumstances: [.quietHours, .sessionUnknown], problems: 1, theme: "hig", complaint: "hapticd.toml:3:1: no")
    let lines = StatusCommand.lines(status, "0.1.0")
    #expect(
      lines == [
        "hapticd 0.1.0, process 7, up 5.0 s, 2 clients", "haptics are on, profile quiet, theme hig",
        "circumstances: quiet hours", "no logind: the session counts as active",
        "1 mistake in settings files; see the journal", "mistake: hapticd.toml:3:1: no",
      ])
    status.circumstances = []
    #expect(StatusCommand.lines(status, "0.1.0")[2] == "circumstances: none")
  }

  @Test func `an unknown application is refused with the nearest one, or with those there are`() {
    let records = [play(.played), play(.played, of: "org.example.Other")]
    #expect(
      HistoryFilter.unknown("org.exmple.Game", in: records)
        == .usage("no play of 'org.exmple.Game' is recorded; did you mean org.example.Game?"))
    #expect(
      HistoryFilter.unknown("zzz", in: records)
        == .usage("no play of 'zzz' is recorded; there are plays of org.example.Game, org.example.Other"))
    #expect(HistoryFilter.unknown("zzz", in: []) == .usage("no play of 'zzz' is recorded; nothing was played yet"))
  }
}
