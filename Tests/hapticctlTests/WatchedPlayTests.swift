import Foundation
import Glibc
import TestSupport
import Testing

/// `play --watch`.
@Suite struct WatchedPlayTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  @Test func `a watched file shows the findings of lint, and an event without an end ends after one pass`() throws {
    let path = try files.add("edited.ahap", text: PlayFileTests.misspelt)
    let daemon = try Daemon("lra")
    let lint = try daemon.control("lint", path).output.split(separator: "\n").filter { $0.contains(": warning: ") }
    #expect(lint.count == 3)
    let watch = try Program("hapticctl", ["play", path, "--watch", "--wait"], socket: daemon.socket)
    #expect(
      watch.output {
        $0.contains("1 event, 1.0 s, and stops there, because it has no end, 3 warnings")
          && $0.contains("edited.ahap reached its end")
      })
    var errors = ""
    for _ in 0..<100 where errors.split(separator: "\n").count < lint.count { errors += watch.errorsSoon() }
    #expect(errors.split(separator: "\n") == lint)
    watch.terminate()
  }

  @Test func `a watched file shows the findings for the motor that plays it, also in JSON`() throws {
    let path = try files.add("edited.ahap", (0..<8).map { PatternFiles.tap($0 * 25) })
    let daemon = try Daemon("erm")
    let watch = try Program("hapticctl", ["play", path, "--watch", "--json"], socket: daemon.socket)
    #expect(watch.output { $0.contains("\"findings\":[{") && $0.contains("on device 1: it comes 25 ms after") })
    watch.terminate()
  }

  @Test func `a watched file leaves no refused request in the history`() throws {
    let path = try files.add("edited.ahap", [PatternFiles.tap(0)])
    let daemon = try Daemon("lra")
    let watch = try Program("hapticctl", ["play", path, "--watch", "--wait"], socket: daemon.socket)
    #expect(watch.output { $0.contains("reached its end") })
    try files.add("edited.ahap", [PatternFiles.tap(0), PatternFiles.tap(100)])
    #expect(watch.output { $0.contains("2 events") && $0.contains("reached its end") })
    let history = try daemon.control("history").output
    #expect(!history.contains("unknownPlayback"), "\(history)")
    watch.terminate()
  }

  @Test func `a watched file is played at once and again when it is saved, in either way`() throws {
    let path = try files.add("edited.ahap", [PatternFiles.tap(0)])
    let daemon = try Daemon("lra")
    let watch = try Program("hapticctl", ["play", path, "--watch"], socket: daemon.socket)
    #expect(watch.output { $0.contains("playing edited.ahap on device 1: AHAP, 1 event") })
    try files.add("edited.ahap", [PatternFiles.tap(0), PatternFiles.tap(100)])
    #expect(watch.output { $0.contains(": AHAP, 2 events") }, "written")
    try files.replace("edited.ahap", [PatternFiles.tap(0), PatternFiles.tap(100), PatternFiles.tap(200)])
    #expect(watch.output { $0.contains(": AHAP, 3 events") }, "replaced")
    try files.add("other.ahap", [PatternFiles.tap(0)])
    #expect(watch.outputSoon().isEmpty, "another file of the folder is none of its business")
    watch.terminate()
  }

  @Test func `a watched file that plays on several devices ends once`() throws {
    let path = try files.add("edited.ahap", [PatternFiles.tap(0)])
    let daemon = try Daemon(models: ["lra", "erm"], preferences: "locality = \"everywhere\"")
    let text = try Program("hapticctl", ["play", path, "--watch", "--wait"], socket: daemon.socket)
    var output = ""
    #expect(
      text.output {
        output = $0
        return $0.contains("reached its end")
      })
    #expect(output.contains("playing edited.ahap on 2 devices: AHAP, 1 event"))
    #expect(output.components(separatedBy: "reached its end").count == 2)
    let json = try Program("hapticctl", ["play", path, "--watch", "--json"], socket: daemon.socket)
    #expect(json.output { $0.contains("\"deviceIDs\":[1,2],\"endReason\":\"ended\",\"event\":\"ended\"") })
    for program in [text, json] { program.terminate() }
  }

  @Test func `a link is watched where it leads to`() throws {
    let path = try files.add("edited.ahap", [PatternFiles.tap(0)])
    let elsewhere = try PatternFiles()
    try FileManager.default.createSymbolicLink(atPath: elsewhere.folder + "/link.ahap", withDestinationPath: path)
    let daemon = try Daemon("lra")
    let watch = try Program(
      "hapticctl", ["play", elsewhere.folder + "/link.ahap", "--watch"], socket: daemon.socket)
    #expect(watch.output { $0.contains(": AHAP, 1 event") })
    try files.add("edited.ahap", [PatternFiles.tap(0), PatternFiles.tap(100)])
    #expect(watch.output { $0.contains(": AHAP, 2 events") })
    watch.terminate()
  }

  @Test func `a link that is replaced is a saved file, and its new target is watched`() throws {
    let one = try files.add("one.ahap", [PatternFiles.tap(0)])
    let elsewhere = try PatternFiles()
    let two = try elsewhere.add("two.ahap", [PatternFiles.tap(0), PatternFiles.tap(100)])
    let link = files.folder + "/link.ahap"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: one)
    let daemon = try Daemon("lra")
    let watch = try Program("hapticctl", ["play", link, "--watch"], socket: daemon.socket)
    #expect(watch.output { $0.contains(": AHAP, 1 event") })
    try FileManager.default.createSymbolicLink(atPath: link + ".new", withDestinationPath: two)
    #expect(rename(link + ".new", link) == 0)
    #expect(watch.output { $0.contains(": AHAP, 2 events") })
    try elsewhere.add("two.ahap", (0..<3).map { PatternFiles.tap($0 * 100) })
    #expect(watch.output { $0.contains(": AHAP, 3 events") })
    watch.terminate()
  }

  @Test func `a link and a folder that are removed and made again are noticed`() throws {
    let one = try files.add("one.ahap", [PatternFiles.tap(0)])
    let folder = files.folder + "/a/b"
    let link = folder + "/link.ahap"
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: link, withDestinationPath: one)
    let daemon = try Daemon("lra")
    let watch = try Program("hapticctl", ["play", link, "--watch", "--json"], socket: daemon.socket)
    #expect(watch.output { $0.contains("\"eventCount\":1") })
    let two = try files.add("two.ahap", (0..<2).map { PatternFiles.tap($0 * 100) })
    try manager.removeItem(atPath: link)
    try manager.createSymbolicLink(atPath: link, withDestinationPath: two)
    #expect(watch.output { $0.contains("\"eventCount\":2") })
    try manager.removeItem(atPath: files.folder + "/a")
    #expect(watch.output { $0.contains("No such file") })
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let three = try files.add("three.ahap", (0..<3).map { PatternFiles.tap($0 * 100) })
    try manager.moveItem(atPath: three, toPath: link)
    #expect(watch.output { $0.contains("\"eventCount\":3") && !$0.contains("failed") })
    watch.terminate()
  }

  @Test func `a watched file is reported once when its mode makes it unreadable, and plays once when readable`() throws
  {
    let path = try files.add("edited.ahap", [PatternFiles.tap(0)])
    let daemon = try Daemon("lra")
    // Root without capabilities is bound by the modes of files.
    let limits = geteuid() == 0 ? ["setpriv", "--bounding-set=-all", "--"] : []
    let watch = try Program(
      "/usr/bin/env",
      limits + [Program.folder.appendingPathComponent("hapticctl").path, "play", path, "--watch", "--json"],
      socket: daemon.socket)
    #expect(watch.output { $0.contains("playing") })
    var output = ""
    func expectReport(_ words: String) {
      #expect(
        watch.output {
          output = $0
          return $0.contains(words)
        }, "\(words): \(output)")
    }
    for mode in [0, 0o400, 0] as [mode_t] {
      #expect(chmod(path, mode) == 0)
      expectReport(mode == 0 ? "\"event\":\"failed\"" : "\"event\":\"playing\"")
    }
    // Neither of them says anything: the file stays unreadable, or readable.
    #expect(chmod(path, 0o200) == 0)
    try files.add("edited.ahap", [PatternFiles.tap(0), PatternFiles.tap(100)])
    #expect(chmod(path, 0o600) == 0)
    expectReport("\"eventCount\":2")
    #expect(!output.contains("failed"))
    #expect(chmod(path, 0o644) == 0)
    try files.add("edited.ahap", (0..<3).map { PatternFiles.tap($0 * 100) })
    expectReport("\"eventCount\":3")
    #expect(!output.contains("\"eventCount\":2") && !output.contains("failed"))
    watch.terminate()
  }

  @Test func `Ctrl-Z ends the watch of a file, as Ctrl-C does, so that no motor stays on`() throws {
    let path = try files.add("edited.json", text: "[60000]")
    let daemon = try Daemon("lra")
    let watch = try Program("hapticctl", ["play", path, "--watch"], socket: daemon.socket)
    #expect(watch.output { $0.contains("playing edited.json") })
    watch.interrupt(by: SIGTSTP)
    #expect(TestWait.until { !watch.isRunning })
    watch.terminate()
    #expect(watch.result().status == SIGINT)
    #expect(try daemon.control("status").output.contains("playing: nothing"))
  }

  @Test func `a watched file with a mistake is reported with its place, and plays when corrected`() throws {
    let path = try files.add("edited.ahap", [PatternFiles.tap(0)])
    let daemon = try Daemon("lra")
    let watch = try Program("hapticctl", ["play", path, "--watch", "--json"], socket: daemon.socket)
    #expect(watch.output { $0.contains("\"event\":\"playing\"") })
    try files.add("edited.ahap", text: "{ \"Pattern\": [\n  { \"Event\": }\n] }")
    #expect(watch.output { $0.contains("\"event\":\"failed\"") && $0.contains("edited.ahap:2:14: error: ") })
    try files.add("edited.ahap", [PatternFiles.tap(0), PatternFiles.tap(100)])
    #expect(watch.output { $0.contains("\"eventCount\":2") })
    watch.terminate()
  }
}
