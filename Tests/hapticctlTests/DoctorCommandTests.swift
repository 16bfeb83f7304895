import Foundation
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// `doctor` with and without a daemon.
@Suite struct DoctorCommandTests {
  @Test func `doctor works without a daemon and finds that it is missing`() throws {
    let result = try Program("hapticctl", ["doctor", "--json"], socket: "/nonexistent/hapticd.sock").result()
    #expect(result.status == 1)
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.problemCount >= 1)
    #expect(report.findings.first?.subject == "daemon")
    #expect(report.findings.first?.severity == "problem")
  }

  @Test func `doctor sees the daemon and its simulated motor`() throws {
    let result = try Daemon().control("doctor")
    #expect(result.output.contains("answers at"))
    #expect(result.output.contains("device 1"))
    #expect(result.output.contains("simulated erm: vibrator, driver simulated"))
  }

  @Test func `doctor tells a daemon that is stopped from one that is missing`() throws {
    let daemon = try Daemon()
    daemon.signal(SIGSTOP)
    let result = try Program("hapticctl", ["doctor"], socket: daemon.socket, environment: ["HAPTICD_TIMEOUT": "0.5"])
      .result()
    #expect(result.status == 1 && result.output.contains("hapticd did not respond within"), "\(result)")
    #expect(result.output.contains("start hapticd again") || result.output.contains("end hapticd, and start it again"))
    #expect(!result.output.contains("start one with"))
  }

  @Test func `doctor says that the daemon reads other settings files`() throws {
    let daemon = try Daemon()
    let result = try daemon.control("doctor")
    #expect(result.output.contains("the daemon reads settings in \(daemon.configuration)/hapticd, and this command"))
    #expect(result.output.contains("-> export XDG_CONFIG_HOME=\(daemon.configuration)\n"))
    #expect(result.status == 1)
  }
}

private struct Report: Decodable {
  struct Finding: Decodable {
    let subject, severity: String
  }
  let problemCount: Int
  let findings: [Finding]
}
