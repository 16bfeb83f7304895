internal import HapticPreferences
internal import HapticProtocol
internal import Haptics

extension Observed {
  /// The verdict by which the settings or the circumstances would refuse the play now; nil if they permit it.
  func refusal(by settings: Preferences, in circumstances: Circumstances, onDevice device: String?) -> Verdict? {
    guard let category = category?.known else { return nil }
    let verdict = settings.objection(
      to: category, of: settings[application: applicationName], in: circumstances, isImportant: importance == .granted)
    if let verdict { return verdict }
    let isDeviceOff = device.map { settings[device: ShortName(truncating: $0)].effectiveStrength == .none } ?? false
    return isDeviceOff ? .deviceOff : nil
  }
}
