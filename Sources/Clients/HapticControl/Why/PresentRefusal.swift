internal import HapticPreferences
internal import HapticProtocol
internal import Haptics

extension Observed {
  /// The verdict by which the settings or the circumstances would refuse the play now, in the order of the daemon's checks;
  /// nil if they permit it.
  func refusal(by settings: Preferences, in circumstances: Circumstances, onDevice device: String?) -> Verdict? {
    guard let category = category?.known else { return nil }
    let own = settings[application: applicationName]
    func excludes(_ allowed: CategorySet) -> Bool { importance != .granted && !allowed.contains(category) }
    if !settings.isEnabled || settings.strength == .none { return .switchedOff }
    if excludes(settings.profile.categories) { return .profile }
    if settings[category].strength == .none { return .categoryOff }
    if own.strength(of: category) == .none || excludes(own.profile.categories) { return .applicationOff }
    if let device, settings[device: ShortName(truncating: device)].effectiveStrength == .none { return .deviceOff }
    if circumstances.contains(.quietHours), excludes(settings.quietHours.allowed) { return .quietHours }
    if circumstances.contains(.powerSaver), excludes(settings.powerSaver.allowed) { return .powerSaver }
    if circumstances.contains(.sessionInactive) { return .sessionInactive }
    return circumstances.contains(.locked) && category == .media ? .locked : nil
  }
}
