import FakeDaemon
import Foundation
import HapticProtocol
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// The JSON output: one document for each command, also for errors, with keys that are in the manual.
@Suite struct JSONTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  // MARK: Documents

  @Test func `each command prints one document, and together they print the keys of the manual`() throws {
    let daemon = try Daemon("pad", preferences: "[app.\"org.example.Game\"]\nstrength = \"50%\"\n")
    var keys = try Self.keysOfSamples()
    for arguments in try commands() {
      let result = try control(arguments, daemon)
      for warning in result.errors.split(separator: "\n") {
        #expect(Document(String(warning))?.keys == ["warning", "message"], "\(arguments): \(warning)")
      }
      let document = try #require(Document(result.output), "\(arguments) prints \(result.output)")
      keys.formUnion(document.keys)
    }
    keys.formUnion(try keysOfKeptSettings())
    keys.formUnion(try Self.keysOfErrors())
    let documented = try Self.documentedKeys()
    #expect(documented.subtracting(keys).sorted() == [])
    #expect(keys.subtracting(documented).sorted() == [])
  }

  /// The keys of `get` while the daemon keeps the former settings of an invalid file.
  private func keysOfKeptSettings() throws -> Set<String> {
    let daemon = try Daemon("pad", preferences: "[touch]\nstrength = \"60%\"\n")
    try Data("[touch\n".utf8).write(to: URL(filePath: daemon.configuration + "/hapticd/hapticd.toml"))
    var result = try control(["get", "--json"], daemon)
    _ = try TestWait.until {
      if !result.errors.contains("keeps the former") { result = try control(["get", "--json"], daemon) }
      return result.errors.contains("keeps the former")
    }
    return Document(result.output)?.keys ?? []
  }

  /// All commands that end by themselves.
  private func commands() throws -> [[String]] {
    let path = try files.add("two.ahap", ["{\"Evnt\": 1}", PatternFiles.tap(0), PatternFiles.tap(40)])
    let image = files.folder + "/two.svg"
    let sound = files.folder + "/clicks.wav"
    try Data(WAVFile.bytes([[Float](repeating: 0.5, count: 8000)], rate: 8000)).write(to: URL(filePath: sound))
    return [
      ["play", "selection"], ["play", "selection", "--repeat", "2"], ["play", "unlike"], ["stop", "--all"],
      ["plot", path, "--motor", "lra", "--svg", image], ["plot", "success"], ["explain", "like"], ["explain", path],
      ["lint", path], ["feedbacks"], ["vibrate", "20ms"], ["show", "success", "--as", "android"],
      ["from-audio", sound],
      ["convert", path, "--as", "web", "--force"], ["theme", "new", "mine"], ["theme", "list"],
      ["theme", "show", "mine"], ["theme", "check", "mine"], ["theme", "path", "mine"],
      ["theme", "diff", "hig", "mine"],
      ["theme", "use", "default"], ["devices"], ["doctor"], ["status"], ["history"], ["why"], ["stats"],
      ["latency", "--count", "2", "--budget", "10s"], ["demo"], ["get"], ["set", "touch.strength", "50%"],
      ["reset", "touch.strength"], ["reset", "--all", "--force"],
    ].map { $0 + ["--json"] }
  }

  /// Runs hapticctl with the daemon's settings. Repeats a play that missed its deadline, as on a busy machine.
  private func control(_ arguments: [String], _ daemon: Daemon) throws -> (output: String, errors: String) {
    var result = (status: Int32(0), output: "", errors: "")
    for _ in 0..<20 {
      let environment = ["XDG_CONFIG_HOME": daemon.configuration]
      result = try Program("hapticctl", arguments, socket: daemon.socket, environment: environment).result()
      if !result.errors.contains(#/missed (its|the) deadline/#) { break }
    }
    return (result.output, result.errors)
  }

  // MARK: Errors

  @Test(
    arguments: [
      (["play", "impct.light"], 2, "unknown feedback 'impct.light'; did you mean impact.light?", "unknownFeedback"),
      (["play", "selection", "--device", "77"], 2, "there is no device 77; there are 1 (simulated erm)", nil),
      (["play", "selection", "--intensty", "1"], 2, "Unknown option '--intensty'", nil),
      (["paly", "selection"], 2, "there is no command 'paly'", nil),
      (["stop"], 2, "a feedback of 'hapticctl play' stops when", nil),
    ] as [([String], Int32, String, String?)])
  func `an error is one document on standard error`(
    arguments: [String], status: Int32, message: String, verdict: String?
  ) throws {
    let daemon = try Daemon()
    let result = try Program("hapticctl", arguments + ["--json"], socket: daemon.socket).result()
    #expect(result.status == status)
    #expect(result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1)
    let error = try JSONDecoder().decode(Failed.self, from: Data(result.errors.utf8)).error
    #expect(error.message.hasPrefix(message), "\(error.message)")
    #expect(error.exitStatus == status)
    #expect(error.verdict == verdict)
  }

  @Test func `a refusal names its verdict`() throws {
    let daemon = try Daemon(preferences: "enabled = false")
    let result = try daemon.control("play", "selection", "--json")
    #expect(result.status == 1)
    #expect(try JSONDecoder().decode(Failed.self, from: Data(result.errors.utf8)).error.verdict == "switchedOff")
  }

  @Test func `without a daemon each command ends in a document`() throws {
    for command in ["play selection", "devices", "status", "monitor", "latency", "history", "play selection --watch"] {
      let arguments = command.split(separator: " ").map(String.init) + ["--json"]
      let result = try Program("hapticctl", arguments, socket: "/nonexistent/hapticd.sock").result()
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(Document(result.errors)?.keys.isSuperset(of: ["error", "message", "exitStatus"]) == true, "\(command)")
    }
  }

  @Test func `each warning is a document on standard error, and the answer stays one document`() throws {
    let path = try files.add("odd.ahap", ["{\"Evnt\": 1}", PatternFiles.tap(0)])
    let result = try Daemon("lra").controlInTime("play", path, "--json")
    #expect(result.status == 0)
    #expect(Document(result.output) != nil)
    let warnings = result.errors.split(separator: "\n")
    #expect(!warnings.isEmpty)
    for warning in warnings { #expect(Document(String(warning))?.keys == ["warning", "message"], "\(warning)") }
  }

  @Test func `a result outside its budget is printed before its error`() throws {
    let result = try Daemon().control("latency", "--count", "2", "--budget", "0.001us", "--json")
    #expect(result.status == 1)
    #expect(Document(result.output)?.keys.contains("withinBudget") == true)
    #expect(Document(result.errors)?.keys.contains("error") == true)
  }

  // MARK: Keys

  /// The keys of section KEYS of the manual page.
  static func documentedKeys() throws -> Set<String> {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: repository.appendingPathComponent("man/hapticctl-json.7"), encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "\n.Sh KEYS\n").last?.components(separatedBy: "\n.Sh ").first)
    let items = section.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") }
    return Set(items.flatMap { $0.dropFirst(7).split(separator: " ").filter { $0 != "," }.map(String.init) })
  }

  /// Keys of samples that are hard to produce here: waves, failed devices, and events of a monitor.
  private static func keysOfSamples() throws -> Set<String> {
    var failed = DeviceRecord.motor
    failed.errorNumber = 5
    failed.reason = "gone"
    let level = LevelChange(
      device: DeviceID(rawValue: 1)!, strong: 2, weak: 3, plannedNanoseconds: 4, writtenNanoseconds: 5,
      leaseMilliseconds: 64, periodMilliseconds: 6)
    let observed = Observed(
      opcode: .play, verdict: .played, category: .touch, device: DeviceID(rawValue: 1), processID: 1, intensity: 5,
      causeNanoseconds: 1, receivedNanoseconds: 2, writtenNanoseconds: 3, lost: 4, feedback: "a",
      applicationName: "b", identity: .flatpak, felt: 4, importance: .denied)
    var sound = observed
    sound.medium = .sound
    let studio = JSONObject.studio(at: "http://127.0.0.1:1/")
    let status = Status(uptimeNanoseconds: 1, processID: 7, clients: 1, theme: "default", complaint: "broken")
    var expired = observed
    (expired.verdict, expired.lateMicroseconds) = (.expired, 7)
    let clock = WallClock()
    var keys = try Document(encoding: [JSONObject.device(failed)]).keys
    let quiet = QuietHoursInForce(end: "07:00", categories: ["alarm"])
    keys.formUnion(try Document(encoding: [JSONObject.status(status, quiet)]).keys)
    let events: [ClientEvent] = [
      .level(level), .observed(observed), .observed(expired), .observed(sound), .lost(count: 3),
      .connected(daemonVersion: "1"),
      .status(status),
      .device(DeviceChange(.added, failed)),
    ]
    for event in events { keys.formUnion(try Document(encoding: [try #require(JSONObject.event(event, clock))]).keys) }
    var summary = RequestSummary(request: .refused, clock: clock)
    summary.further = [.refused]
    keys.formUnion(try Document(encoding: [JSONObject.why(summary)]).keys)
    let started = Started(
      playback: PlaybackID(rawValue: 1)!, cause: .now, reply: VerdictReply(.played, receivedNanoseconds: 1))
    let playing = JSONObject.playing(
      Subject(file: "a", "a", origin: "", pattern: [Event(.transient, intensity: 1, sharpness: 1)]), started, file: "a")
    keys.formUnion(try Document(encoding: [playing]).keys)
    let ends = [1, 2].map { device in
      Finished(
        playback: started.playback, reason: .ended, firstWrittenNanoseconds: 1, endedNanoseconds: 2,
        device: DeviceID(rawValue: device))
    }
    let play = PlayResult(subject: PreparedSubject(feedback: "a"), started: started, ends: ends)
    keys.formUnion(try Document(encoding: [play]).keys)
    keys.formUnion(try Document(encoding: [studio]).keys)
    let waves = JSONObject.plot(
      try PatternPlot(
        Subject(
          file: "a", "a", origin: "", pattern: [Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 1)]),
        on: ChosenMotor(DeviceRecord.waves), intensity: 1))
    keys.formUnion(try Document(encoding: [waves]).keys)
    keys.formUnion(try Document(encoding: JSONObject.plotted("a", [waves], [])).keys)
    keys.formUnion(try Document(encoding: [JSONObject.playing(.sample, clock)]).keys)
    keys.formUnion(try Document(encoding: [JSONObject.edited("a", true)]).keys)
    keys.formUnion(try Document(encoding: try JSONObject.calibration(.sample, hardware: ["a"])).keys)
    var latency = LatencyReport(feedback: "a", budget: nil)
    latency.shakes = Shakes(interval: .milliseconds(4), latencies: [.milliseconds(9)], unfelt: 1)
    keys.formUnion(try Document(encoding: JSONObject.latency(latency)).keys)
    return keys
  }

  @Test func `a device in JSON has the ceiling of its record, also if that is 0`() throws {
    let record = DeviceRecord(
      id: nil, state: .ready, driver: .own, motor: DeviceRecord.MotorProperties(motors: 1, ceiling: 0), name: "a",
      path: "")
    #expect(try encodeJSON(JSONObject.device(record), onOneLine: true).contains(#""ceilingMagnitude":0,"#))
  }

  private static func keysOfErrors() throws -> Set<String> {
    try Document(encoding: [
      JSONObject.error(.refused("").because(of: .limit)), JSONObject.warning(""),
    ]).keys
  }
}

/// A JSON document with all its keys, at any level. The keys below `stages` and `verdicts` are names and not
/// included.
private struct Document {
  private let root: Any

  init?(_ text: String) {
    guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return nil }
    self.root = root
  }

  init(encoding value: some Encodable) throws {
    root = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(value))
  }

  var keys: Set<String> { Self.keys(of: root) }

  private static func keys(of value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(keys(of: $1)) } }
    guard let object = value as? [String: Any] else { return [] }
    var found = Set(object.keys)
    for (key, value) in object {
      let isMap = ["stages", "verdicts"].contains(key)
      found.formUnion(isMap ? keys(of: Array((value as? [String: Any] ?? [:]).values)) : keys(of: value))
    }
    return found
  }
}

private struct Failed: Decodable {
  struct Details: Decodable {
    let exitStatus: Int32
    let message: String
    let verdict: String?
  }
  let error: Details
}

extension DeviceRecord {
  fileprivate static let waves = DeviceRecord(
    id: DeviceID(rawValue: 1), state: .ready, driver: .own, effect: .rumble, kind: .vibrator,
    motor: MotorProperties(
      motors: 1, riseMicroseconds: 10_000, fallMicroseconds: 10_000, minimumIntervalMicroseconds: 1000,
      shortestPulseMicroseconds: 5000, ceiling: 0xffff, playsWaves: true), name: "waves", path: "")
}

extension Observed {
  fileprivate static let refused = Observed(
    opcode: .play, verdict: .switchedOff, processID: 1, receivedNanoseconds: 2, feedback: "a", applicationName: "b")
}
