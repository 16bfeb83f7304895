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
      let screen = Screen.standardOutput
      screen.show(Self.lines(diagnosis, screen))
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

  static func lines(_ diagnosis: Diagnosis, _ screen: Screen = .file) -> [String] {
    let width = diagnosis.findings.map(\.subject.count).max() ?? 0
    let lines = diagnosis.findings.flatMap { finding in
      let grade = finding.grade.rawValue.padded(to: 7).painted(finding.grade.color, on: screen)
      let line = "\(finding.subject.padded(to: width))  \(grade)  \(finding.text)"
      let more = finding.details + (finding.remedy.map { ["-> \($0)"] } ?? [])
      return [line] + more.map { String(repeating: " ", count: width + 11) + $0 }
    }
    return lines + ["", diagnosis.verdict]
  }
}

struct DiagnosisJSON: Encodable {
  struct Entry: Encodable {
    let subject, severity, message: String
    let details: [String]
    let remedy: String?
  }

  let summary: String
  let problemCount: Int
  let findings: [Entry]

  init(_ diagnosis: Diagnosis) {
    summary = diagnosis.verdict
    problemCount = diagnosis.problems.count
    findings = diagnosis.findings.map { finding in
      Entry(
        subject: finding.subject, severity: finding.grade.rawValue, message: finding.text, details: finding.details,
        remedy: finding.remedy)
    }
  }
}

extension Finding.Grade {
  fileprivate var color: Color {
    switch self {
    case .fine: .green
    case .note: .yellow
    case .problem: .red
    }
  }
}
