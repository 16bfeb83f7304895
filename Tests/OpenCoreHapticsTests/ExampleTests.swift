import Foundation
import Haptics
import SimulatedDaemon
import TestSupport
import Testing

/// The programs in `Examples`, which applications are to copy.
@Suite struct ExampleTests {
  @Test func `the counter plays its steps and its limits`() throws {
    let daemon = try SimulatedDaemon()
    let steps = ["-"] + Array(repeating: "+", count: 11)
    let (status, output) = try run("counter", [], input: steps.joined(separator: "\n") + "\n", on: daemon)
    #expect(status == 0 && output.hasPrefix("0\n1\n2\n") && output.hasSuffix("9\n10\n10\n"))
    let names = daemon.plays.map { "\($0.feedback)" }
    #expect(names == ["impact.rigid"] + Array(repeating: "selection", count: 9) + ["success", "impact.rigid"])
  }

  @Test func `the metronome plays each beat`() throws {
    let daemon = try SimulatedDaemon()
    let (status, output) = try run("metronome", ["600", "5"], input: "", on: daemon)
    #expect(status == 0 && output == "1\n2\n3\n4\n1\n")
    #expect(daemon.plays.count == 5)
  }

  @Test func `each click of the metronome is timed at its beat`() throws {
    let folder = try TestFolder()
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "FakeSound/pulse.c").path
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/env"),
      arguments: ["cc", "-shared", "-fPIC", "-o", folder.path(of: "libpulse-simple.so.0"), source])
    compiler.waitUntilExit()
    // On a busy machine, a beat may start late, and its levels are then planned again, or it is skipped.
    var beats: [(click: Double, pulse: Double)] = []
    let isOnceOnTime = try (1...3).contains { attempt in
      beats = try clicksAndPulses(of: "clicks\(attempt)", in: folder)
      return isOnTime(beats)
    }
    if !isOnceOnTime { try cancelTest("this machine is too slow for the beats of the metronome: \(beats)") }
  }

  /// The times of the clicks of four beats, 0.6 s apart, and of the pulses with them, in seconds; empty if a click or a
  /// pulse is missing.
  private func clicksAndPulses(of name: String, in folder: TestFolder) throws -> [(click: Double, pulse: Double)] {
    let daemon = try SimulatedDaemon()
    daemon.watchLevels()
    let (status, _) = try run(
      "metronome", ["100", "4"], input: "", on: daemon,
      environment: ["LD_LIBRARY_PATH": folder.path(of: ""), "FAKE_SOUND": folder.path(of: name)])
    #expect(status == 0)
    let clicks = try String(contentsOfFile: folder.path(of: name), encoding: .utf8).split(separator: "\n")
      .compactMap { Double($0) }
    #expect(clicks.count <= 4)
    daemon.receiveLevels()
    guard clicks.count == 4, daemon.pulses == 4 else { return [] }
    return zip(clicks, daemon.beginnings).map { (click: $0, pulse: $1) }
  }

  private func isOnTime(_ beats: [(click: Double, pulse: Double)]) -> Bool {
    // The first level of each beat is planned earlier than the beat, by the rise time of its intensity.
    beats.count == 4 && beats.allSatisfy { (0...0.06).contains($0.click - $0.pulse) }
      && zip(beats, beats.dropFirst()).allSatisfy { abs($1.pulse - $0.pulse - 0.6) < 0.003 }
  }

  @Test func `without a daemon the metronome says how to start it`() throws {
    let daemon = try SimulatedDaemon()
    daemon.kill()
    let (status, output) = try run("metronome", [], input: "", on: daemon)
    #expect(status == 1 && output.contains("start it with: hapticd --socket \"$HAPTICD_SOCKET\""))
  }

  private func run(
    _ name: String, _ arguments: [String], input: String, on daemon: SimulatedDaemon,
    environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["HAPTICD_SOCKET": daemon.socket]) { $1 }
      .merging(environment) { $1 }
    let (standardInput, standardOutput) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    try process.run()
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    standardInput.fileHandleForWriting.closeFile()
    let output = standardOutput.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
