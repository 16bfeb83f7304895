import Foundation
import HapticProtocol
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// The real programs: hapticctl with a daemon that plays on a simulated motor.
@Suite struct EndToEndTests {
  @Test func `a feedback is played to its end`() throws {
    let result = try Daemon().controlInTime("play", "success", "--intensity", "60%", "--wait")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("success: played on device 1, at the motor "))
    #expect(result.output.contains(", ended after "))
    #expect(result.errors.isEmpty)
  }

  @Test func `repeats come one after the other`() throws {
    let result = try Daemon().controlInTime("play", "selection", "--repeat", "3")
    #expect(result.output.split(separator: "\n").count == 3)
  }

  @Test(arguments: [
    (["play", "impct.light"], "hapticctl: unknown feedback 'impct.light'; did you mean impact.light?\n"),
    (["play", "impact.mediun"], "hapticctl: unknown feedback 'impact.mediun'; did you mean impact.medium?\n"),
    (
      ["explain", "message-new-imstant"],
      "hapticctl: unknown feedback 'message-new-imstant'; did you mean message-new-instant?\n"
    ),
    (
      ["play", "selection", "--device", "77"],
      "hapticctl: there is no device 77; there are 1 (simulated erm)\n"
    ),
  ])
  func `a wrong name or number ends with 2 and one line`(arguments: [String], line: String) throws {
    let daemon = try Daemon()
    let result = try Program("hapticctl", arguments, socket: daemon.socket).result()
    #expect(result.status == 2)
    #expect(result.errors == line)
    #expect(result.output.isEmpty)
  }

  @Test func `a changed file applies after the reply to reload`() throws {
    let daemon = try Daemon()
    let client = HapticClient(applicationName: "test", socketPath: daemon.socket)
    for isEnabled in [false, true, false, true] {
      try daemon.setPreferences("enabled = \(isEnabled)")
      #expect(try client.blocking.reload(timeout: TestWait.limit).verdict == .done)
      #expect(try client.blocking.ask(StatusQuery(), timeout: TestWait.limit).isEnabled == isEnabled)
    }
  }

  @Test func `a playback is listed with its application and its feedback`() throws {
    let daemon = try Daemon()
    let client = HapticClient(applicationName: "org.example.App", socketPath: daemon.socket)
    let hum = client.define([Event(.continuous(duration: .seconds(60)), intensity: 1, sharpness: 0.2)])
    #expect(try client.blocking.verdict(of: hum, timeout: TestWait.limit).verdict == .done)
    #expect(try client.blocking.play(Haptic(hum, cause: nil), timeout: TestWait.limit).verdict == .played)
    let tool = HapticClient(applicationName: "tool", socketPath: daemon.socket)
    let playing = try tool.blocking.list(PlayingQuery(), timeout: TestWait.limit)
    #expect(playing.map(\.feedback) == [.empty] && playing.map(\.category) == [.known(.media)])
    #expect(playing.map(\.processID) == [UInt32(getpid())])
    client.stop()
    _ = try client.blocking.devices(timeout: TestWait.limit)
    #expect(try daemon.control("status").output.contains("playing: nothing"))
    #expect(try tool.blocking.list(PlayingQuery(), timeout: TestWait.limit).isEmpty)
  }

  @Test func `quiet hours suppress categories that they do not allow, until they are over`() throws {
    func time(_ minutesAhead: Int) -> String {
      var moment = time_t(Date.now.timeIntervalSince1970) + minutesAhead * 60
      var parts = tm()
      localtime_r(&moment, &parts)
      return String(format: "%02d:%02d", parts.tm_hour, parts.tm_min)
    }
    let end = time(60)
    let daemon = try Daemon(preferences: "[quiet-hours]\nfrom = \"\(time(-60))\"\nto = \"\(end)\"")
    let refused = try daemon.control("play", "message-new-instant")
    #expect(refused.status == 1 && refused.errors.contains("quiet hours"), "\(refused.errors)")
    let status = try daemon.controlSettings("status").output
    #expect(status.contains("circumstances: quiet hours"))
    #expect(status.contains("quiet hours until \(end); in them play: "), "\(status)")
    #expect(try daemon.control("why").output.contains("was not felt because quiet hours were active"))
    #expect(try daemon.controlInTime("play", "impact.light").status == 0)
    try daemon.setPreferences("[quiet-hours]\nfrom = \"\(time(60))\"\nto = \"\(time(120))\"")
    #expect(try TestWait.until { try daemon.control("status").output.contains("circumstances: none") })
    #expect(try daemon.controlInTime("play", "message-new-instant").status == 0)
  }

  @Test(arguments: [
    ["play", "selection"], ["stop", "--all"], ["devices"], ["stats"], ["latency"], ["monitor"], ["demo"],
  ])
  func `without a daemon every command says how to start one`(arguments: [String]) throws {
    let result = try Program("hapticctl", arguments, socket: "/nonexistent/hapticd.sock").result()
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("hapticctl: hapticd is not running"))
    #expect(result.errors.contains("start one there: hapticd --socket '/nonexistent/hapticd.sock'"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ([], "SUBCOMMANDS:"), (["--version"], "0.9.0"), (["help", "play"], "--intensity <strength>"),
    (["--help"], "--generate-completion-script"), (["latency", "--help"], "--budget <time>"),
    (["--generate-completion-script", "bash"], "_hapticctl"),
    (["--generate-completion-script", "zsh"], "#compdef hapticctl"),
    (["--generate-completion-script", "fish"], "complete -c 'hapticctl'"),
  ])
  func `help, version and completions go to standard output`(arguments: [String], words: String) throws {
    let result = try Program("hapticctl", arguments, socket: "/nonexistent/hapticd.sock").result()
    #expect(result.status == 0)
    #expect(result.output.contains(words))
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: ["history", "why"])
  func `an application without a play is refused with the nearest one`(command: String) throws {
    let daemon = try Daemon()
    #expect(
      try daemon.control(command, "--app", "hapticctl")
        == (2, "", "hapticctl: no play of 'hapticctl' is recorded; nothing was played yet\n"))
    _ = try daemon.controlInTime("play", "selection")
    #expect(
      try daemon.control(command, "--app", "haptictl")
        == (2, "", "hapticctl: no play of 'haptictl' is recorded; did you mean hapticctl?\n"))
    #expect(try daemon.control(command, "--app", "hapticctl").status == 0)
  }

  @Test(arguments: [
    ("enabled = false", "problem  haptics are switched off", "hapticctl set enabled on"),
    ("profile = \"silent\"", "problem  the profile silent excludes everything", "hapticctl set profile full"),
    (
      "locality = \"gamepad\"", "problem  feedback plays on a gamepad, and none is ready",
      "hapticctl set locality phone"
    ),
    (
      "theme = \"hgi\"", "problem  there is no theme 'hgi'; the theme default is used instead",
      "hapticctl set theme hig"
    ),
    ("[touch]\nstrength = 0", "silent   touch is switched off", "hapticctl set touch.strength full"),
    ("enabled = maybe", "problem  a file has a mistake", "hapticctl edit"),
    (
      "[device.\"simulated erm\"]\nenabled = false", "problem  simulated erm is switched off",
      "hapticctl set 'device.\"simulated erm\".enabled' on"
    ),
  ])
  func `doctor names the setting that silences, and the command that changes it`(
    settings: String, line: String, remedy: String
  ) throws {
    let daemon = try Daemon(theme: settings.contains("theme") ? nil : "default", preferences: settings)
    let result = try Program(
      "hapticctl", ["doctor"], socket: daemon.socket, environment: ["XDG_CONFIG_HOME": daemon.configuration]
    ).result()
    #expect(result.output.contains(line), "\(result.output)")
    #expect(result.output.contains("-> \(remedy)\n"), "\(result.output)")
    #expect(!result.output.contains("Everything is fine"))
    if line.hasPrefix("problem") { #expect(result.status == 1) }
  }

  @Test func `devices are listed for people and for scripts`() throws {
    let daemon = try Daemon("pad")
    #expect(try daemon.control("devices").output.contains("simulated pad"))
    let devices = try JSONDecoder().decode(
      [Device].self, from: Data(try daemon.control("devices", "--json").output.utf8))
    #expect(devices.map(\.deviceKind) == ["gamepad"])
    #expect(devices.first?.motor.motorCount == 2)
  }

  @Test func `statistics count what was played and start again`() throws {
    let daemon = try Daemon()
    _ = try daemon.controlInTime("play", "selection")
    #expect(try daemon.control("stats", "--reset").output.contains("played 1"))
    let again = try JSONDecoder().decode(
      StatisticsReading.self, from: Data(try daemon.control("stats", "--json").output.utf8))
    #expect(again.verdicts["played"] == 0)
    #expect(again.stages.keys.sorted() == ["admitted", "received", "step", "written"])
  }

  @Test func `a device is named by a part of its name`() throws {
    let daemon = try Daemon()
    #expect(try daemon.controlInTime("play", "selection", "--device", "erm").output.contains("on device 1"))
    #expect(try daemon.controlInTime("latency", "--count", "1", "--device", "SIMULATED ERM").status == 0)
    let wrong = try daemon.control("latency", "--device", "pad")
    #expect(wrong.errors == "hapticctl: there is no device 'pad'; there are 1 (simulated erm)\n")
  }

  @Test func `a monitor sees what others do and outlives the daemon's clients`() throws {
    let daemon = try Daemon()
    let monitor = try Program("hapticctl", ["monitor", "--json"], socket: daemon.socket)
    // The monitor does not show requests from before its start.
    var seen = ""
    _ = try TestWait.until {
      _ = try daemon.control("play", "impact.rigid")
      seen += monitor.outputSoon()
      return seen.contains("impact.rigid")
    }
    #expect(seen.contains("\"application\":\"hapticctl\""))
    #expect(seen.contains("\"feedback\":\"impact.rigid\""))
    monitor.terminate()
  }

  @Test func `stop --all succeeds also when nothing plays`() throws {
    let result = try Daemon().control("stop", "--all")
    #expect(result.status == 0)
    #expect(result.output == "stopped 0 playbacks; every device is silent\n")
  }

  @Test func `the demo draws every feedback`() throws {
    let result = try Daemon("lra").controlInTime("demo")
    #expect(result.status == 0, "\(result.errors)")
    for feedback in Demo.feedbacks { #expect(result.output.contains("\n\(feedback.name)  (touch, at")) }
    #expect(result.output.components(separatedBy: "\nfelt     ").count == 10)
    #expect(result.output.contains("latency to the motor: median "))
  }

  @Test func `a play has no deadline unless one is given, and a play that missed its own tells by how much`() throws {
    #expect(PlayOptions().deadline == PlayOptions.noDeadline)
    let daemon = try Daemon("lra")
    #expect(try daemon.control("play", "selection").status == 0)
    // No machine delivers a packet in a microsecond.
    let late = try daemon.control("play", "selection", "--deadline", "1us")
    #expect(late.status == 1)
    #expect(
      late.errors.contains(/selection was dropped: it was .* late: the daemon read it .* after its cause, and its/)
        && late.errors.contains("deadline was 1 µs after it; give a longer --deadline, or none"), "\(late.errors)")
    let why = try daemon.control("why").output
    #expect(why.contains(" late: the daemon read it ") && why.contains("its deadline was 1 µs after it."), "\(why)")
    #expect(why.contains(" passed before the daemon read it"), "\(why)")
    let json = try daemon.control("why", "--json").output
    #expect(json.contains("\"deadlineNanoseconds\" : 1000,"), "\(json)")
  }

  @Test func `a play everywhere ends with its last device, and its entry names all devices`() throws {
    let daemon = try Daemon(models: ["erm", "lra"])
    let played = try daemon.control("play", "impact.heavy", "--locality", "everywhere", "--wait")
    #expect(played.output.hasPrefix("impact.heavy: played on devices 1, 2, at the motor "), "\(played)")
    #expect(played.output.contains(", ended after "))
    let history = try daemon.control("history").output
    #expect(history.split(separator: "\n").count == 1)
    #expect(history.contains(/played on 1, 2 in/), "\(history)")
    let why = try daemon.control("why", "2").output
    #expect(why.contains("#1, ") && why.contains("on simulated erm, ") && why.contains("On simulated lra it was felt"))
    #expect(why.components(separatedBy: "reached its end").count == 3, "\(why)")
  }

  @Test func `a device that is switched off is listed as switched off`() throws {
    let daemon = try Daemon("erm", preferences: "[device.\"simulated erm\"]\nenabled = false\n")
    let devices = try daemon.controlSettings("devices").output
    #expect(
      devices.contains("  switched off  ") && devices.contains("by device.\"simulated erm\".enabled"), "\(devices)")
    #expect(!devices.contains("ready"))
    let json = try daemon.controlSettings("devices", "--json").output
    #expect(json.contains("\"state\" : \"switchedOff\""), "\(json)")
    let doctor = try daemon.controlSettings("doctor").output
    #expect(doctor.contains("works, but is switched off by device.\"simulated erm\".enabled"), "\(doctor)")
    _ = try daemon.controlSettings("set", "device.simulated erm.enabled", "on")
    _ = try daemon.controlSettings("set", "device.simulated erm.strength", "0")
    #expect(try daemon.controlSettings("devices").output.contains("by device.\"simulated erm\".strength"))
    _ = try daemon.controlSettings("set", "device.simulated erm.strength", "50%")
    #expect(try daemon.controlSettings("devices").output.contains("  ready  "))
  }

}

private struct Device: Decodable {
  struct Motor: Decodable { let motorCount: Int }
  let deviceKind: String
  let motor: Motor
}

/// The counters in the JSON of `stats`.
struct StatisticsReading: Decodable {
  let verdicts: [String: Int]
  let stages: [String: Stage]
  struct Stage: Decodable { let count: Int }
}
