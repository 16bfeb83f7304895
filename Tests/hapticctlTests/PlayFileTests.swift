import Foundation
import Testing

/// Pattern files, as they are played from a shell. They may come two seconds late, so that none is lost here to a machine
/// that is busy.
@Suite struct PlayFileTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  @Test func `a file is played to its end`() throws {
    let path = try files.add("two.ahap", [PatternFiles.tap(0), PatternFiles.tap(200)])
    let result = try Daemon("lra").controlInTime("play", path, "--wait")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("\(path): played on device 1, at the motor "))
    let ended = try #require(result.output.firstMatch(of: /ended after (\d+) ms/).flatMap { Int($0.1) })
    #expect(ended >= 200, "the second tap is at 200 ms")
  }

  @Test(arguments: [["--rate", "10"], ["--from", "4.7"], ["--from", "4700ms"]])
  func `faster, or from a later place, it ends sooner`(options: [String]) throws {
    let file = try files.add("long.ahap", [PatternFiles.buzz(0, for: 5000)])
    let daemon = try Daemon("lra")
    let result = try Program("hapticctl", ["play", file, "--wait", "--json"] + options, socket: daemon.socket).result()
    #expect(result.status == 0, "\(result.errors)")
    let played = try JSONDecoder().decode(Played.self, from: Data(result.output.utf8))
    let length = (played.endedNanoseconds - (played.writtenNanoseconds ?? 0)) / 1_000_000
    #expect((100..<5000).contains(length), "\(length) ms")
    #expect(played.startNanoseconds != nil, "it was told before its start")
  }

  @Test func `a loop goes on until it is interrupted, and the motor stops with it`() throws {
    let path = try files.add("short.ahap", [PatternFiles.tap(0), PatternFiles.tap(80)])
    let daemon = try Daemon("lra")
    let loop = try Program("hapticctl", ["play", path, "--loop"], socket: daemon.socket)
    let monitor = try Program("hapticctl", ["monitor", "--levels", "--json"], socket: daemon.socket)
    #expect(monitor.output { $0.components(separatedBy: "\"strong\":0,").count > 4 }, "it begins again and again")
    loop.terminate()
    #expect(try daemon.control("stop", "--all").output == "stopped 0 playbacks; every device is silent\n")
    monitor.terminate()
  }

  @Test func `what means nothing is said to and has no end to wait for`() throws {
    let result = try Daemon().controlInTime("play", "unlike")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "unlike: silent, as it is meant: absence is feedback\n")
  }

  @Test func `a broken file ends with 2 and its place`() throws {
    let path = try files.add("broken.ahap", text: "{ \"Pattern\": [\n  { \"Event\": }\n] }")
    let result = try Program("hapticctl", ["play", path], socket: "/nonexistent/hapticd.sock").result()
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("hapticctl: \(path):2:14: error: "), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a file that is not there is a file that is not there`() throws {
    for path in ["./none.ahap", "none.ahap", "/none"] {
      let result = try Program("hapticctl", ["play", path], socket: "/nonexistent/hapticd.sock").result()
      #expect(result.status == 2)
      #expect(result.errors.hasPrefix("hapticctl: \(path): error: cannot be read"), "\(result.errors)")
    }
  }

  // MARK: Watching

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

  @Test func `a broken save is told with its place and the next good one plays`() throws {
    let path = try files.add("edited.ahap", [PatternFiles.tap(0)])
    let daemon = try Daemon("lra")
    let watch = try Program("hapticctl", ["play", path, "--watch", "--json"], socket: daemon.socket)
    #expect(watch.output { $0.contains("\"event\":\"playing\"") })
    try files.add("edited.ahap", text: "{ \"Pattern\": [\n  { \"Event\": }\n] }")
    #expect(watch.output { $0.contains("\"event\":\"failed\"") && $0.contains("edited.ahap:2:14: error: ") })
    try files.add("edited.ahap", [PatternFiles.tap(0), PatternFiles.tap(100)])
    #expect(watch.output { $0.contains("\"events\":2") })
    watch.terminate()
  }
}

private struct Played: Decodable {
  let startNanoseconds, writtenNanoseconds: Int64?
  let endedNanoseconds: Int64
}
