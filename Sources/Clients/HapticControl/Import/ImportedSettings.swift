internal import Glibc
internal import HapticPatterns
internal import HapticPreferences
internal import HapticSystem
internal import PreferenceFiles
internal import TextDiagnostics

/// The settings of hapticd that correspond to those of feedbackd on this machine.
struct ImportedSettings {
  private(set) var changes: [(key: PreferenceKey, value: PreferenceValue)] = []
  /// The settings that have no counterpart, with the reason.
  private(set) var omissions: [String] = []

  /// - Returns: nil if feedbackd has no settings here.
  init?() {
    guard let general = FeedbackdSettings.value(of: "profile") else { return nil }
    if let profile = FeedbackdSettings.profile(general), profile != .full { add("profile", .profile(profile)) }
    let amplitude = FeedbackdSettings.value(of: "max-haptic-strength").flatMap { text in
      Double(text.filter { !$0.isWhitespace })
    }
    if let amplitude, (0..<1).contains(amplitude) { add("strength", .strength(Self.strength(of: amplitude))) }
    let texts = { FeedbackdSettings.value(of: $0).map(FeedbackdSettings.texts) ?? [] }
    if let theme = texts("theme").first, theme != "default" {
      if let name = ShortName(theme), name.isFolderName {
        add("feedback-theme", .name(name))
      } else {
        omissions.append("\(Quotation.quoted(theme)) is not the name of a theme")
      }
    }
    for id in texts("allow-important") { add("app.\(id).important", .boolean(true)) }
    let applications = Self.installedApplications()
    for (munged, profile) in FeedbackdSettings.profilesOfApplications() where profile != .full {
      // feedbackd's settings have the ids in another form.
      let ids = applications.filter { FeedbackdSettings.munged($0) == munged }
      if ids.isEmpty { omissions.append("no installed application has the id \(munged) (profile \(profile.name))") }
      for id in ids { add("app.\(id).profile", .profile(profile)) }
    }
  }

  private mutating func add(_ key: String, _ value: PreferenceValue) {
    guard let key = try? PreferenceKey.spelled(key) else { return omissions.append("\(key) is not a valid key") }
    changes.append((key, value))
  }

  /// The felt strength of a share of the amplitude, in whole percent. feedbackd cuts at the amplitude; hapticd scales, so
  /// that weaker feedback stays weaker.
  private static func strength(of amplitude: Double) -> Intensity {
    Intensity((pow(amplitude, exponent) * 100).rounded() / 100)
  }

  /// That of the patterns of files, see hapticd-patterns(7).
  private static let exponent = 0.65

  /// The ids of applications with a desktop file, by the rules of the XDG base directory specification.
  private static func installedApplications() -> [String] {
    let names = BaseFolders.allData(environment: Environment.variable).flatMap {
      (try? Folder.entries(of: "\($0)/applications")) ?? []
    }
    let suffix = ".desktop"
    return Set(names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }).sorted()
  }
}
