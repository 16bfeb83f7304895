internal import ArgumentParser
internal import HapticProtocol
internal import HapticSystem
internal import PreferenceFiles

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find problems, and print a remedy for each.",
    discussion: """
      Reports every setting and circumstance that silences feedback, with the command to run. Works without a \
      daemon. Exits with 1 if it finds a problem: a fault, or a setting that silences everything.
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    let diagnosis = Self.diagnosis()
    let document: JSONObject = [
      "summary": diagnosis.verdict, "problemCount": diagnosis.problems.count,
      "findings": diagnosis.findings.map(\.json),
    ]
    try output.show(document) { Self.lines(diagnosis, $0) }
    if !diagnosis.problems.isEmpty { throw ExitCode(Failure.Code.refused.rawValue) }
  }

  static func diagnosis() -> Diagnosis {
    let session: DaemonSession
    let devices: [DeviceRecord]
    let roundTrip: Duration
    do throws(Failure) {
      session = try DaemonSession()
      let start = Instant.now
      devices = try session.devices()
      roundTrip = .now - start
    } catch {
      return Diagnosis(
        Machine(), .unreachable(error), settings: .here, themeFolders: ChosenTheme.searched)
    }
    var status: Status?
    var refusal: String?
    do throws(Failure) { status = try session.status() } catch { refusal = error.message }
    let folders = status.flatMap { DaemonFolders(ofProcess: $0.processID) }
    let settings = PreferenceStack.load(in: (folders ?? .here).folders)
    return Diagnosis(
      Machine(),
      .reached(version: session.daemonVersion, roundTripNanoseconds: roundTrip.wholeNanoseconds, devices: devices),
      status: status, settings: settings, themeFolders: (folders ?? .here).themes,
      history: (try? session.history()) ?? [], folders: folders,
      devicesOff: SilencingSetting.ofDevices(devices, in: settings.preferences, session), refusal: refusal)
  }

  static func lines(_ diagnosis: Diagnosis, _ screen: Screen = .file) -> [String] {
    let width = diagnosis.findings.map(\.subject.columnCount).max() ?? 0
    let lines = diagnosis.findings.flatMap { finding in
      let grade = finding.grade.rawValue.padded(to: 7).painted(finding.grade.color, on: screen)
      let line = "\(finding.subject.padded(to: width))  \(grade)  \(finding.text)"
      return [line] + finding.more.map { String(repeating: " ", count: width + 11) + $0 }
    }
    return lines + ["", diagnosis.verdict]
  }
}

extension DoctorFinding.Grade {
  fileprivate var color: Color {
    switch self {
    case .fine: .green
    case .note, .silent: .yellow
    case .problem: .red
    }
  }
}
