internal import ArgumentParser
internal import Haptics

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what is in force: switch, profile, theme, what holds feedback back, and what plays now.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try Session()
    let status = try session.status()
    let playing = try session.playing()
    if output.json {
      var document = StatusJSON(status, session.daemonVersion)
      document.playing = playing.map(PlayingJSON.init)
      return try printJSON(document)
    }
    for line in Self.lines(status, session.daemonVersion) + PlayingRecord.lines(playing, at: .now) { print(line) }
  }

  static func lines(_ status: Status, _ version: String) -> [String] {
    let uptime = duration(nanoseconds: status.uptimeNanoseconds)
    var lines = [
      "hapticd \(version), process \(status.processID), up \(uptime), \(counted(status.clients, "client"))",
      "haptics are \(status.isEnabled ? "on" : "off"), profile \(status.profile), theme \(status.theme)",
      "holding back: \(status.circumstances.subtracting(.sessionUnknown).words)",
    ]
    if status.circumstances.contains(.sessionUnknown) { lines.append("no logind: the session is taken for active") }
    if status.problems > 0 { lines.append("\(counted(status.problems, "slip")) in preference files; see the journal") }
    if !status.complaint.isEmpty { lines.append("broken: \(status.complaint)") }
    return lines
  }
}

struct StatusJSON: Encodable {
  let version, profile, theme: String
  let processID, clients, problems: UInt32
  let uptimeNanoseconds: Int64
  let enabled, quietHours, powerSaver, sessionInactive, locked, suspending, sessionKnown: Bool
  let complaint: String?
  /// Nil in events, which do not tell.
  var playing: [PlayingJSON]?

  init(_ status: Status, _ version: String) {
    self.version = version
    profile = "\(status.profile)"
    theme = "\(status.theme)"
    processID = status.processID
    clients = status.clients
    problems = status.problems
    uptimeNanoseconds = status.uptimeNanoseconds
    enabled = status.isEnabled
    let now = status.circumstances
    quietHours = now.contains(.quietHours)
    powerSaver = now.contains(.powerSaver)
    sessionInactive = now.contains(.sessionInactive)
    locked = now.contains(.locked)
    suspending = now.contains(.suspending)
    sessionKnown = !now.contains(.sessionUnknown)
    complaint = status.complaint.isEmpty ? nil : status.complaint
  }
}
