internal import HapticPreferences
internal import HapticProtocol
internal import Haptics

/// The reason for a verdict in words, and the setting to change, if there is one.
struct Reason: Equatable {
  /// The end of a sentence: "selection of org.example.Game was not felt because ...".
  let because: String
  /// A command or another action; nil if nothing needs to be done.
  let remedy: String?

  init(_ because: String, _ remedy: String? = nil) { (self.because, self.remedy) = (because, remedy) }

  /// - Parameters:
  ///   - application: the id of the application in the settings; empty if it is unknown.
  ///   - device: the name of the device; nil if no device was chosen.
  ///   - settings: the settings of the daemon, for the key to change; nil if they are unknown.
  init(
    _ verdict: Verdict, feedback: String, application: String, category: Category?, device: String? = nil,
    settings: Preferences? = nil
  ) {
    let word = category?.name ?? "touch"
    switch verdict {
    case .switchedOff:
      let isMuted = settings.map { $0.isEnabled && $0.strength == .none } ?? false
      self.init(
        isMuted ? "the general strength is 0%" : "haptics are switched off",
        Self.set(isMuted ? "strength full" : "enabled on"))
    case .profile: self.init("the profile excludes \(word)", Self.set("profile full"))
    case .categoryOff: self.init("\(word) is switched off", Self.set("\(word).strength full"))
    case .applicationOff:
      self.init(
        "\(application) is switched off, at least for \(word)",
        Self.setting(of: application, category, settings)?.command
          ?? Self.set("\("app.\(application).strength".shellWord) full"))
    case .deviceOff:
      let setting = Self.setting(of: device, settings)
      self.init(
        "the device is \(setting?.words ?? "switched off")",
        setting?.command
          ?? device.map { Self.set("\("device.\"\($0)\".enabled".shellWord) on") }
          ?? "'hapticctl get device' shows the setting")
    case .rateLimited:
      self.init("the application exceeds its rate of \(word)", "'hapticctl get \(word).rate' shows the rate")
    case .unknownFeedback:
      self.init("the theme has no feedback '\(feedback)'", "'hapticctl feedbacks' lists all feedbacks")
    default:
      self =
        Self.constant[verdict]
        ?? Self("the daemon gave a reason that this version does not know: \(verdict)", "install a newer hapticctl")
    }
  }

  /// The reasons that name nothing of the request.
  private static let constant: [Verdict: Reason] = [
    .played: carriedOut, .done: carriedOut,
    .silent: Reason("it is silent on purpose"),
    .noActuator: Reason("no device could play", "'hapticctl doctor' shows the reason"),
    .expired: Reason("it missed its deadline", "'hapticctl stats' shows the usual latency of each stage"),
    .limit: Reason(
      "a limit of running, prepared or scheduled feedback was reached, of the application or of all together",
      "close it or one that runs, or wait"),
    .unknownHandle: Reason("the application played a handle that it has not prepared", "report it to its developers"),
    .unknownPlayback: Reason("the playback had ended"),
    .unknownDevice: Reason("the requested device is not connected", "'hapticctl devices' lists all devices"),
    .deviceFailed: Reason("the device refused it", "'hapticctl doctor' shows the reason"),
    .unsupported: Reason("the daemon does not support the request", "install a newer hapticd"),
    .quietHours: Reason(
      "quiet hours were active", "'hapticctl get quiet-hours' shows the hours and the allowed categories"),
    .powerSaver: Reason("the power saver was active", "'hapticctl get power-saver.allow' shows the allowed categories"),
    .sessionInactive: Reason("another session was active", "switch to this session"),
    .locked: Reason("the session was locked", "unlock the session"),
    .suspending: Reason("the machine was about to sleep", "play it again later"),
    .coalesced: Reason(
      "the application had just started the same feedback",
      "to permit duplicates: hapticctl set duplicate-window 0ms"),
    .outranked: Reason(
      "a playback of higher priority was active, such as a call or an alarm", "'hapticctl history' shows it"),
    .coolingDown: Reason("the motor had run for too long and was cooling down", "wait a few seconds"),
    .notPermitted: Reason(
      "it is reserved for the user's own programs outside any sandbox, and the application is sandboxed or hidden",
      "run it outside any sandbox"),
  ]

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
  private static let carriedOut = Reason("it was carried out")

  /// The reason for the verdict of a record.
  ///
  /// - Parameter device: the name of the device; nil if no device was chosen.
  init(_ record: Observed, device: String? = nil, settings: Preferences? = nil) {
    let general = Reason(
      record.verdict, feedback: "\(record.feedback)", application: "\(record.applicationName)",
      category: record.category?.known, device: device, settings: settings)
    switch record.medium {
    case .haptic, .unknown: self = Lateness(record).map { Reason($0.because, general.remedy) } ?? general
    case .sound: self = Self.ofSound[record.verdict] ?? general
    case .light: self = Self.ofLight[record.verdict] ?? general
    }
  }

  /// The reasons against sounds that differ from those against haptics.
  private static let ofSound: [Verdict: Reason] = [
    .profile: Reason("the profile excludes sounds", set("profile full")),
    .noActuator: Reason("no sound server runs", "start PipeWire or PulseAudio"),
    .unsupported: Reason(
      "libcanberra is not installed", "install it; on Debian: apt install libcanberra0 libcanberra-pulse"),
    .unknownFeedback: Reason("the sound theme has no such sound", "install sound-theme-freedesktop"),
    .switchedOff: Reason("event sounds are off in the settings of the desktop", "switch them on there"),
    .limit: tooMany, .rateLimited: tooMany,
    .deviceFailed: Reason("the sound server refused it", "journalctl --user -u hapticd"),
  ]

  private static let ofLight: [Verdict: Reason] = [
    .noActuator: Reason("the machine has no LED for notifications"),
    .notPermitted: Reason("the LED is not writable", "add the user to the group feedbackd, and log in again"),
    .limit: tooMany, .rateLimited: tooMany,
    .deviceFailed: Reason("the LED refused it", "journalctl --user -u hapticd"),
  ]

  private static let tooMany = Reason("there were too many sounds and lights", "wait")
}
