import Foundation
import Glibc
import Testing

/// `play` with pattern files.
@Suite struct PlayFileTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  @Test func `a file is played to its end`() throws {
    let path = try files.add("two.ahap", [PatternFiles.tap(0), PatternFiles.tap(200)])
    let result = try Daemon("lra").controlInTime("play", path, "--wait")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("\(path): played on device 1, at the motor "))
    let ended = try #require(result.output.firstMatch(of: /ended after (\d+) ms/).flatMap { Int($0.1) })
    // The first tap may be late by its own length; the second one is at 200 ms.
    #expect(ended >= 150)
  }

  // A busy machine writes late, so each length counts from the request, and has no upper limit that load could reach.
  @Test(arguments: [(["--rate", "10"], 1900), (["--from", "19.7"], 250), (["--from", "19700ms"], 250)])
  func `a file ends sooner at a higher rate or from a later position`(options: [String], atLeast: Int) throws {
    let file = try files.add("long.ahap", [PatternFiles.buzz(0, for: 20_000)])
    let daemon = try Daemon("lra")
    let result = try Program("hapticctl", ["play", file, "--wait", "--json"] + options, socket: daemon.socket).result()
    let length = try PlayTimes.length(result)
    #expect((Int64(atLeast)..<20_000).contains(length), "\(length) ms")
  }

  @Test(arguments: [("0.1", 195), ("0.5", 35)])
  func `a pattern shorter than a request takes the rate`(rate: String, atLeast: Int) throws {
    let path = try files.add("short.ahap", [PatternFiles.buzz(0, for: 20)])
    let length = try PlayTimes.length(Daemon("lra").controlInTime("play", path, "--rate", rate, "--json"))
    #expect(length >= Int64(atLeast), "\(length) ms")
  }

  @Test func `a short pattern starts in its middle, and not behind its end`() throws {
    let path = try files.add("short.ahap", [PatternFiles.buzz(0, for: 30), PatternFiles.tap(60)])
    let daemon = try Daemon("lra")
    let result = try daemon.controlInTime("play", path, "--from", "0.05")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("at the motor"))
    let wrong = try daemon.control("play", path, "--from", "1")
    #expect(wrong.status == 2)
    #expect(
      wrong.errors.hasPrefix("hapticctl: --from 1.0 s is after the end of \(path), which lasts "), "\(wrong.errors)")
  }

  @Test func `a feedback does not start behind its end`() throws {
    let daemon = try Daemon("lra")
    let wrong = try daemon.control("play", "impact.heavy", "--from", "1")
    #expect(wrong.status == 2)
    #expect(
      wrong.errors.hasPrefix("hapticctl: --from 1.0 s is after the end of impact.heavy, which lasts "),
      "\(wrong.errors)")
  }

  @Test func `a loop ends after its passes, or after its time`() throws {
    let path = try files.add("two.ahap", [PatternFiles.buzz(0, for: 50), PatternFiles.buzz(100, for: 50)])
    let daemon = try Daemon("lra")
    for (option, value, atLeast) in [("--repeat", "3", 440), ("--for", "250ms", 240)] as [(String, String, Int64)] {
      let length = try PlayTimes.length(daemon.controlInTime("play", path, "--loop", "--json", option, value))
      #expect(length >= atLeast, "\(option): \(length) ms")
    }
  }

  @Test func `an interrupted loop says what was played, with 130`() throws {
    let path = try files.add("short.ahap", [PatternFiles.tap(0), PatternFiles.tap(80)])
    let daemon = try Daemon("lra")
    let loop = try Program("hapticctl", ["play", path, "--loop", "--json"], socket: daemon.socket)
    let monitor = try Program("hapticctl", ["monitor", "--levels", "--json"], socket: daemon.socket)
    #expect(monitor.output { $0.components(separatedBy: "\"strongMagnitude\":0,").count > 4 }, "it begins again")
    loop.interrupt()
    let result = loop.result()
    #expect(result.status == 130)
    #expect(result.errors.isEmpty)
    #expect(result.output.contains("\"endReason\" : \"stopped\""), "\(result.output)")
    #expect(try daemon.control("stop", "--all").output == "stopped 0 playbacks; every device is silent\n")
    monitor.terminate()
  }

  // MARK: Standard input

  @Test(arguments: [
    ["play", "-"], ["plot", "-", "--motor", "lra"], ["explain", "-", "--motor", "lra"], ["lint", "-"],
  ])
  func `a dash is standard input, whatever the format`(arguments: [String]) throws {
    let texts = [
      "[20, 50, 20]",
      "<vibration-effect><waveform-effect><waveform-entry durationMs=\"20\" amplitude=\"200\"/>"
        + "</waveform-effect></vibration-effect>",
    ]
    let daemon = try Daemon("lra")
    for text in texts {
      let input = try FileHandle(forReadingFrom: URL(filePath: try files.add("input", text: text)))
      let result = try Program("hapticctl", arguments, socket: daemon.socket, input: input).result()
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("standard input") || arguments[0] != "plot", "\(result.output)")
    }
  }

  @Test func `an error in standard input has its place`() throws {
    let input = try FileHandle(
      forReadingFrom: URL(filePath: try files.add("input", text: "{ \"Pattern\": [\n  { \"Event\": }\n] }")))
    let result = try Program("hapticctl", ["plot", "-", "--motor", "lra"], socket: "/nonexistent/s", input: input)
      .result()
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("hapticctl: standard input:2:14: error: "), "\(result.errors)")
  }

  @Test func `endless standard input is bounded`() throws {
    let input = try #require(FileHandle(forReadingAtPath: "/dev/zero"))
    let result = try Program("hapticctl", ["plot", "-", "--motor", "lra"], socket: "/nonexistent/s", input: input)
      .result()
    #expect(result.status == 2)
    #expect(result.errors.contains("larger than 4194304 bytes"), "\(result.errors)")
  }

  @Test(arguments: [["play"], ["plot", "--motor", "lra"], ["explain", "--motor", "lra"], ["lint"]])
  func `a named pipe or a device is refused at once`(arguments: [String]) throws {
    let pipe = files.folder + "/pipe.ahap"
    #expect(mkfifo(pipe, 0o600) == 0)
    let link = files.folder + "/zero.ahap"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/zero")
    for path in [pipe, link] {
      let result = try Program("hapticctl", arguments + [path], socket: "/nonexistent/s").result()
      #expect(result.status == 2)
      let words =
        arguments == ["lint"] ? "cannot read \(path) (not a regular file)" : "\(path): error: not a regular file"
      #expect(result.errors.contains(words), "\(result)")
    }
  }

  @Test func `a huge file is refused`() throws {
    let path = try files.add("huge.json", text: "[20]")
    #expect(truncate(path, 1 << 40) == 0)
    let result = try Program("hapticctl", ["play", path], socket: "/nonexistent/s").result()
    #expect(result.status == 2)
    #expect(result.errors.contains("larger than 4194304 bytes"), "\(result.errors)")
  }

  @Test func `a command's output in the place of a file is read`() throws {
    let script = "\(Program.folder.path)/hapticctl plot <(echo '[20, 50, 20]') --motor lra"
    let result = try Program("/bin/bash", ["-c", script], socket: "/nonexistent/s").result()
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `standard input is not watched`() throws {
    let result = try Program("hapticctl", ["play", "-", "--watch"], socket: "/nonexistent/s").result()
    #expect(result.status == 2)
    #expect(result.errors.contains("--watch expects a file"), "\(result.errors)")
  }

  @Test func `a loop goes on until it is interrupted, and the motor stops with it`() throws {
    let path = try files.add("short.ahap", [PatternFiles.tap(0), PatternFiles.tap(80)])
    let daemon = try Daemon("lra")
    let loop = try Program("hapticctl", ["play", path, "--loop"], socket: daemon.socket)
    let monitor = try Program("hapticctl", ["monitor", "--levels", "--json"], socket: daemon.socket)
    #expect(
      monitor.output { $0.components(separatedBy: "\"strongMagnitude\":0,").count > 4 }, "it begins again and again")
    loop.terminate()
    #expect(try daemon.control("stop", "--all").output == "stopped 0 playbacks; every device is silent\n")
    monitor.terminate()
  }

  @Test func `silent feedback is reported and has no end to wait for`() throws {
    let result = try Daemon().controlInTime("play", "unlike")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "unlike: silent on purpose\n")
  }

  @Test func `a broken file ends with 2 and its place`() throws {
    let path = try files.add("broken.ahap", text: "{ \"Pattern\": [\n  { \"Event\": }\n] }")
    let result = try Program("hapticctl", ["play", path], socket: "/nonexistent/hapticd.sock").result()
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("hapticctl: \(path):2:14: error: "), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a missing file is an error with its path`() throws {
    for path in ["./none.ahap", "none.ahap", "/none"] {
      let result = try Program("hapticctl", ["play", path], socket: "/nonexistent/hapticd.sock").result()
      #expect(result.status == 2)
      #expect(result.errors.hasPrefix("hapticctl: \(path): error: cannot be read"), "\(result.errors)")
    }
  }

  // MARK: Findings

  static let misspelt = """
    { "Version": 1, "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticContinuous", "EventDuraton": 0.3 } } ] }
    """
  private static let dropped = """
    { "Version": 1, "Pattern": [
      { "Event": { "Time": 0, "EventType": "HapticTransent" } },
      { "Event": { "Time": 1, "EventType": "HapticContinuous", "EventDuration": -1 } }
    ] }
    """

  @Test(arguments: [["play"], ["plot", "--motor", "lra"], ["explain", "--motor", "lra"]])
  func `a file without an event that can be played is an error with the reason for each event`(
    arguments: [String]
  ) throws {
    let path = try files.add("none.ahap", text: Self.dropped)
    let lint = try Program("hapticctl", ["lint", path], socket: "/nonexistent/s").result()
    #expect(lint.status == 1)
    let lines = lint.output.split(separator: "\n").map(String.init)
    let warnings = lines.filter { $0.contains(": warning: ") }
    let error = try #require(lines.first { $0.contains(": error: Pattern: no events; correct the parts") })
    #expect(warnings.count == 2)
    let result = try Program("hapticctl", arguments + [path], socket: "/nonexistent/s").result()
    #expect(result.status == 2)
    #expect(result.errors.split(separator: "\n").map(String.init) == warnings + ["hapticctl: " + error])
    let json = try Program("hapticctl", arguments + [path, "--json"], socket: "/nonexistent/s").result()
    #expect(json.output.isEmpty && json.status == 2)
    #expect(json.errors.components(separatedBy: "{\"warning\":").count == 3, "\(json.errors)")
  }

  @Test func `a file whose events have no strength is not said to be silent on purpose`() throws {
    let event =
      #"{ "Time": 0, "EventType": "HapticTransient", "EventParameters": [ { "ParameterID": "HapticIntensity", "#
      + #""ParameterValue": 0 } ] }"#
    let path = try files.add("zero.ahap", text: "{ \"Version\": 1, \"Pattern\": [ { \"Event\": \(event) } ] }")
    let result = try Daemon("lra").control("play", path)
    #expect(result.output == "\(path): played on device 1, but nothing reached the motor\n")
    #expect(result.errors.contains("an intensity of 0 is never felt"), "\(result.errors)")
  }

  @Test func `the line of a play from standard input begins with "standard input"`() throws {
    let input = try FileHandle(forReadingFrom: URL(filePath: try files.add("input", text: "[20, 50, 20]")))
    let daemon = try Daemon("lra")
    let result = try Program("hapticctl", ["play", "-"], socket: daemon.socket, input: input).result()
    #expect(result.output.hasPrefix("standard input: played on device 1, "), "\(result)")
  }

}

/// The times in the JSON of a play.
struct PlayTimes: Decodable {
  private let receivedMonotonicNanoseconds, endedMonotonicNanoseconds: Int64

  /// From the receipt of the request to the end, in milliseconds. The first write may be late on a busy machine.
  static func length(_ result: (status: Int32, output: String, errors: String)) throws -> Int64 {
    #expect(result.status == 0, "\(result.errors)")
    let played = try JSONDecoder().decode(Self.self, from: Data(result.output.utf8))
    return (played.endedMonotonicNanoseconds - played.receivedMonotonicNanoseconds) / 1_000_000
  }
}
