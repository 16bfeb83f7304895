import Foundation
import HapticProtocol
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// Names from outside, which may contain any character, on a terminal.
@Suite struct EscapedTextTests {
  /// Moves the cursor, colors, rings, and ends a line; with the 8-bit and the invisible forms.
  private static let hostile = "\u{1b}[31mred\u{1b}[2J\u{7}\u{9b}2J\u{202e}\r\nx"

  private func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
    }
  }

  @Test func `a line shows control characters by their codes, and keeps its own colors`() {
    let screen = Screen(columns: 80, hasColor: true)
    let line = "a\u{1b}[2J " + "bad".painted(.red, on: screen) + " \u{9b}\nend"
    #expect(screen.text(of: line) == "a\\u{1B}[2J \u{1b}[31mbad\u{1b}[0m \\u{009B}\\nend\n")
    #expect(screen.text(of: line.escapedForTerminal) == screen.text(of: line), "idempotent")
    #expect(screen.text(of: "Gerät ⣶ × 手柄") == "Gerät ⣶ × 手柄\n")
  }

  @Test func `the sequence of a color in a text is escaped`() {
    let screen = Screen(columns: 80, hasColor: true)
    #expect(screen.text(of: "\u{1b}[31mred\u{1b}[0m") == "\\u{1B}[31mred\\u{1B}[0m\n")
  }

  @Test(arguments: ["lint", "plot", "explain", "play"]) func `the name of a file moves no cursor`(command: String)
    throws
  {
    let folder = try TestFolder()
    let good = #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","EventParameters":[]}}]}"#
    let daemon = try Daemon()
    for (name, text) in [("good", good), ("odd", good.replacing("Version", with: "Versoin")), ("bad", "{}")] {
      let path = folder.path(of: "\(name)\(Self.hostile).ahap")
      try Data(text.utf8).write(to: URL(filePath: path))
      for arguments in [[path], [path, "--json"], [path + ".gone"], [path + "#part"]] {
        let result = try daemon.control([command] + arguments)
        #expect(isPlain(result.output) && isPlain(result.errors), "\(result)")
        #expect(!(result.output + result.errors).isEmpty)
      }
    }
  }

  @Test(arguments: [
    [hostile], ["help", hostile], ["play", hostile], ["play", "--\(hostile)"], ["play", "a", hostile],
    ["play", "tap", "--intensity", hostile], ["play", "tap", "--device", hostile], ["get", hostile],
    ["set", hostile, "1"], ["set", "theme", hostile], ["set", "device.\(hostile).strength", "5"], ["reset", hostile],
    ["feedbacks", "--theme", hostile], ["why", "--app", hostile], ["plot", "tap", "--motor", hostile],
    ["edit", "--from", "/\(hostile)"], ["import", hostile], ["latency", "--budget", hostile],
  ]) func `an argument in a message moves no cursor`(arguments: [String]) throws {
    let daemon = try Daemon()
    let folder = try TestFolder()
    for more in [[], ["--json"]] {
      let result = try Program(
        "hapticctl", arguments + more, socket: daemon.socket, environment: ["XDG_CONFIG_HOME": folder.path]
      ).result()
      #expect(isPlain(result.output) && isPlain(result.errors), "\(result)")
      #expect(!(result.output + result.errors).isEmpty)
    }
  }

  @Test func `names of devices, applications and themes move no cursor`() throws {
    var device = DeviceRecord.motor
    device.name = Self.hostile
    var playing = PlayingRecord.sample
    playing.applicationName = ShortName(truncating: Self.hostile)
    let observed = Observed(
      opcode: .play, verdict: .played, processID: 7, receivedNanoseconds: 5, feedback: "a",
      applicationName: playing.applicationName)
    let screen = Screen(columns: 60, hasColor: true)
    let lines =
      Devices.lines([device]) + StatusCommand.lines([playing], at: .now) + [
        StatusCommand.line(device), observed.line(),
      ]
    for line in lines { #expect(isPlain(screen.text(of: line)), "\(line)") }
    #expect(isPlain(try encodeJSON(JSONObject.device(device), onOneLine: false)))
    let decoded = try JSONSerialization.jsonObject(
      with: Data(try encodeJSON(JSONObject.device(device), onOneLine: true).utf8))
    #expect((decoded as? [String: Any])?["deviceName"] as? String == Self.hostile)
  }
}
