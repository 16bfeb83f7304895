import Foundation
import Haptics
import MotorRendering
import TestSupport
import Testing

@testable import HapticControl

/// The output of commands about patterns, as text and as JSON.
@Suite struct PatternCommandTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  // MARK: plot

  @Test func `without a daemon a plot says so and takes a typical motor`() throws {
    let result = try control("plot", "success")
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "success  (success of the theme default, from the theme default, because no daemon is running)")
    #expect(lines[1].hasPrefix("on lra, a typical motor, because no daemon is running (one motor, levels, rise 18 ms"))
    for title in ["intensity", "sharpness", "sent", "felt"] {
      #expect(lines.contains { $0.hasPrefix(title) }, "\(title)")
    }
    #expect(result.output.hasSuffix("all 3 pulses are felt separately and in time\n"))
  }

  @Test func `with a daemon a plot is of its device, or of the device with a number`() throws {
    let daemon = try Daemon("pad")
    for arguments in [["plot", "success"], ["plot", "success", "--motor", "1"]] {
      let result = try Program("hapticctl", arguments, socket: daemon.socket).result()
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("on device 1, simulated pad (two motors, levels"))
      #expect(result.output.contains("\nstrong "))
    }
    let wrong = try daemon.control("plot", "success", "--motor", "7")
    #expect(wrong.status == 2)
    #expect(
      wrong.errors
        == "hapticctl: there is no device 7; there are 1 (simulated pad); typical motors are erm, lra, on-off, pad\n"
    )
    let named = try daemon.control("plot", "success", "--device", "simul")
    #expect(named.output.contains("\non device 1, simulated"), "\(named.errors)")
  }

  @Test func `plot keeps to the requested width`() throws {
    for columns in [40, 120] {
      let lines = try control("plot", "error", "--columns", "\(columns)").output.split(separator: "\n").dropFirst(2)
      #expect(lines.filter { $0.hasPrefix("felt") }.allSatisfy { $0.count <= columns })
      #expect(lines.contains { $0.count > columns / 2 }, "and use the room")
    }
  }

  @Test func `a part of a pattern has a time axis of its own`() throws {
    let path = try files.add("long.ahap", (0..<50).map { PatternFiles.tap($0 * 500) })
    let part = try control("plot", path, "--from", "20", "--to", "21", "--columns", "60").output
    #expect(part.contains(" 20.0 "))
    #expect(part.contains("20.4"))
    #expect(try control("plot", path).output.contains(" 20 "), "all of it in seconds")
    let wrong = try control("plot", path, "--from", "3", "--to", "2")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("no time is between --from 3.0 s and --to 2.0 s"))
  }

  @Test func `an image is written where it is wanted`() throws {
    let path = files.folder + "/success.svg"
    let result = try control("plot", "success", "--svg", path)
    #expect(result.output == "wrote \(path)\n")
    let image = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try control("plot", "success", "--svg", "-").output == image)
    #expect(image.contains("class=\"threshold\"") && image.contains("less is not felt"))
    #expect(image.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    let wrong = try control("plot", "success", "--svg", "/nonexistent/a.svg")
    #expect(wrong.status == 2)
    #expect(wrong.errors.split(separator: "\n").count == 1)
  }

  @Test func `an image does not replace the file it is drawn from, by whatever name`() throws {
    let path = try files.add("hit.ahap", [PatternFiles.tap(0)])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let (hard, soft) = (files.folder + "/hard.svg", files.folder + "/soft.svg")
    #expect(link(path, hard) == 0)
    try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: path)
    for target in [path, files.folder + "/./hit.ahap", hard, soft] {
      for force in [[], ["--force"]] {
        let result = try Program("hapticctl", ["plot", path, "--svg", target] + force, socket: nowhere).result()
        #expect(result.status == 2)
        #expect(result.errors == "hapticctl: \(target) is the input file; choose another name\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      }
    }
    let input = try FileHandle(forReadingFrom: URL(filePath: path))
    let piped = try Program("hapticctl", ["plot", "-", "--force", "--svg", path], socket: nowhere, input: input)
      .result()
    #expect(piped.status == 2, "standard input is that file")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `an image replaces an image, and something else only on request`() throws {
    let image = files.folder + "/a.svg"
    #expect(try control("plot", "success", "--svg", image).status == 0)
    #expect(try control("plot", "error", "--svg", image).status == 0)
    let other = try files.add("notes.svg", text: "my notes")
    let result = try control("plot", "success", "--svg", other)
    #expect(result.status == 2)
    #expect(
      result.errors.hasSuffix("exists and is not an SVG image; choose another name, or replace it with --force\n"))
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "my notes")
    #expect(try control("plot", "success", "--svg", other, "--force").status == 0)
    #expect(try String(contentsOfFile: other, encoding: .utf8).hasPrefix("<svg"))
    let folder = try control("plot", "success", "--svg", files.folder, "--force")
    #expect(folder.errors.hasSuffix("is not a regular file; for standard output use -\n"), "\(folder.errors)")
  }

  @Test func `the JSON of plot has steps, pulses with their results, and the felt strength`() throws {
    let path = try files.add("storm.ahap", (0..<6).map { PatternFiles.tap($0 * 25) })
    let result = try control("plot", path, "--motor", "erm", "--json")
    let plot = try JSONDecoder().decode(PlotReport.self, from: Data(result.output.utf8))
    #expect(plot.motorName.hasPrefix("erm, "))
    #expect(plot.motor.riseMicroseconds == 60_000)
    #expect(plot.pulses.count == 6)
    #expect(plot.pulses.contains { $0.result != "kept" })
    #expect(plot.steps.first?.atMilliseconds == 0)
    #expect(plot.steps.last?.strongMagnitude == 0)
    #expect(plot.feltStrengthEveryMillisecond.count == plot.intensityEveryMillisecond.count)
    #expect(plot.intensityEveryMillisecond.first == 0.8)
  }

  // MARK: lint

  @Test func `lint succeeds for a clean file, also with warnings for a motor`() throws {
    let path = try files.add("storm.ahap", (0..<6).map { PatternFiles.tap($0 * 25) })
    let clean = try control("lint", path, "--strict")
    #expect(clean.status == 0)
    #expect(clean.output == "1 file, no findings\n")
    let motor = try control("lint", path, "--motor", "erm")
    #expect(motor.status == 0, "warnings do not fail")
    let line = try #require(motor.output.split(separator: "\n").first)
    #expect(
      line.wholeMatch(of: /.*storm\.ahap:4:11: warning: Pattern\[1\]\.Event: felt .* on erm: .*; the motor needs .*/)
        != nil, "\(line)")
    #expect(try control("lint", path, "--motor", "erm", "--strict").status == 1)
  }

  @Test func `lint of a broken file exits with 1, and of an unreadable one with 2`() throws {
    let good = try files.add("good.ahap", [PatternFiles.tap(0)])
    let odd = try files.add("odd.ahap", ["{\"Evnt\": 1}", PatternFiles.tap(0)])
    let broken = try files.add("broken.ahap", text: "{ \"Pattern\": [\n  { \"Event\": }\n] }")
    let result = try control("lint", good, odd, broken)
    #expect(result.status == 1)
    #expect(result.output.contains("\(odd):3:2: warning: "), "\(result.output)")
    #expect(result.output.contains("\(broken):2:14: error: "))
    #expect(result.output.hasSuffix("3 files, 1 error, 1 warning\n") || result.output.contains("1 error, 2 warnings"))
    #expect(try control("lint", odd).status == 0)
    #expect(try control("lint", odd, "--strict").status == 1)
    for path in [files.folder, files.folder + "/none.ahap"] {
      let unreadable = try control("lint", good, path)
      #expect(unreadable.status == 2)
      #expect(unreadable.errors.contains(path))
      #expect(unreadable.output == "1 file, no findings\n", "the others are looked at")
    }
  }

  @Test func `the JSON of lint has findings with their places`() throws {
    let odd = try files.add("odd.ahap", ["{\"Evnt\": 1}", PatternFiles.tap(0)])
    let output = try control("lint", odd, "--json").output
    let findings = try JSONDecoder().decode([FindingReport].self, from: Data(output.utf8))
    #expect(findings.first?.file == odd)
    #expect(findings.first?.line == 3)
    #expect(findings.first?.severity == "warning")
    #expect(findings.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty })
  }

  // MARK: Completion

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "there is no bash"),
    arguments: [
      (["play", "impact.l"], "impact.light"), (["plot", "success", "--motor", "on"], "on-off"),
      (["feedbacks", "--theme", "h"], "hig"), (["lint", "h"], "hit.ahap"), (["explain", "h"], "heavy-click hit.ahap"),
      (["get", "power"], "power-saver.allow"), (["reset", "power"], "power-saver power-saver.allow"),
      (["play", "error", "--category", "al"], "alarm"), (["play", "error", "--locality", "h"], "hand"),
      (["set", "touch.strength", "o"], "off"), (["set", "theme", "h"], "hig"), (["play", "error", "--device", ""], ""),
      (["history", "--app", ""], ""),
    ])
  func `a shell offers names, motors, themes, keys and files`(words: [String], offers: String) throws {
    try files.add("hit.ahap", [PatternFiles.tap(0)])
    try files.add("completions", text: try control("--generate-completion-script", "bash").output)
    // Calls the completion function as bash does.
    let script = """
      cd \(files.folder) && source ./completions && PATH=\(Program.folder.path):$PATH
      COMP_WORDS=(hapticctl "$@"); COMP_CWORD=$#; COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
      _hapticctl hapticctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; echo "${COMPREPLY[*]}"
      """
    let result = try Program("/bin/bash", ["-c", script, "bash"] + words, socket: nowhere).result()
    #expect(result.output == offers + "\n", "\(result.errors)")
  }

  @Test func `the daemon's devices and the applications of its history and of settings are offered`() throws {
    let daemon = try Daemon(preferences: "[app.\"org.example.Game\"]\nstrength = \"50%\"\n")
    _ = try daemon.controlInTime("play", "selection")
    /// Whether these words are offered. Repeated, because the completion does not wait for a daemon that is late.
    func offers(_ words: [String], _ isRight: ([String]) -> Bool) throws -> Bool {
      try TestWait.until {
        let arguments = ["---completion"] + words
        let environment = ["XDG_CONFIG_HOME": daemon.configuration]
        let result = try Program("hapticctl", arguments, socket: daemon.socket, environment: environment).result()
        #expect(result.errors.isEmpty, "\(result.errors)")
        return isRight(result.output.split(separator: "\n").map(String.init))
      }
    }
    #expect(
      try offers(["play", "--", "--device", "2", "0", "hapticctl", "play", "--device", ""]) { $0 == ["simulated erm"] })
    #expect(
      try offers(["plot", "--", "--motor", "2", "0", "hapticctl", "plot", "--motor", ""]) {
        $0.contains("simulated erm")
      })
    #expect(
      try offers(["history", "--", "--app", "2", "0", "hapticctl", "history", "--app", ""]) {
        $0 == ["hapticctl", "org.example.Game"]
      })
    #expect(
      try offers(["get", "--", "positional@0", "1", "4", "hapticctl", "get", "app."]) {
        $0.contains("app.hapticctl.strength") && $0.contains("app.org.example.Game.strength")
      })
  }

  // MARK: Corpus

  @Test(.enabled(if: !Corpus.all.isEmpty, "there is no corpus: HAPTICD_CORPUS names none"))
  func `every readable pattern file can be drawn`() throws {
    let motors = MotorModel.presets.sorted { $0.key < $1.key }
    for (index, path) in Corpus.some.map(\.path).enumerated() {
      guard let subject = try? Subject.file(path), subject.pattern.duration < Self.longest else { continue }
      let (name, model) = motors[index % motors.count]
      let plot = try PlotGroup(
        [subject], on: [ChosenMotor(preset: name, model)], intensity: 1, from: nil, to: nil)
      #expect(plot.lines(columns: 80).dropFirst(3).allSatisfy { $0.count <= 80 }, "\(path) on \(name)")
      #expect(try #require(plot.single).forecast.results.entries.allSatisfy { $0.intended.peak > 0 })
    }
  }

  /// The maximum length of a pattern; longer ones take long and test nothing more.
  private static let longest = Duration.seconds(10)
}

private struct PlotReport: Decodable {
  struct Motor: Decodable { let riseMicroseconds: Int }
  struct Step: Decodable {
    let atMilliseconds: Double
    let strongMagnitude: Int
  }
  struct Pulse: Decodable { let result: String }
  let motorName: String
  let motor: Motor
  let steps: [Step]
  let pulses: [Pulse]
  let feltStrengthEveryMillisecond, intensityEveryMillisecond: [Double]
}

private struct FindingReport: Decodable {
  let file: String
  let line: Int?
  let severity, message, remedy: String
}
