import Foundation
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// `latency` with a daemon.
@Suite struct LatencyCommandTests {
  @Test func `an interrupted measurement shows what was measured, and the motor is off`() throws {
    let daemon = try Daemon()
    let latency = try Program("hapticctl", ["latency", "--count", "10000", "--json"], socket: daemon.socket)
    let isMeasuring = try TestWait.until {
      let report = try daemon.control("stats", "--json").output
      return try JSONDecoder().decode(StatisticsReading.self, from: Data(report.utf8)).verdicts["played"] ?? 0 >= 2
    }
    #expect(isMeasuring)
    latency.interrupt()
    let result = latency.result()
    #expect(result.status == 130)
    #expect(result.errors.isEmpty, "\(result.errors)")
    let report = try JSONDecoder().decode(Measured.self, from: Data(result.output.utf8))
    #expect(report.interrupted)
    #expect((report.stages["total"]?.count ?? 0) >= 1)
    #expect(try daemon.control("stop", "--all").output == "stopped 0 playbacks; every device is silent\n")
  }

  @Test func `a silent feedback has no latency`() throws {
    let result = try Daemon().control("latency", "--count", "3", "--feedback", "unlike")
    #expect(
      result == (
        1, "", "hapticctl: unlike is silent on purpose, and has no latency; choose another --feedback\n"
      ))
  }

  @Test func `an unreachable budget fails with the statistics and one error line`() throws {
    let result = try Daemon().control("latency", "--count", "3", "--budget", "0.001us")
    #expect(result.status == 1)
    #expect(result.output.contains("total"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}

private struct Measured: Decodable {
  struct Stage: Decodable { let count: Int }
  let interrupted: Bool
  let stages: [String: Stage]
}
