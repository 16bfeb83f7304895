import HapticPreferences
import HapticProtocol
import HapticSystem
import Haptics
import Testing

@testable import HapticControl

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
    #expect(!reason.because.contains("does not know"))
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
    #expect(sound.line().contains("  sound impact.heavy  "))
  }

  @Test func `each refusal has its own text`() {
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
    #expect(sentences(play(.deviceOff))[1].contains("device.\"DualSense\".enabled' on"))
  }

  @Test func `a felt play is described with strength, device, latency and end`() {
    var request = play(.played, intensity: 0xcccc, felt: 0x6666)
    request.end = .forbidden
    let said = sentences(request)
    #expect(said[0].contains("was felt at 40% on DualSense, 0.31 ms after the cause, and ended early"))
    #expect(said[1] == "The application requested 80%; the settings reduce it to 40%.")
  }

  @Test func `the settings that reduce the strength of a play are named`() {
    var settings = Preferences()
    settings[.media].strength = 0.5
    var application = ApplicationPreferences()
    application.strength = 0.8
    settings.applications["org.example.Game"] = application
    var summary = RequestSummary(request: play(.played, felt: 0x6666), clock: WallClock(), settings: settings)
    summary.devices = [1: "DualSense"]
    #expect(
      summary.sentences.contains(
        "The application requested 100%; the settings reduce it to 40%: media.strength is 50%, "
          + "app.org.example.Game.strength is 80%."))
  }

  @Test func `a play at an intensity of 0 was not felt for that reason`() {
    var request = play(.played, intensity: 0, felt: 0)
    (request.writtenNanoseconds, request.end) = (nil, .ended)
    #expect(sentences(request)[0].hasSuffix("was not felt on DualSense because its intensity was 0%."))
  }

  @Test func `a play without a name is that of a pattern`() {
    var request = play(.played)
    request.feedback = ""
    #expect(request.line().contains("  play pattern 100%  "))
  }

  @Test func `the setting or circumstance that ended a play is named while it is in force`() {
    var request = play(.played)
    request.end = .forbidden
    func asides(in circumstances: Circumstances = [], _ change: (inout Preferences) -> Void) -> [String] {
      var settings = Preferences()
      change(&settings)
      var summary = RequestSummary(request: request, clock: WallClock(), settings: settings)
      (summary.devices, summary.circumstances) = ([1: "DualSense"], circumstances)
      return Array(summary.sentences.dropFirst())
    }
    func expected(_ words: String, _ remedy: String) -> [String] {
      ["It would be refused now because \(words).", "To change that: \(remedy)"]
    }
    let categoryOff = expected("media is switched off", "hapticctl set media.strength full")
    let locked = expected("the session was locked", "unlock the session")
    #expect(asides { $0[.media].strength = .none } == categoryOff)
    #expect(asides { $0.isEnabled = false } == expected("haptics are switched off", "hapticctl set enabled on"))
    #expect(asides { $0.profile = .quiet } == expected("the profile excludes media", "hapticctl set profile full"))
    #expect(
      asides { $0.applications["org.example.Game", default: .init()].strength = .none }[1].contains("set app.org"))
    #expect(
      asides { $0.devices["DualSense", default: .init()].isEnabled = false }[1].contains("device.DualSense.enabl"))
    #expect(asides(in: .quietHours) { _ in }[0].contains("because quiet hours were active"))
    #expect(asides(in: .powerSaver) { _ in }[0].contains("because the power saver was active"))
    #expect(asides(in: .sessionInactive) { _ in }[0].contains("because another session was active"))
    #expect(asides(in: .suspending) { _ in }[0].contains("because the machine was about to sleep"))
    #expect(asides(in: .locked) { _ in } == locked)
    // In the order of the daemon's checks.
    let bothOff = asides(in: .quietHours) { $0.devices["DualSense", default: .init()].isEnabled = false }
    #expect(bothOff[0].contains("because quiet hours were active"))
    #expect(asides { _ in }.isEmpty)
    request.importance = .granted
    #expect(asides(in: [.quietHours, .powerSaver]) { $0.profile = .silent }.isEmpty)
    request.end = .ended
    #expect(asides { $0.isEnabled = false }.isEmpty)
  }

  @Test func `denied importance is reported, with a remedy if there is one`() {
    var request = play(.profile)
    request.importance = .denied
    #expect(sentences(request).last?.hasSuffix("hapticctl set app.org.example.Game.important true") == true)
    request.applicationName = "My Game"
    #expect(sentences(request).last?.hasSuffix("hapticctl set 'app.My Game.important' true") == true)
    request.applicationName = "org.example.Game"
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

  @Test func `an expired play is explained with its delay, its deadline and where the time went`() {
    var late = play(.expired)
    (late.causeNanoseconds, late.receivedNanoseconds) = (1_000_000, 35_000_000)
    (late.admittedNanoseconds, late.lateMicroseconds) = (35_040_000, 14_000)
    let said = sentences(late)
    #expect(
      said[0].hasSuffix(
        "was not felt because it was 14 ms late: the daemon read it 34 ms after its cause, and its deadline was 20 ms "
          + "after it."), "\(said)")
    #expect(
      said.contains(
        "34 ms passed before the daemon read it, in the application, the kernel or the queue of the socket, and 40 µs in "
          + "the daemon."), "\(said)")
    #expect(late.line().hasSuffix("expired on 1, 14 ms late"))
    let json = JSONObject.request(late, WallClock())
    #expect(json["lateNanoseconds"] as? Int64 == 14_000_000 && json["deadlineNanoseconds"] as? Int64 == 20_000_000)
    late.causeNanoseconds = nil
    #expect(sentences(late)[0].hasSuffix("because it was 14 ms late."))
  }

  @Test func `a play on several devices is one entry that names all of them`() {
    let first = play(.played)
    var second = first
    (second.number, second.device, second.end) = (13, DeviceID(rawValue: 2), .ended)
    var third = second
    (third.number, third.device, third.verdict) = (14, DeviceID(rawValue: 4), .deviceFailed)
    var later = first
    (later.number, later.receivedNanoseconds) = (15, 9_000_000)
    let entries = HistoryEntry.entries([first, second, third, later])
    #expect(entries.map(\.all.count) == [3, 1])
    let lines = HistoryCommand.lines(entries, WallClock())
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix("played on 1, 2 in 0.31 ms, deviceFailed on 4"), "\(lines)")
    let further = JSONObject.entry(entries[0], WallClock())["furtherDevices"] as? [JSONObject]
    #expect(further?.map { $0["deviceID"] as? UInt32 } == [2, 4])
    var summary = RequestSummary(request: first, clock: WallClock())
    (summary.devices, summary.further) = ([1: "DualSense", 2: "phone"], [second, third])
    #expect(
      summary.sentences.contains("On phone it was felt at 100%, 0.31 ms after the cause, and reached its end."))
    #expect(summary.sentences.contains("On device 4 it was not felt because the device refused it."))
    #expect(Why.others(of: first, in: [first, second, third, later]).isEmpty)
  }

  @Test func `a monitor shows the motors that exist, and the ends of playbacks`() throws {
    let pad = DeviceRecord(
      id: DeviceID(rawValue: 2), state: .ready, driver: .memless, motor: .init(motors: 2), name: "pad", path: "")
    var memory = MonitorMemory([.motor, pad])
    func line(_ event: ClientEvent) -> String { Monitor.lines(event, WallClock(), memory).joined() }
    func level(_ device: UInt32) -> ClientEvent {
      .level(
        LevelChange(
          device: DeviceID(rawValue: device)!, strong: 0xffff, weak: 0xffff, plannedNanoseconds: 1,
          writtenNanoseconds: 2, leaseMilliseconds: 64))
    }
    #expect(line(level(1)).contains("device 1                  100%  "))
    #expect(line(level(2)).contains("  strong 100%, weak 100%  "))
    let end = ClientEvent.ended(
      PlaybackEnd(
        number: 12, device: DeviceID(rawValue: 1)!, reason: .coolingDown, firstWrittenNanoseconds: 0,
        endedNanoseconds: 18_000_000_000))
    #expect(line(end).contains("#12                       playback"))
    memory.note(.observed(play(.played)))
    #expect(line(end).contains("org.example.Game (4711)   impact.heavy"))
    #expect(line(end).hasSuffix("on 1: ended early after 18.0 s: the motor ran for too long and is cooling down"))
    let json = try #require(JSONObject.event(end, WallClock()))
    #expect(json["event"] as? String == "ended" && json["number"] as? UInt64 == 12)
    #expect(json["endedMonotonicNanoseconds"] as? Int64 == 18_000_000_000)
  }

  @Test func `status shows what suppresses feedback`() {
    var status = Status(
      uptimeNanoseconds: 5_000_000_000, processID: 7, clients: 2, profile: .quiet,
      circumstances: [.quietHours, .sessionUnknown], problems: 1, theme: "hig", complaint: "hapticd.toml:3:1: no")
    let lines = StatusCommand.lines(status, "0.9.0")
    #expect(
      lines == [
        "hapticd 0.9.0, process 7, up 5.0 s, 2 clients", "haptics are on, profile quiet, theme hig",
        "circumstances: quiet hours", "no logind: the session counts as active",
        "1 mistake in settings files; see the journal", "mistake: hapticd.toml:3:1: no",
      ])
    status.circumstances = []
    #expect(StatusCommand.lines(status, "0.9.0")[2] == "circumstances: none")
  }

  @Test func `a setting of an application without a play names the similar one`() {
    let records = [play(.played), play(.played, of: "org.example.Other")]
    for name in ["game", "org.exmple.Game"] as [ShortName] {
      let note = HistoryFilter.note(on: name, in: records)
      #expect(note == "no play of '\(name)' is recorded; did you mean org.example.Game?")
    }
    for name in ["org.example.Game", "zzz"] as [ShortName] { #expect(HistoryFilter.note(on: name, in: records) == nil) }
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
