import Foundation
import HapticFiles
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// `show` and `convert`.
@Suite struct ShowCommandTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  private func read(_ path: String) throws -> PatternFile { try PatternFile.read(path: path) }

  @Test func `a feedback is printed as AHAP that plays the same`() throws {
    let result = try control("show", "success")
    #expect(result.status == 0 && result.errors == "")
    let path = try files.add("knock.ahap", text: result.output)
    #expect(try read(path).pattern == (try Subject.named("success").pattern))
    #expect(try control("lint", "--strict", path).status == 0)
  }

  @Test(arguments: ["haptic", "android", "web"])
  func `a pattern is printed in another format, and the losses are on standard error`(format: String) throws {
    let path = try files.add("a.ahap", [PatternFiles.buzz(0, for: 200), PatternFiles.tap(400)])
    let result = try control("show", path, "--as", format)
    #expect(result.status == 0)
    let name = ExportFormat(rawValue: format)?.format.name ?? ""
    #expect(try PatternFile.read(Array(result.output.utf8), name: "").format == ExportFormat(rawValue: format)?.format)
    #expect(
      result.errors
        == (format == "web"
          ? "hapticctl: a.ahap: not in \(name): strengths below 100%: every vibration has full strength\n" : ""))
  }

  @Test func `a silent feedback, an unknown format and a file that is not felt are refused`() throws {
    #expect(
      try control("show", "unlike")
        == (
          1, "",
          "hapticctl: unlike is silent on purpose and has no pattern; 'hapticctl explain unlike' names its theme\n"
        ))
    #expect(
      try control("show", "tap", "--as", "wav").errors.contains(
        "'wav' is not a format that can be written; expected one of ahap, haptic, android, web"))
    let path = try files.add("none.ahap", [PatternFiles.tap(0, 0)])
    let result = try control("show", path, "--as", "android")
    #expect(result.status == 1 && result.errors.contains("none.ahap: Android vibration XML would have nothing to feel"))
  }

  @Test func `metadata is kept, and its control characters are escaped`() throws {
    let path = try files.add(
      "a.ahap",
      text: #"{ "Version": 1, "Metadata": { "Project": "\u001b[31m\u009b" }, "Pattern": [\#(PatternFiles.tap(0))] }"#)
    let result = try control("show", path)
    #expect(result.output.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f || $0 == 0x0a })
    #expect(try PatternFile.read(Array(result.output.utf8), name: "").metadata == ["Project": "\u{1b}[31m\u{9b}"])
  }

  @Test func `metadata that is no text stays the same in AHAP`() throws {
    let path = try files.add(
      "a.ahap",
      text: #"{ "Version": 1, "Metadata": { "More": { "a": [1, null] } }, "Pattern": [\#(PatternFiles.tap(0))] }"#)
    #expect(try control("show", path).output.contains(#""More": {"a": [1.0, null]}"#))
  }

  @Test func `files are converted beside their originals, and stay the same pattern`() throws {
    let paths = try ["a", "b"].map { try files.add("\($0).json", text: "[100,50,20]") }
    let result = try control("convert", paths[0], paths[1])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "wrote \(files.folder)/a.ahap\nwrote \(files.folder)/b.ahap\n")
    for path in paths {
      #expect(try read(path.replacingOccurrences(of: ".json", with: ".ahap")).pattern == (try read(path).pattern))
    }
  }

  @Test func `lint has no warning about a converted clip with many points`() throws {
    let points = (0...40).map { #"{"time": \#(Double($0) / 10), "amplitude": \#(0.4 + 0.3 * Double($0 % 2))}"# }
    let path = try files.add(
      "a.haptic",
      text: """
        {"version": {"major": 1}, "signals": {"continuous": {"envelopes": {
        "amplitude": [\(points.joined(separator: ", "))], "frequency": []}}}}
        """)
    #expect(try control("convert", path).status == 0)
    let result = try control("lint", "--strict", files.folder + "/a.ahap")
    #expect(result.status == 0, "\(result)")
  }

  @Test func `a pattern that exists is replaced only with --force, and the original never`() throws {
    let path = try files.add("a.json", text: "[100]")
    let former = try files.add("a.ahap", [PatternFiles.tap(0), PatternFiles.tap(100)])
    let refused = try control("convert", path)
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "hapticctl: \(files.folder)/a.ahap exists; choose another folder with -o, or replace it with --force\n")
    #expect(try read(former).pattern.events.count == 2)
    #expect(try control("convert", path, "--force").status == 0)
    #expect(try read(files.folder + "/a.ahap").pattern.events.count == 1)
    let own = try control("convert", files.folder + "/a.ahap", "--force")
    #expect(own.status == 2 && own.errors.contains("is the input file; choose another folder with -o"))
  }

  @Test func `a file that is not a pattern is never replaced, also through a link`() throws {
    let path = try files.add("a.json", text: "[100]")
    let other = try files.add("notes", text: "mine")
    let link = files.folder + "/a.ahap"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
    for force in [[], ["--force"]] {
      let result = try Program("hapticctl", ["convert", path] + force, socket: nowhere).result()
      let words = "\(link) exists and is not a pattern; choose another folder with -o, or remove the file"
      #expect(result == (2, "", "hapticctl: \(words)\n"))
      #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    }
    try files.add("notes", text: "")
    #expect(try control("convert", path).status == 0, "an empty file is replaced")
  }

  @Test func `a pipe of the shell has no file name`() throws {
    let program = Program.folder.appendingPathComponent("hapticctl").path
    let script = #"cd "$0" && exec "$1" convert <(echo '[100]')"#
    let result = try Program("/bin/bash", ["-c", script, files.folder, program], socket: nowhere).result()
    #expect(result.status == 2 && result.errors.contains("has no file name; print it with hapticctl show"), "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.folder).isEmpty)
  }

  @Test func `a file that cannot be converted does not stop the others`() throws {
    let good = try files.add("good.json", text: "[100]")
    let bad = try files.add("bad.json", text: "[100,")
    let result = try control("convert", bad, files.folder + "/none.ahap", good)
    #expect(result.status == 2)
    #expect(result.output == "wrote \(files.folder)/good.ahap\n")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("bad.json:1:") && lines[1].contains("none.ahap"))
  }

  @Test func `two files of one name are not written to one path`() throws {
    let first = try files.add("a.json", text: "[100]")
    let second = try files.add("a.xml", text: "[200]")
    let result = try control("convert", first, second)
    #expect(result.status == 2)
    #expect(result.errors.contains("would replace the file of \(first)"))
    #expect(try read(files.folder + "/a.ahap").pattern.duration == .milliseconds(100))
  }

  @Test func `a part of a file has its own name, which cannot lead out of the folder`() throws {
    let part = #"{ "event-name": "NAME", "type": "VibraRumble", "duration": 100 }"#
    for (name, status) in [("bell", Int32(0)), ("../up", 2), (".hidden", 2)] {
      let text = #"{ "name": "t", "profiles": [ { "name": "quiet", "feedbacks": [ \#(part) ] } ] }"#
      let path = try files.add("theme.json", text: text.replacingOccurrences(of: "NAME", with: name))
      let result = try control("convert", "\(path)#\(name)")
      #expect(result.status == status, "\(name): \(result.errors)")
    }
    #expect(FileManager.default.fileExists(atPath: files.folder + "/bell.ahap"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.folder).sorted() == ["bell.ahap", "theme.json"])
  }

  @Test func `a pipe and a folder are refused, and a list and standard input have no file name`() throws {
    let pipe = files.folder + "/pipe.ahap"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try control("convert", pipe).errors.contains("not a regular file"))
    #expect(try control("show", files.folder + "/").status == 2)
    #expect(try control("convert", "[100]").errors.contains("has no file name; print it with hapticctl show"))
    #expect(try control("convert", "success", "-o", files.folder + "/none").errors.contains("is not a folder"))
    let target = try files.add("b.json", text: "[100]")
    #expect(mkfifo(files.folder + "/b.ahap", 0o600) == 0)
    #expect(try control("convert", target, "--force").errors.contains("b.ahap is not a regular file"))
  }
}
