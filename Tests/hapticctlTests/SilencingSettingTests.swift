import Foundation
import HapticPreferences
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// `why` and `play` name the setting that `doctor` names.
@Suite struct SilencingSettingTests {
  private func remedies(_ settings: String, _ verdict: Verdict, play: String...) throws -> [String] {
    let daemon = try Daemon("lra", preferences: settings)
    let refused = try daemon.controlSettings("play", "impact.light")
    #expect(refused.status == 1, "\(refused)")
    let why = try daemon.controlSettings("why").output
    let doctor = try daemon.controlSettings("doctor").output
    return [refused.errors, why, doctor]
  }

  @Test(arguments: [
    ("[device.\"simulated lra\"]\nstrength = 0", "hapticctl set 'device.\"simulated lra\".strength' full"),
    ("[device.\"simulated lra\"]\nenabled = false", "hapticctl set 'device.\"simulated lra\".enabled' on"),
    ("[app.hapticctl]\nstrength = 0", "hapticctl set app.hapticctl.strength full"),
    ("[app.hapticctl]\ntouch = 0", "hapticctl set app.hapticctl.touch full"),
    ("[touch]\nstrength = 0", "hapticctl set touch.strength full"),
  ]) func `play, why and doctor name the same command`(settings: String, command: String) throws {
    for text in try remedies(settings, .deviceOff) { #expect(text.contains(command), "\(text)") }
  }

  @Test(arguments: [
    ("enabled = false", "enabled"), ("strength = \"off\"", "strength"), ("enabled = false\nstrength = 0", "enabled"),
  ])
  func `devices, doctor, why and play name the same setting of a device in the same words`(
    line: String, setting: String
  )
    throws
  {
    let daemon = try Daemon("lra", preferences: "[device.\"simulated lra\"]\n\(line)")
    let words = "switched off by device.\"simulated lra\".\(setting)"
    #expect(try daemon.controlSettings("play", "impact.light").errors.contains("the device is \(words)"))
    #expect(try daemon.controlSettings("why").output.contains("the device is \(words)"))
    let doctor = try daemon.controlSettings("doctor").output
    #expect(doctor.contains("simulated lra is \(words)") && doctor.contains("works, but is \(words)"), "\(doctor)")
    let devices = try daemon.controlSettings("devices").output
    #expect(devices.contains("switched off") && devices.contains(words.dropFirst("switched off ".count)), "\(devices)")
  }

  @Test func `doctor names the setting in force that the daemon keeps while its file has a mistake`() throws {
    let daemon = try Daemon("lra", preferences: "[device.\"simulated lra\"]\nenabled = false")
    try Data("[device.\"simulated lra\"]\nenabled = maybe".utf8)
      .write(to: URL(filePath: daemon.configuration + "/hapticd/hapticd.toml"))
    for command in ["devices", "doctor"] {
      let output = try daemon.controlSettings(command).output
      #expect(output.contains("by device.\"simulated lra\".enabled"), "\(output)")
    }
  }

  @Test func `reset takes the number of a device`() throws {
    let daemon = try Daemon("lra", preferences: "[device.\"simulated lra\"]\nstrength = \"50%\"")
    let result = try daemon.controlSettings("reset", "device.1")
    #expect(result.status == 0 && result.output.hasPrefix("device.\"simulated lra\".strength: removed"), "\(result)")
    #expect(try daemon.controlSettings("reset", "device.7").status == 2)
  }

  @Test func `important of an application that is not verified is noted`() throws {
    let daemon = try Daemon("lra", preferences: "")
    let play = try daemon.controlInTime("play", "impact.light", "--important")
    #expect(play.errors.contains("--important has no effect, because hapticctl is not verified here"), "\(play)")
    let set = try daemon.controlSettings("set", "app.hapticctl.important", "on")
    #expect(set.status == 0 && set.errors.contains("hapticctl is not verified, so that its setting important has no"))
    #expect(set.errors.contains("systemd-run"))
    #expect(!(try daemon.controlSettings("set", "app.other.important", "on").errors.contains("verified")))
  }

  @Test func `why names the circumstance of the daemon that has ended a playback`() throws {
    let files = try PatternFiles()
    let path = try files.add("sparse.ahap", [PatternFiles.tap(0), PatternFiles.tap(300_000)])
    let daemon = try Daemon("lra", preferences: "")
    let program = try Program("hapticctl", ["play", path], socket: daemon.socket)
    #expect(try TestWait.until { try daemon.control("status").output.contains("on device 1, ") })
    // An end equal to the start is a day later.
    let set = try daemon.controlSettings("set", "quiet-hours.from", "12:00", "quiet-hours.to", "12:00")
    #expect(set.status == 0 && program.result().errors.contains("no longer permit it"), "\(set)")
    let why = try daemon.controlSettings("why").output
    #expect(why.contains("\nIt would be refused now because quiet hours were active.\n"), "\(why)")
  }
}
