internal import ArgumentParser
internal import Haptics

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find out what is wrong, and how to repair it.",
    discussion: "Works without a daemon. Exits with 1 where it finds a problem.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let (service, status) = Self.askDaemon()
    let diagnosis = Diagnosis(Machine(), service, status: status)
    if output.json {
      try printJSON(DiagnosisJSON(diagnosis))
    } else {
      for line in Self.lines(diagnosis) { print(line) }
    }
    if !diagnosis.problems.isEmpty { throw ExitCode(Failure.Code.refused.rawValue) }
  }

  private static func askDaemon() -> (Diagnosis.Service, Status?) {
    do {
      let session = try Session()
      let start = Instant.now
      let devices = try session.devices()
      let roundTrip = Instant.now.nanoseconds - start.nanoseconds
      let service = Diagnosis.Service.reached(
        version: session.daemonVersion, roundTripNanoseconds: roundTrip, devices: devices)
      return (service, try? session.status())
    } catch {
      return (.unreachable(error.message), nil)
    }
  }

  static func lines(_ diagnosis: Diagnosis) -> [String] {
    let width = diagnosis.findings.map(\.subject.count).max() ?? 0
    let lines = diagnosis.findings.flatMap { finding in
      let line = "\(finding.subject.padded(to: width))  \(finding.grade.rawValue.padded(to: 7))  \(finding.text)"
      let more = finding.details + (finding.remedy.map { ["-> \($0)"] } ?? [])
      return [line] + more.map { String(repeating: " ", count: width + 11) + $0 }
    }
    return lines + ["", diagnosis.verdict]
  }
}

private struct DiagnosisJSON: Encodable {
  let verdict: String
  let problems: Int
  let findings: [Finding]

  init(_ diagnosis: Diagnosis) {
    verdict = diagnosis.verdict
    problems = diagnosis.problems.count
    findings = diagnosis.findings
  }
}
