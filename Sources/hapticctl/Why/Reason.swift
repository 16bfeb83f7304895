internal import Haptics

/// Why nothing was felt, or what was: in words, with the setting to change where there is one.
struct Reason: Equatable {
  /// Goes on a sentence: "selection of org.example.Game was not felt because ...".
  let because: String
  /// A command, or another thing to do; nil where all is as it should be.
  let remedy: String?

  init(_ because: String, _ remedy: String? = nil) {
    self.because = because
    self.remedy = remedy
  }

  /// - Parameters:
  ///   - application: by which the preferences know it; empty where nobody knows.
  ///   - device: its name; nil where none was chosen.
  init(_ verdict: Verdict, feedback: String, application: String, category: Category?, device: String? = nil) {
    let reason = category?.name ?? "touch"
    switch verdict {
    case .played, .done: self.init("it was carried out")
    case .silent: self.init("it means nothing on purpose: absence is feedback")
    case .unknownFeedback:
      self.init("the theme has no feedback '\(feedback)'", "'hapticctl feedbacks' lists those there are")
    case .noActuator: self.init("no device could play", "'hapticctl doctor' tells why")
    case .expired:
      self.init(
        "it would have come later after its cause than a hand takes for the same moment",
        "'hapticctl stats' shows where time is lost")
    case .limit:
      self.init("the application has as much running, prepared or scheduled as one may have", "close it, or wait")
    case .unknownHandle: self.init("the application plays something that it has not prepared", Self.bug)
    case .unknownPlayback: self.init("what was to be changed had ended", nil)
    case .unknownDevice:
      self.init("the device that was asked for is not there", "'hapticctl devices' lists those there are")
    case .deviceFailed: self.init("the device did not take it", "'hapticctl doctor' tells why")
    case .unsupported: self.init("the daemon does not know such a request", "install a newer hapticd")
    case .switchedOff: self.init("haptics are switched off", Self.set("enabled on"))
    case .profile: self.init("the profile leaves out \(reason)", Self.set("profile full"))
    case .categoryOff: self.init("\(reason) is switched off", Self.set("\(reason).strength full"))
    case .applicationOff:
      self.init("\(application) is switched off, for \(reason) at least", "hapticctl reset app.\(application).strength")
    case .quietHours: self.init("it was quiet hours", "'hapticctl get quiet-hours' shows them and what they allow")
    case .powerSaver: self.init("power is being saved", "'hapticctl get power-saver.allow' shows what plays then")
    case .sessionInactive: self.init("another session had the screen", "switch to this one")
    case .locked: self.init("the session was locked", "unlock it")
    case .suspending: self.init("the machine was about to sleep", "play it again after that")
    case .coalesced:
      self.init(
        "the application had started the same a moment before: one action is one haptic",
        "to allow doubles: hapticctl set duplicate-window 0ms")
    case .rateLimited:
      self.init(
        "the application plays \(reason) more often than it may", "'hapticctl get \(reason).rate' shows how often")
    case .outranked:
      self.init(
        "something that matters more was playing, such as a call or an alarm", "'hapticctl history' shows what")
    case .deviceOff:
      self.init(
        "the device is switched off",
        device.map { "hapticctl reset 'device.\"\($0)\".enabled'" } ?? "'hapticctl get device' shows the setting")
    case .coolingDown: self.init("the motor had run for so long that it had to rest", "wait a few seconds")
    case .notPermitted:
      self.init(
        "that is for the user's own programs outside any sandbox, and the application is in one or hides",
        "run it outside")
    }
  }

  private static func set(_ setting: String) -> String { "hapticctl set \(setting)" }
  private static let bug = "tell its developers"
}
