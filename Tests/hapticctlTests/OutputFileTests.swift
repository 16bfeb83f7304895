import Foundation
import Glibc
import TestSupport
import Testing

@testable import HapticControl

/// The files that commands write: recordings, reports and images.
@Suite struct OutputFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test(arguments: [
    (OutputContent.recording, "{\n  \"recording\": 1"), (.report, "hapticctl report 1\n"), (.image, "<svg>"),
    (.recording, ""),
  ]) func `a file of the same kind is replaced`(content: OutputContent, former: String) throws {
    try folder.write(former, to: "file")
    try OutputFile(folder.path(of: "file"), content, isForced: false).write("new")
    #expect(try String(contentsOfFile: folder.path(of: "file"), encoding: .utf8) == "new")
  }

  @Test func `another file is kept, unless it is forced`() throws {
    let path = folder.path(of: "letter")
    try folder.write("Dear ...", to: "letter")
    #expect(
      throws: Failure.usage(
        "\(path) exists and is not a recording; choose another name, or replace it with --force")
    ) { try OutputFile(path, .recording, isForced: false).write("new") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "Dear ...")
    try OutputFile(path, .recording, isForced: true).write("new")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
  }

  @Test func `nothing changes before the contents are written`() throws {
    try folder.write("former <svg>", to: "file")
    _ = try OutputFile(folder.path(of: "file"), .image, isForced: true)
    _ = try OutputFile(folder.path(of: "new"), .image, isForced: false)
    #expect(try String(contentsOfFile: folder.path(of: "file"), encoding: .utf8) == "former <svg>")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
  }

  @Test func `the target of a link is replaced, and the link stays`() throws {
    let (link, target) = (folder.path(of: "link"), try folder.write("{\"recording\": 1}", to: "target"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
    try OutputFile(link, .recording, isForced: false).write("new")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
  }

  @Test(arguments: ["", "none/file", "file/below", "link"]) func `a file that cannot be created is refused`(
    name: String
  ) throws {
    try folder.write("", to: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.path(of: "link"), withDestinationPath: "nothing")
    let path = name.isEmpty ? "" : folder.path(of: name)
    let failure = try #require(throws: Failure.self) { try OutputFile(path, .recording, isForced: true) }
    #expect(failure.code == .usage && failure.message.hasSuffix("its folder must exist and be writable"), "\(failure)")
  }

  @Test func `a file that cannot be written after the check is a file that cannot be written`() throws {
    try folder.makeFolder("gone")
    let file = try OutputFile(folder.path(of: "gone/file"), .recording, isForced: false)
    try folder.remove("gone")
    let failure = try #require(throws: Failure.self) { try file.write("new") }
    #expect(failure.code == .usage && failure.message.hasSuffix("; check the permissions of its folder"), "\(failure)")
  }

  @Test func `a pipe, a device and a folder are refused and not opened`() throws {
    let pipe = folder.path(of: "pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/full", folder.path] {
      #expect(throws: Failure.usage("\(path) is not a regular file; for standard output use -")) {
        try OutputFile(path, .recording, isForced: true).write("new")
      }
    }
  }
}
