import FakeDaemon
import HapticProtocol
import TestSupport
import Testing

@testable import HapticControl

/// hapticctl with a daemon of a later version: it goes on, and prints a word for each value that it does not know.
@Suite struct LaterDaemonTests {
  private let path = SocketPath()

  private func result(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    let daemon = try AnsweringDaemon(at: path, LaterDaemon.rule, encoding: LaterDaemon.lengthened)
    defer { try? daemon.stop() }
    return try Program("hapticctl", arguments, socket: path.path).result()
  }

  @Test(arguments: [
    (["devices"], ["Pen", "state 66", "kind 77", "Motor", "vibrator"]),
    (["devices", "--json"], ["\"state 66\"", "\"kind 77\"", "\"driver 9\"", "\"effect 8\"", "\"vibrator\""]),
    (["feedbacks"], ["tap", "category 99"]),
    (["feedbacks", "--json"], ["\"category 99\""]),
    (["history"], ["tap", "verdict 31"]),
    (
      ["history", "--json"],
      ["\"verdict 31\"", "\"category 99\"", "\"identity 22\"", "\"importance 11\"", "\"medium 7\"", "\"reason 55\""]
    ),
    (["status"], ["profile 33", "circumstance 32768"]),
    (["status", "--json"], ["\"profile 33\"", "\"treatment 5\"", "\"state 6\"", "\"category 99\""]),
    (["stats"], []),
    (["why", "1"], ["verdict 31", "install a newer hapticctl"]),
  ])
  func `a command prints the values that it does not know`(_ arguments: [String], _ words: [String]) throws {
    let result = try result(arguments)
    #expect(result.status == 0, "\(result.errors)")
    for word in words {
      #expect(result.output.contains(word), "\(arguments): \(word) in \(result.output)")
    }
  }

  @Test func `a play that is refused for an unknown reason says so`() throws {
    let result = try result(["play", "tap"])
    #expect(result.status == 1)
    #expect(result.errors.contains("verdict 31"), "\(result.errors)")
  }

  @Test func `a monitor shows events with unknown values`() throws {
    let daemon = try AnsweringDaemon(at: path, LaterDaemon.rule, encoding: LaterDaemon.lengthened)
    defer { try? daemon.stop() }
    let monitor = try Program("hapticctl", ["monitor", "--json"], socket: path.path)
    #expect(monitor.output { $0.contains("\"verdict 31\"") && $0.contains("\"kind 77\"") })
    monitor.terminate()
  }
}
