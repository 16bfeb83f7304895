internal import ClientIdentity
internal import EventLoop
internal import FeedbackBus
internal import FeedbackdThemes
internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import MessageBus
internal import SoundLight

/// Serves feedbackd's D-Bus interface while the settings permit it.
final class FeedbackInterface {
  /// Called when the bus has ended.
  var onLoss: (() -> Void)?

  private let server: Server
  private let preferences: PreferenceSource
  private let loop: EventLoop
  private let log: Log
  private let replaces: Bool
  private var bus: FeedbackBus?
  /// Separate from that of the socket's clients, so that neither has to wait for the other.
  private var lookup: IdentityLookup?
  private var profileFile: ProfileFile?
  private var settings: FeedbackdSettings?
  private var cues: CueHelper?
  private var theme: FeedbackdThemeSource?
  private var isLeftToFeedbackd = false
  private var isOn = false

  init(_ server: Server, _ preferences: PreferenceSource, loop: EventLoop, log: Log, replaces: Bool) {
    self.server = server
    self.preferences = preferences
    self.loop = loop
    self.log = log
    self.replaces = replaces
  }

  /// Starts or ends the interface, and announces the profile.
  func apply(_ preferences: Preferences) {
    guard isServing(preferences.feedbackInterface) else {
      if bus != nil { log.info("\(FeedbackBus.name) is no longer served") }
      end()
      if self.preferences.followsGSettings { SettingsProgram()?.forget() }
      return
    }
    if isOn {
      bus?.profile = preferences.profile
      theme?.select(preferences.feedbackTheme?.description)
    } else {
      start()
    }
  }

  /// Whether the interface is on: by the setting, or because no feedbackd is installed.
  private func isServing(_ setting: Bool?) -> Bool {
    if let setting { return setting }
    guard let file = InstalledFeedbackd.serviceFile(environment: Environment.variable) else { return true }
    if !isLeftToFeedbackd {
      log.info(
        "\(FeedbackBus.name) is left to feedbackd, which is installed (\(file)); to replace it: hapticctl set "
          + "feedback-interface on")
    }
    isLeftToFeedbackd = true
    return false
  }

  func reloadTheme() { theme?.reload() }

  /// Reads feedbackd's settings and theme first, so that the first event has them, and then serves the interface.
  private func start() {
    guard let link = BusLink.session(loop: loop) else { return }
    isOn = true
    settings = FeedbackdSettings(link, loop: loop, log: log) { [unowned self] in
      preferences.reload { [weak self] in self?.readTheme(link) }
    }
    if settings == nil { readTheme(link) }
  }

  private func readTheme(_ link: BusLink) {
    guard isOn, theme == nil else { return }
    var places = ThemePlaces(environment: Environment.variable)
    if let name = preferences.current.feedbackTheme { places.name = "\(name)" }
    theme = FeedbackdThemeSource(places, loop: loop, log: log) { [unowned self] in serve(on: link) }
  }

  private func serve(on link: BusLink) {
    do throws(Errno) {
      lookup = try IdentityLookup(loop) { _, _ in }
    } catch {
      log.warning("\(FeedbackBus.name) cannot be served: \(error)")
      // The next change of the settings tries again.
      return end()
    }
    profileFile = ProfileFile(loop)
    let cues = CueHelper(.init(path: HelperProgram.path(of: CueHelper.Program.name)), loop: loop, log: log)
    self.cues = cues
    bus = FeedbackBus(
      link, server, loop, cues: cues, log: log, replaces: replaces, profile: preferences.current.profile, hooks)
  }

  private func end() {
    (bus, lookup, profileFile, cues, theme, settings) = (nil, nil, nil, nil, nil, nil)
    isOn = false
  }

  private var hooks: FeedbackBus.Hooks {
    FeedbackBus.Hooks(
      identify: { [unowned self] process, finish in
        guard let lookup else { return finish(.hidden) }
        lookup.identify(process, finish)
      },
      setProfile: { [unowned self] in setProfile($0, $1) }, theme: { [unowned self] in theme?.current ?? .empty },
      onLoss: { [unowned self] in onLoss?() })
  }

  /// Saves a profile where the present one comes from, and puts it into force: in GSettings, so that both ways to change
  /// it go on to work, or in the user's own file if that has a profile.
  private func setProfile(_ profile: Profile, _ finish: @escaping (String?) -> Void) {
    // The file may have changed just now.
    preferences.reload { [weak self] in
      guard let self else { return finish("the interface has ended") }
      guard let settings, settings.areThere, !preferences.ownFilesSayProfile else {
        return saveProfile(profile, finish)
      }
      settings.set(profile) { [unowned self] isSet in
        if isSet { reload(profile, finish) } else { saveProfile(profile, finish) }
      }
    }
  }

  private func saveProfile(_ profile: Profile, _ finish: @escaping (String?) -> Void) {
    guard let profileFile else { return finish("the interface has ended") }
    profileFile.save(profile) { [unowned self] failure in
      if let failure {
        log.aboutClients.warning("the profile is not changed: \(failure)")
        return finish(failure)
      }
      reload(profile, finish)
    }
  }

  private func reload(_ profile: Profile, _ finish: @escaping (String?) -> Void) {
    preferences.reload { [preferences] in
      let isInForce = preferences.current.profile == profile
      finish(isInForce ? nil : "another settings file has precedence and sets the profile")
    }
  }
}

/// Finds an installed feedbackd, which plays all feedback of its clients until the user decides otherwise.
enum InstalledFeedbackd {
  /// Returns the file by which the session bus starts feedbackd, or nil if it is not installed. hapticd may have a file of
  /// the same name.
  ///
  /// - Parameter variable: returns a variable of the environment, or nil if it is not set or empty.
  static func serviceFile(environment variable: (String) -> String?) -> String? {
    // The bus uses the first file.
    let first = BaseFolders.allData(environment: variable).map { "\($0)/dbus-1/services/org.sigxcpu.Feedback.service" }
      .first { (try? FileStatus(of: $0, followingLinks: true)) != nil }
    guard let first, let bytes = try? RegularFile.read(first, upTo: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains(where: startsOther) ? first : nil
  }

  private static func startsOther(_ line: Substring) -> Bool {
    guard line.hasPrefix("Exec=") else { return false }
    let program = line.dropFirst("Exec=".count).split(separator: " ").first ?? ""
    return !program.hasSuffix("/hapticd")
  }
}
