public import HapticPatterns
public import HapticProtocol

extension Preferences {
  /// The verdict by which the settings or the circumstances refuse a category of an application, or nil if they permit it.
  /// The daemon checks each play, and explains its refusals, in this order.
  ///
  /// Inlined, so that a play does not copy all preferences to read a few of them.
  @inlinable
  @inline(__always)
  public func objection(
    to category: Category, of application: ApplicationPreferences, in circumstances: Circumstances, isImportant: Bool
  ) -> Verdict? {
    if !isEnabled || strength == .none { return .switchedOff }
    if !isImportant, !profile.categories.contains(category) { return .profile }
    if self[category].strength == .none { return .categoryOff }
    if application.strength(of: category) == .none { return .applicationOff }
    if !isImportant, !application.profile.categories.contains(category) { return .applicationOff }
    if circumstances.isEmpty { return nil }
    if !isImportant, circumstances.contains(.quietHours), !quietHours.allowed.contains(category) { return .quietHours }
    if !isImportant, circumstances.contains(.powerSaver), !powerSaver.allowed.contains(category) { return .powerSaver }
    if circumstances.contains(.suspending) { return .suspending }
    if circumstances.contains(.sessionInactive) { return .sessionInactive }
    // On a lock screen, media belong to the applications behind it.
    if circumstances.contains(.locked), category == .media { return .locked }
    return nil
  }
}
