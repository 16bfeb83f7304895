import Foundation
import Haptics
import SimulatedDaemon
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

  @Test func `without a daemon the metronome says how to start it`() throws {
    let daemon = try SimulatedDaemon()
    daemon.kill()
    let (status, output) = try run("metronome", [], input: "", on: daemon)
    #expect(status == 1 && output.contains("systemctl --user start hapticd.socket"))
  }

  private func run(
    _ name: String, _ arguments: [String], input: String, on daemon: SimulatedDaemon
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["HAPTICD_SOCKET": daemon.socket]) { $1 }
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
