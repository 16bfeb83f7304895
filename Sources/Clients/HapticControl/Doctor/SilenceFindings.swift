internal import HapticPreferences
internal import HapticProtocol
internal import Haptics
internal import PreferenceFiles

/// Finds the settings and the current circumstances that silence feedback.
///
/// A setting that silences everything is a problem; one that silences a part is a finding of grade `silent`.
struct SilenceFindings {
  let settings: PreferenceStack
  /// The status of the daemon; without it the files apply, and the circumstances are unknown.
  let status: Status?
  /// All devices that the daemon knows.
  let devices: [DeviceRecord]
  /// The settings that switch ready devices off.
  let devicesOff: [DeviceID: SilencingSetting]

  private var preferences: Preferences { settings.preferences }

  var findings: [DoctorFinding] {
    general + categories + applications + deviceSettings + WeakStrengths(settings: settings).findings + localities
      + moment
  }

  // MARK: Settings

  @ListBuilder<DoctorFinding> private var general: [DoctorFinding] {
    let profile = Profile(rawValue: status.map { "\($0.profile)" } ?? preferences.profile.name)
    let remedy = "hapticctl set profile full"
    let source = settings.isGSettings("profile") ? ", by GSettings" : ""
    if !(status?.isEnabled ?? preferences.isEnabled) {
      .problem("switch", "haptics are switched off", remedy: "hapticctl set enabled on")
    }
    if preferences.strength == .none {
      .problem("strength", "the general strength is 0%", remedy: "hapticctl set strength full")
    }
    if profile == .silent {
      .problem("profile", "the profile silent excludes everything\(source)", remedy: remedy)
    } else if profile == .quiet {
      let silent = Self.words(except: Profile.quiet.categories)
      DoctorFinding.silent("profile", "the profile quiet excludes \(silent)\(source)", remedy: remedy)
    }
  }

  private var categories: [DoctorFinding] {
    let silent = Category.allCases.filter { preferences[$0].strength == .none }
    return silent.map { category in
      let text = "\(category.name) is switched off"
      let remedy = "hapticctl set \(category.name).strength full"
      return silent.count == Category.allCases.count
        ? .problem("category", text, remedy: remedy) : .silent("category", text, remedy: remedy)
    }
  }

  private var applications: [DoctorFinding] {
    settings.keys.filter { $0.setting.table == .application }.compactMap { key in
      guard key.setting.kind == .strength, key.value(in: preferences) == .strength(.none) else { return nil }
      let part = key.setting.name == "strength" ? "" : ", for \(key.setting.name)"
      return .silent(
        "application", "\(key.name) is switched off\(part)", remedy: "hapticctl set \("\(key)".shellWord) full")
    }
  }

  private var deviceSettings: [DoctorFinding] {
    let ready = devices.filter { $0.state == .ready }
    let isEverythingOff = ready.allSatisfy { setting(silencing: $0) != nil }
    return ready.compactMap { device in
      guard let setting = setting(silencing: device) else { return nil }
      let text = "\(device.name) is \(setting.words)"
      let remedy = setting.command
      return isEverythingOff ? .problem("device", text, remedy: remedy) : .silent("device", text, remedy: remedy)
    }
  }

  func setting(silencing device: DeviceRecord) -> SilencingSetting? { device.id.flatMap { devicesOff[$0] } }

  @ListBuilder<DoctorFinding> private var localities: [DoctorFinding] {
    // Without a daemon, the devices are unknown.
    if status != nil, !devices.contains(where: { $0.state == .ready && $0.kind == .gamepad }) {
      if preferences.locality == .gamepad {
        .problem("locality", "feedback plays on a gamepad, and none is ready", remedy: "hapticctl set locality phone")
      }
      for (name, wishes) in preferences.applications.sorted(by: { "\($0.key)" < "\($1.key)" })
      where wishes.locality == .gamepad {
        .silent(
          "locality", "\(name) plays on a gamepad, and none is ready",
          remedy: "hapticctl set \("app.\(name).locality".shellWord) phone")
      }
    }
  }

  // MARK: Circumstances

  @ListBuilder<DoctorFinding> private var moment: [DoctorFinding] {
    let now = status?.circumstances ?? []
    if now.contains(.sessionInactive) {
      .problem("session", "another session is active", remedy: "switch to this session: loginctl activate")
    }
    if now.contains(.suspending) {
      .silent("session", "the machine is about to sleep", remedy: "try again after it wakes up")
    }
    if now.contains(.locked) {
      .silent("session", "the session is locked, which excludes media", remedy: "loginctl unlock-session")
    }
    if now.contains(.quietHours) {
      let silent = Self.words(except: preferences.quietHours.allowed)
      DoctorFinding.silent(
        "quiet-hours", "quiet hours exclude \(silent) now", remedy: "hapticctl set quiet-hours.from off")
    }
    if now.contains(.powerSaver) {
      let silent = Self.words(except: preferences.powerSaver.allowed)
      let all = Category.allCases.map(\.name).joined(separator: ",")
      DoctorFinding.silent(
        "power-saver", "the power saver excludes \(silent) now", remedy: "hapticctl set power-saver.allow \(all)")
    }
  }

  private static func words(except allowed: CategorySet) -> String {
    let names = Category.allCases.filter { !allowed.contains($0) }.map(\.name)
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}
