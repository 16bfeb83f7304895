internal import ArgumentParser
internal import HapticProtocol
internal import Haptics
internal import PreferenceFiles

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the settings and circumstances in force, and the active playbacks.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try DaemonSession()
    var status = try session.status()
    // Without this command itself.
    status.clients -= min(status.clients, 1)
    let quiet = QuietHoursInForce(status, session)
    let playing = try session.playing()
    let mistakes = Self.mistakes(status)
    let troubled = try session.devices().filter(\.isTroubled)
    let strength = session.setting("strength")
    if output.json {
      var document = StatusJSON(status)
      document.strength = strength.flatMap(StatusJSON.strength)
      document.daemonVersion = session.daemonVersion
      document.quietHoursEnd = quiet?.end
      document.quietHoursCategories = quiet?.categories
      document.mistakes = mistakes
      document.playing = playing?.map { PlayingJSON($0, WallClock()) }
      document.troubledDevices = troubled.map { DeviceJSON($0) }
      return try printJSON(document)
    }
    let lines =
      Self.lines(
        status, session.daemonVersion, quiet, mistakes, strength: strength,
        profileNote: session.settings().isGSettings("profile") ? " (GSettings)" : "")
      + troubled.map(Self.line)
      + (playing.map { Self.lines($0, at: .now) } ?? [])
    Screen.standardOutput.show(lines)
  }

  /// The mistakes in the settings files of the daemon and in its theme, as `doctor` finds them; nil if the daemon's
  /// settings files are unknown.
  private static func mistakes(_ status: Status) -> [String]? {
    guard let folders = DaemonFolders(ofProcess: status.processID) else { return nil }
    let settings = PreferenceStack.load(in: folders.folders)
    let themes = ThemeCheck(settings, inForce: status.theme, searching: folders.themes).findings
    let found = settings.problems.map(\.description) + themes.flatMap { [$0.text] + $0.details }
    // The daemon may have read a file before it changed.
    let isKnown = status.complaint.isEmpty || found.contains(status.complaint)
    return (isKnown ? [] : [status.complaint]) + found
  }

  static func lines(
    _ status: Status, _ version: String, _ quiet: QuietHoursInForce? = nil, _ mistakes: [String]? = nil,
    strength: String? = nil, profileNote: String = ""
  ) -> [String] {
    let general = (strength ?? "").filter { $0 != "\"" }
    let part = ["", "100%"].contains(general) ? "" : " at a strength of \(general)"
    let uptime = duration(nanoseconds: status.uptimeNanoseconds)
    var lines = [
      "hapticd \(version), process \(status.processID), up \(uptime), \(counted(status.clients, "client"))",
      "haptics are \(status.isEnabled ? "on" : "off")\(part), profile \(status.profile)\(profileNote), theme \(status.theme)",
      "circumstances: \(status.circumstances.subtracting(.sessionUnknown).words)",
    ]
    if let quiet { lines.append(quiet.line) }
    if status.circumstances.contains(.sessionUnknown) { lines.append("no logind: the session counts as active") }
    if let mistakes { return lines + mistakes.map { "mistake: \($0)" } }
    if status.problems > 0 { lines.append("\(counted(status.problems, "mistake")) in settings files; see the journal") }
    if !status.complaint.isEmpty { lines.append("mistake: \(status.complaint)") }
    return lines
  }
}

extension StatusCommand {
  /// The line for a device in use that has a problem.
  static func line(_ device: DeviceRecord) -> String {
    "device \(device.id?.rawValue ?? 0), \(device.name): \(device.reason.isEmpty ? device.state.words : device.reason)"
  }

  /// The line for each playback, below a heading.
  static func lines(_ playing: [PlayingRecord], at now: Instant) -> [String] {
    if playing.isEmpty { return ["playing: nothing"] }
    return ["playing:"] + playing.map { "  " + $0.line(at: now) }
  }
}

extension DeviceRecord {
  /// Whether a device in use is not ready, or has a reason for its state.
  var isTroubled: Bool { id != nil && (state != .ready || !reason.isEmpty) }
}

struct StatusJSON: Encodable {
  /// Nil in events, because the client already knows the version.
  var daemonVersion: String?
  let profile, theme: String
  let daemonProcessID, clientCount, settingProblemCount: UInt32
  let uptimeNanoseconds: Int64
  let enabled, quietHours, powerSaver, sessionInactive, locked, suspending, sessionKnown: Bool
  /// The mistake that prevents the settings files from being in force.
  let settingError: String?
  /// The general strength, 0...1. Nil in events, and from a daemon without it.
  var strength: Double?
  /// The end of the present quiet hours, such as `07:00`, and the categories that play in them; nil in events and
  /// outside quiet hours.
  var quietHoursEnd: String?
  var quietHoursCategories: [String]?
  /// The mistakes in settings files and in the theme. Nil in events, and if the daemon's files are unknown.
  var mistakes: [String]?
  /// Nil in events.
  var playing: [PlayingJSON]?
  /// Nil in events.
  var troubledDevices: [DeviceJSON]?

  /// Reads the text of the setting, which is a string of TOML.
  static func strength(_ text: String) -> Double? {
    try? StrengthText.read(text.filter { $0 != "\"" }).rawValue
  }

  init(_ status: Status) {
    profile = "\(status.profile)"
    theme = "\(status.theme)"
    daemonProcessID = status.processID
    clientCount = status.clients
    settingProblemCount = status.problems
    uptimeNanoseconds = status.uptimeNanoseconds
    enabled = status.isEnabled
    let now = status.circumstances
    quietHours = now.contains(.quietHours)
    powerSaver = now.contains(.powerSaver)
    sessionInactive = now.contains(.sessionInactive)
    locked = now.contains(.locked)
    suspending = now.contains(.suspending)
    sessionKnown = !now.contains(.sessionUnknown)
    settingError = status.complaint.isEmpty ? nil : status.complaint
  }
}
