internal import HapticPreferences
internal import Haptics

/// The reason for a verdict in words, and the setting to change, if there is one.
struct Reason: Equatable {
  /// The end of a sentence: "selection of org.example.Game was not felt because ...".
  let because: String
  /// A command or another action; nil if nothing needs to be done.
  let remedy: String?

  init(_ because: String, _ remedy: String? = nil) {
    self.because = because
    self.remedy = remedy
  }

  /// - Parameters:
  ///   - application: the id of the application in the settings; empty if it is unknown.
  ///   - device: the name of the device; nil if no device was chosen.
  ///   - settings: the settings of the daemon, for the key to change; nil if they are unknown.
  init(
    _ verdict: Verdict, feedback: String, application: String, category: Category?, device: String? = nil,
    settings: Preferences? = nil
  ) {
    let reason = category?.name ?? "touch"
    switch verdict {
    case .played, .done: self.init("it was carried out")
    case .silent: self.init("it is silent on purpose")
    case .unknownFeedback:
      self.init("the theme has no feedback '\(feedback)'", "'hapticctl feedbacks' lists all feedbacks")
    case .noActuator: self.init("no device could play", "'hapticctl doctor' shows the reason")
    case .expired:
      self.init(
        "it missed its deadline",
        "'hapticctl stats' shows the usual latency of each stage")
    case .limit:
      self.init("the application exceeds a limit of running, prepared or scheduled feedback", "close it, or wait")
    case .unknownHandle: self.init("the application played a handle that it has not prepared", Self.bug)
    case .unknownPlayback: self.init("the playback had ended", nil)
    case .unknownDevice:
      self.init("the requested device is not connected", "'hapticctl devices' lists all devices")
    case .deviceFailed: self.init("the device refused it", "'hapticctl doctor' shows the reason")
    case .unsupported: self.init("the daemon does not support the request", "install a newer hapticd")
    case .switchedOff:
      let isMuted = settings.map { $0.isEnabled && $0.strength == .none } ?? false
      self.init(
        isMuted ? "the general strength is 0%" : "haptics are switched off",
        Self.set(isMuted ? "strength full" : "enabled on"))
    case .profile: self.init("the profile excludes \(reason)", Self.set("profile full"))
    case .categoryOff: self.init("\(reason) is switched off", Self.set("\(reason).strength full"))
    case .applicationOff:
      self.init(
        "\(application) is switched off, at least for \(reason)",
        Self.setting(of: application, category, settings)?.command
          ?? Self.set("\("app.\(application).strength".shellWord) full"))
    case .quietHours:
      self.init("quiet hours were active", "'hapticctl get quiet-hours' shows the hours and the allowed categories")
    case .powerSaver:
      self.init("the power saver was active", "'hapticctl get power-saver.allow' shows the allowed categories")
    case .sessionInactive: self.init("another session was active", "switch to this session")
    case .locked: self.init("the session was locked", "unlock the session")
    case .suspending: self.init("the machine was about to sleep", "play it again later")
    case .coalesced:
      self.init(
        "the application had just started the same feedback",
        "to permit duplicates: hapticctl set duplicate-window 0ms")
    case .rateLimited:
      self.init(
        "the application exceeds its rate of \(reason)", "'hapticctl get \(reason).rate' shows the rate")
    case .outranked:
      self.init(
        "a playback of higher priority was active, such as a call or an alarm", "'hapticctl history' shows it")
    case .deviceOff:
      let setting = Self.setting(of: device, settings)
      self.init(
        "the device is \(setting?.words ?? "switched off")",
        setting?.command
          ?? device.map { Self.set("\("device.\"\($0)\".enabled".shellWord) on") }
          ?? "'hapticctl get device' shows the setting")
    case .coolingDown: self.init("the motor had run for too long and was cooling down", "wait a few seconds")
    case .notPermitted:
      self.init(
        "it is reserved for the user's own programs outside any sandbox, and the application is sandboxed or hidden",
        "run it outside any sandbox")
    case .unknown:
      self.init("the daemon gave a reason that this version does not know: \(verdict)", "install a newer hapticctl")
    }
  }

  private static func setting(
    of application: String, _ category: Category?, _ settings: Preferences?
  ) -> SilencingSetting? {
    guard let settings, let name = ShortName(application) else { return nil }
    return SilencingSetting(application: name, category: category ?? .touch, in: settings)
  }

  private static func setting(of device: String?, _ settings: Preferences?) -> SilencingSetting? {
    guard let settings else { return nil }
    if let device { return SilencingSetting(device: ShortName(truncating: device), in: settings) }
    // The record of a refused play names no device: the setting is known if only one device is switched off.
    let silencing = settings.devices.keys.compactMap { SilencingSetting(device: $0, in: settings) }
    return silencing.count == 1 ? silencing[0] : nil
  }

  private static func set(_ setting: String) -> String { "hapticctl set \(setting)" }
  private static let bug = "report it to its developers"
}
