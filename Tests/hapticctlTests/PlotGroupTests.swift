import Foundation
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// `plot` with several patterns and motors, and `plot --watch`.
@Suite struct PlotGroupTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  @Test func `several motors are drawn over one time axis`() throws {
    let path = try files.add("storm.ahap", (0..<6).map { PatternFiles.tap($0 * 25) })
    let result = try control("plot", path, "--motor", "erm,lra,pad", "--columns", "70")
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    for title in ["intensity ", "sharpness", "felt erm ", "felt lra ", "felt pad "] {
      #expect(lines.count { $0.hasPrefix(title) } == 1, "\(title)")
    }
    #expect(lines.count { $0.contains(/^ +0 +\d.* ms$/) } == 1, "one axis")
    #expect(lines.count { $0.hasPrefix("on ") } == 3)
    #expect(lines.contains { $0.hasPrefix("erm: ") && $0.contains(" pulses ") } && lines.contains { $0.contains("∪") })
    #expect(lines.allSatisfy { $0.count <= 70 || !$0.hasPrefix("felt") })
  }

  @Test func `several patterns are numbered, and a short one has the axis of the longest`() throws {
    let short = try files.add("short.ahap", [PatternFiles.tap(0)])
    let long = try files.add("long.ahap", [PatternFiles.buzz(0, for: 2000)])
    let result = try control("plot", short, long, "--motor", "lra")
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "1 short.ahap  (AHAP)" && lines[1] == "2 long.ahap  (AHAP)")
    #expect(lines.contains { $0.hasPrefix("1 felt ") } && lines.contains { $0.hasPrefix("2 felt ") })
    #expect(lines.contains { $0.hasPrefix("1 short.ahap: its one pulse") })
    let json = try control("plot", short, long, "--motor", "lra", "--json").output
    let list = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    #expect(list?.map { $0["file"] as? String } == [short, long])
    #expect(Set(list?.compactMap { $0["toMilliseconds"] as? Double } ?? []).count == 1)
  }

  @Test(arguments: [["unlike"], ["success", "tap", "--intensity", "0"]])
  func `a plot of silence is one sentence`(arguments: [String]) throws {
    let result = try Program("hapticctl", ["plot", "--motor", "lra"] + arguments, socket: nowhere).result()
    #expect(result.status == 0 && result.output.hasSuffix("commands)\n\nnothing is played\n"), "\(result)")
  }

  @Test func `several plots are one image, which replaces none of its inputs`() throws {
    let path = try files.add("a.ahap", [PatternFiles.tap(0)])
    let image = files.folder + "/a.svg"
    #expect(try control("plot", path, "success", "--motor", "erm,lra", "--svg", image).status == 0)
    let text = try String(contentsOfFile: image, encoding: .utf8)
    #expect(text.components(separatedBy: ">1 felt<").count == 3 && text.components(separatedBy: ">2 felt<").count == 3)
    #expect(text.hasSuffix("</svg>\n"))
    let result = try control("plot", path, "success", "--svg", path, "--force")
    #expect(result.status == 2 && result.errors.contains("is the input file"))
  }

  @Test(arguments: [
    (["success", "--motor", "erm,"], "there is no motor ''"), (["success", "--motor", "erm,lrb"], "no motor 'lrb'"),
    (["success", "error", "--watch"], "--watch expects one file"), (["-", "--watch"], "--watch expects one file"),
    (["[100]", "--watch"], "--watch expects one file"), (["success", "--watch"], "there is no file success"),
    (["success", "--from", "5"], "--from 5.0 s is after the end of the vibration, at "),
    (["success", "tap", "--from", "1e6"], " is after the end of the vibration, at "),
    (["success", "--from", "5", "--to", "6"], "--from 5.0 s is after the end of the vibration, at "),
    (["success", "--to", "601"], "--to 601.0 s is after the limit of a picture, 600.0 s; choose an earlier"),
    ([String](repeating: "success", count: 17), "17 patterns on 1 motor are too many for one picture"),
  ]) func `motors and files that cannot be drawn are refused`(arguments: [String], message: String) throws {
    let result = try Program("hapticctl", ["plot"] + arguments, socket: nowhere).result()
    #expect(result.status == 2 && result.output == "" && result.errors.contains(message), "\(result.errors)")
  }

  @Test(arguments: ["lint", "explain"]) func `only plot takes several motors`(command: String) throws {
    let result = try control(command, "success", "--motor", "erm,pad")
    #expect(result.status == 2 && result.errors.contains("there is no motor 'erm,pad'"), "\(result.errors)")
    #expect(result.errors.hasSuffix("; only plot takes several motors\n"), "\(result.errors)")
    let other = try Daemon("lra").control(command, "success", "--motor", "erm,pad")
    #expect(other.errors.hasSuffix("; only plot takes several motors\n"), "\(other.errors)")
  }

  @Test func `a start after the limit of a picture is refused with the limit, also within a longer vibration`() throws {
    let path = try files.add("long.ahap", [PatternFiles.tap(0), PatternFiles.tap(900_000)])
    let result = try Program("hapticctl", ["plot", path, "--from", "601"], socket: nowhere).result()
    #expect(result.status == 2 && result.output == "")
    #expect(
      result.errors.contains(
        "--from 601.0 s is not before the limit of a picture, 600.0 s; choose an earlier start"), "\(result.errors)")
  }

  @Test func `a watched file is drawn again when it is saved, with the findings for the motor`() throws {
    let path = try files.add("a.ahap", [PatternFiles.tap(0)])
    let program = try Program(
      "hapticctl", ["plot", path, "--watch", "--motor", "erm", "--json"], socket: nowhere)
    #expect(program.output { $0.contains("\"event\":\"drawn\"") })
    try files.add("a.ahap", text: "{ \"Pattern\": 7 }")
    #expect(program.output { $0.contains("\"event\":\"failed\"") && $0.contains("a.ahap:1:") })
    try files.replace("a.ahap", (0..<6).map { PatternFiles.tap($0 * 25) })
    #expect(program.output { $0.contains("\"event\":\"drawn\"") && $0.contains("on erm") })
    program.terminate()
  }

  @Test func `the text of a watched file has its findings on standard error`() throws {
    let path = try files.add("a.ahap", (0..<6).map { PatternFiles.tap($0 * 25) })
    let program = try Program("hapticctl", ["plot", path, "--watch", "--motor", "erm,lra"], socket: nowhere)
    #expect(program.output { $0.contains("lra: ") })
    var errors = ""
    #expect(
      TestWait.until {
        errors += program.errorsSoon()
        return errors.contains("a.ahap:4:11: warning: ")
      })
    program.terminate()
  }
}
