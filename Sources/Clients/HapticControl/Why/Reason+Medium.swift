internal import HapticPreferences
internal import HapticProtocol
internal import Haptics

extension Reason {
  /// The reason for the verdict of a record.
  ///
  /// - Parameter device: the name of the device; nil if no device was chosen.
  init(_ record: Observed, device: String? = nil, settings: Preferences? = nil) {
    let general = Reason(
      record.verdict, feedback: "\(record.feedback)", application: "\(record.applicationName)",
      category: record.category?.known, device: device, settings: settings)
    switch record.medium {
    case .haptic, .unknown: self = Lateness(record).map { Reason($0.because, general.remedy) } ?? general
    case .sound: self = Self.ofSound(record.verdict) ?? general
    case .light: self = Self.ofLight(record.verdict) ?? general
    }
  }

  /// The reasons against sounds that differ from those against haptics.
  private static func ofSound(_ verdict: Verdict) -> Reason? {
    switch verdict {
    case .profile: Reason("the profile excludes sounds", "hapticctl set profile full")
    case .noActuator: Reason("no sound server runs", "start PipeWire or PulseAudio")
    case .unsupported:
      Reason("libcanberra is not installed", "install it; on Debian: apt install libcanberra0 libcanberra-pulse")
    case .unknownFeedback: Reason("the sound theme has no such sound", "install sound-theme-freedesktop")
    case .switchedOff: Reason("event sounds are off in the settings of the desktop", "switch them on there")
    case .limit, .rateLimited: Reason("there were too many sounds and lights", "wait")
    case .deviceFailed: Reason("the sound server refused it", "journalctl --user -u hapticd")
    default: nil
    }
  }

  private static func ofLight(_ verdict: Verdict) -> Reason? {
    switch verdict {
    case .noActuator: Reason("the machine has no LED for notifications", nil)
    case .notPermitted:
      Reason("the LED is not writable", "add the user to the group feedbackd, and log in again")
    case .limit, .rateLimited: Reason("there were too many sounds and lights", "wait")
    case .deviceFailed: Reason("the LED refused it", "journalctl --user -u hapticd")
    default: nil
    }
  }
}
