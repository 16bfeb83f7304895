import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import HapticControl

/// `play` with several names and with lists, and `vibrate`.
@Suite struct PlayRowTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  @Test func `names and pauses are told apart`() throws {
    let row = try PlayRow(["tap", "300ms", "./1s", "2s"])
    #expect(row.items == [.play("tap"), .pause(.milliseconds(300)), .play("./1s"), .pause(.seconds(2))])
    #expect(row.names == ["tap", "./1s"])
    #expect(throws: ValidationError.self) { try PlayRow(["300ms"]) }
    let mistake = #expect(throws: ValidationError.self) { try PlayRow(["tap", "1e10ms", "tap"]) }
    #expect(mistake?.message == "'1e10ms' is too long for a pause")
  }

  @Test func `a list plays as the argument of navigator.vibrate`() throws {
    let result = try Daemon("lra").controlInTime("play", "[100,50,100]", "--wait")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("[100,50,100]: played on device 1, at the motor "))
    let ended = try #require(result.output.firstMatch(of: /ended after (\d+) ms/).flatMap { Int($0.1) })
    #expect(ended >= 250)
  }

  @Test(arguments: [("[100,", "[100,:1:6: error: the file ends"), ("[100,x]", "[100,x]:1:"), ("[-]", "[-]:1:")])
  func `a mistake in a list is refused with its place`(list: String, message: String) throws {
    let result = try control("play", list)
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
  }

  @Test func `several names play in order, with their pauses`() throws {
    let path = try files.add("a.json", text: "[20]")
    let start = Date()
    let result = try Daemon("lra").controlInTime("play", path, "200ms", "selection", path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(Date().timeIntervalSince(start) > 0.26)
    #expect(
      result.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) } == [path, "selection", path])
  }

  @Test func `a row is a list in JSON, and a mistake in one name plays nothing`() throws {
    let daemon = try Daemon("lra")
    let result = try daemon.controlInTime("play", "selection", "impact.light", "--json")
    let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
    #expect(list?.map { $0["feedback"] as? String } == ["selection", "impact.light"])
    let wrong = try daemon.control("play", "selection", files.folder + "/none.ahap")
    #expect(wrong.status == 2 && wrong.output == "")
    let unknown = try daemon.control("play", "selection", "selektion")
    #expect(unknown == (2, "", "hapticctl: unknown feedback 'selektion'; did you mean selection?\n"))
  }

  @Test func `a row in a loop ends after its time, in a pause as well`() throws {
    let start = Date()
    let result = try Daemon("lra").controlInTime("play", "selection", "600s", "selection", "--loop", "--for", "300ms")
    #expect(result.status == 0, "\(result.errors)")
    #expect(Date().timeIntervalSince(start) < 300)
    #expect(result.output.split(separator: "\n").count == 1)
  }

  // A command that is suspended could not stop the motor.
  @Test(arguments: [SIGINT, SIGTSTP])
  func `a row in a loop ends at Ctrl-C and at Ctrl-Z with 130`(signal: Int32) throws {
    let daemon = try Daemon("lra")
    let program = try Program("hapticctl", ["play", "selection", "20ms", "--loop"], socket: daemon.socket)
    #expect(program.output { $0.contains("selection: played") })
    program.interrupt(by: signal)
    #expect(program.result().status == 130)
  }

  @Test(arguments: ["play", "vibrate"])
  func `a playback that another program ends is a warning, also without --wait`(command: String) throws {
    let subject = command == "play" ? try files.add("long.ahap", [PatternFiles.buzz(0, for: 300_000)]) : "300s"
    let daemon = try Daemon("lra")
    let program = try Program("hapticctl", [command, subject], socket: daemon.socket)
    #expect(try TestWait.until { try daemon.control("status").output.contains("on device 1, ") })
    #expect(try daemon.control("stop", "--all").status == 0)
    let result = program.result()
    #expect(result.status == 0 && result.errors.contains(" ended early: "), "\(result)")
  }

  @Test func `vibrate vibrates for its time, at its intensity`() throws {
    let daemon = try Daemon("lra")
    let result = try daemon.controlInTime("vibrate", "120ms", "--intensity", "50%", "--sharpness", "0.2", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["verdict"] as? String == "played" && object["feedback"] == nil && object["file"] == nil)
    #expect(try PlayTimes.length(result) >= 110)
    #expect(try daemon.controlInTime("vibrate", "5ms").output.hasPrefix("vibration of 5 ms: played on device 1"))
  }

  @Test(arguments: [
    ("200", "'200' has no unit; write 200ms"), ("5", "write 5ms for milliseconds or 5s for seconds"),
    ("0.5", "'0.5' has no unit; write 0.5s for seconds"), ("5000000", "has no unit; expected 1ms to less than 3600s"),
    ("1e308", "has no unit; expected 1ms to less"), ("nan", "expected a time with a unit"),
    ("1e400", "expected a time with a unit"),
    ("0x10ms", "expected a time with a unit"), ("0ms", "out of range"),
    ("3600s", "out of range"), ("1e300s", "expected a time with a unit"), ("nans", "expected a time with a unit"),
    ("-5ms", "'-5ms' is out of range"), ("tap", "expected a time with a unit"),
  ]) func `a length of a vibration that is not valid is refused`(length: String, message: String) throws {
    let result = try control("vibrate", length)
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.hasSuffix("; see hapticctl vibrate --help\n"))
  }

  @Test(arguments: ["1.1", "-1", "200%", "nan", ""])
  func `a sharpness out of range is refused`(sharpness: String) throws {
    #expect(try control("vibrate", "10ms", "--sharpness=\(sharpness)").status == 2)
  }

  @Test func `a list is drawn, explained, checked and printed`() throws {
    for command in ["plot", "explain", "lint", "show"] {
      let result = try control(command, "[100,50,100]")
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
  }
}
