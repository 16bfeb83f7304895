internal import ArgumentParser
internal import HapticProtocol
internal import Haptics
internal import PreferenceFiles
internal import TextDiagnostics

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
      var document = JSONObject.status(status, quiet)
      document["strength"] = strength.flatMap { try? StrengthText.read($0.filter { $0 != "\"" }).rawValue }
      document["daemonVersion"] = session.daemonVersion
      document["mistakes"] = mistakes
      document["playing"] = playing?.map { JSONObject.playing($0, WallClock()) }
      document["troubledDevices"] = troubled.map { JSONObject.device($0) }
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
    let themes = ThemeCheck.findings(
      settings, inForce: status.theme, option: folders.themeOption, searching: folders.themes)
    let found = settings.problems.map(\.description) + themes.flatMap(ThemeCheck.lines)
    // The daemon may have read a file before it changed.
    let isKnown = status.complaint.isEmpty || found.contains(status.complaint)
    return (isKnown ? [] : [status.complaint]) + found
  }

  @ListBuilder<String> static func lines(
    _ status: Status, _ version: String, _ quiet: QuietHoursInForce? = nil, _ mistakes: [String]? = nil,
    strength: String? = nil, profileNote: String = ""
  ) -> [String] {
    let general = (strength ?? "").filter { $0 != "\"" }
    let part = ["", "100%"].contains(general) ? "" : " at a strength of \(general)"
    let uptime = duration(nanoseconds: status.uptimeNanoseconds)
    "hapticd \(version), process \(status.processID), up \(uptime), \(counted(status.clients, "client"))"
    "haptics are \(status.isEnabled ? "on" : "off")\(part), profile \(status.profile)\(profileNote), theme \(status.theme)"
    "circumstances: \(status.circumstances.subtracting(.sessionUnknown).words)"
    if let quiet { quiet.line }
    if status.circumstances.contains(.sessionUnknown) { "no logind: the session counts as active" }
    if let mistakes {
      mistakes.map { "mistake: \($0)" }
    } else {
      if status.problems > 0 { "\(counted(status.problems, "mistake")) in settings files; see the journal" }
      if !status.complaint.isEmpty { "mistake: \(status.complaint)" }
    }
  }

  /// The line for a device in use that has a problem.
  static func line(_ device: DeviceRecord) -> String {
    "device \(device.id?.rawValue ?? 0), \(device.name): \(device.reason.isEmpty ? device.state.words : device.reason)"
  }

  static func lines(_ playing: [PlayingRecord], at now: Instant) -> [String] {
    if playing.isEmpty { return ["playing: nothing"] }
    return ["playing:"] + playing.map { "  " + $0.line(at: now) }
  }
}

extension DeviceRecord {
  var isTroubled: Bool { id != nil && (state != .ready || !reason.isEmpty) }
}

extension JSONObject {
  /// The status as it is in events. The command adds what it finds elsewhere.
  static func status(_ status: Status, _ quiet: QuietHoursInForce? = nil) -> JSONObject {
    let now = status.circumstances
    return [
      "profile": "\(status.profile)", "theme": "\(status.theme)", "daemonProcessID": status.processID,
      "clientCount": status.clients, "settingProblemCount": status.problems,
      "uptimeNanoseconds": status.uptimeNanoseconds, "enabled": status.isEnabled,
      "quietHours": now.contains(.quietHours), "powerSaver": now.contains(.powerSaver),
      "sessionInactive": now.contains(.sessionInactive), "locked": now.contains(.locked),
      "suspending": now.contains(.suspending), "sessionKnown": !now.contains(.sessionUnknown),
      "settingError": status.complaint.nonEmpty, "quietHoursEnd": quiet?.end,
      "quietHoursCategories": quiet?.categories,
    ]
  }
}

/// The present quiet hours: their end, and what plays in them.
struct QuietHoursInForce {
  /// The local time, such as `07:00`; nil if the settings of the daemon are unknown.
  let end: String?
  /// The names of the categories that play.
  let categories: [String]

  var line: String {
    let until = end.map { " until \($0)" } ?? ""
    return "quiet hours\(until); in them play: \(categories.isEmpty ? "nothing" : categories.joined(separator: ", "))"
  }
}

extension QuietHoursInForce {
  init?(_ status: Status, _ session: DaemonSession) {
    guard status.circumstances.contains(.quietHours) else { return nil }
    let settings = EffectiveSettings(session.settings(), session)
    func row(_ name: String) -> PreferenceRow? {
      (try? PreferenceKey.spelled("quiet-hours.\(name)")).map { PreferenceRow($0, in: settings) }
    }
    self.init(
      end: row("to")?.typedValue,
      categories: row("allow").flatMap { $0.key.setting.kind.words(of: $0.value) } ?? [])
  }
}
