internal import ClientIdentity
internal import EventLoop
internal import FeedbackBus
internal import FeedbackdThemes
internal import HapticPreferences
internal import HapticServer
internal import HapticSystem
internal import MessageBus
internal import SoundLight

/// Serves feedbackd's D-Bus interface while the settings permit it.
final class FeedbackInterface {
  private let server: Server
  private let preferences: PreferenceSource
  private let loop: EventLoop
  private let log: Log
  private let replaces: Bool
  private let onLoss: () -> Void
  private var bus: FeedbackBus?
  /// Separate from that of the socket's clients, so that neither has to wait for the other.
  private var lookup: IdentityLookup?
  private var profileFile: ProfileFile?
  private var cues: CueHelper?
  private var theme: FeedbackdThemeSource?
  private var isLeftToFeedbackd = false

  /// - Parameter onLoss: called when the bus has ended.
  init(
    _ server: Server, _ preferences: PreferenceSource, loop: EventLoop, log: Log, replaces: Bool,
    onLoss: @escaping () -> Void
  ) {
    self.server = server
    self.preferences = preferences
    self.loop = loop
    self.log = log
    self.replaces = replaces
    self.onLoss = onLoss
  }

  /// Starts or ends the interface, and announces the profile.
  func apply(_ preferences: Preferences) {
    guard isServing(preferences.feedbackInterface) else {
      if bus != nil { log.info("\(FeedbackBus.name) is no longer served") }
      (bus, lookup, profileFile, cues, theme) = (nil, nil, nil, nil, nil)
      return
    }
    if let bus { bus.profile = preferences.profile } else { start(preferences.profile) }
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

  /// Reads the theme of feedbackd again at the next event.
  func forgetTheme() { theme?.forget() }

  private func start(_ profile: Profile) {
    do throws(Errno) {
      guard let link = try BusLink.session(loop: loop) else { return }
      lookup = try IdentityLookup(loop) { _, _ in }
      profileFile = try ProfileFile(loop)
      let cues = try CueHelper(
        .init(path: HelperProgram.path(of: CueHelper.Program.name)), loop: loop, log: log)
      self.cues = cues
      let theme = try FeedbackdThemeSource(loop: loop, log: log)
      self.theme = theme
      bus = FeedbackBus(
        link, server, LoopScheduler(loop), cues: cues, log: log, replaces: replaces, profile: profile, hooks)
    } catch {
      log.warning("\(FeedbackBus.name) cannot be served: \(error)")
    }
  }

  private var hooks: FeedbackBus.Hooks {
    FeedbackBus.Hooks(
      identify: { [unowned self] process, finish in
        guard let lookup else { return finish(.hidden) }
        lookup.identify(process) { finish(Identity($0)) }
      },
      setProfile: { [unowned self] in setProfile($0, $1) }, theme: { [unowned self] in theme?.current ?? .empty },
      onLoss: onLoss)
  }

  /// Saves a profile in the user's own file and puts it into force.
  private func setProfile(_ profile: Profile, _ finish: @escaping (String?) -> Void) {
    guard let profileFile else { return finish("the interface has ended") }
    profileFile.save(profile) { [unowned self] failure in
      if let failure {
        log.aboutClients.warning("the profile is not changed: \(failure)")
        return finish(failure)
      }
      preferences.reload()
      let isInForce = preferences.current.profile == profile
      finish(isInForce ? nil : "another settings file has precedence and sets the profile")
    }
  }
}
