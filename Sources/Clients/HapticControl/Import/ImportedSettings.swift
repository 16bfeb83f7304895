internal import Glibc
internal import HapticPatterns
internal import HapticPreferences
internal import HapticSystem
internal import PreferenceFiles
internal import TextDiagnostics

/// The settings of hapticd that correspond to those of feedbackd.
struct ImportedSettings {
  private(set) var changes: [(key: PreferenceKey, value: PreferenceValue)] = []
  /// The settings that have no counterpart, with the reason.
  private(set) var omissions: [String] = []

  /// - Parameter applications: the ids of installed applications: feedbackd's settings have them in another form.
  init(_ settings: FeedbackdSettings, applications: [String]) {
    if let profile = settings.profile, profile != .full { add("profile", .profile(profile)) }
    if let amplitude = settings.highestAmplitude, amplitude < 1 {
      add("strength", .strength(Self.strength(of: amplitude)))
    }
    if let theme = settings.theme {
      if let name = ShortName(theme), name.isFolderName {
        add("feedback-theme", .name(name))
      } else {
        omissions.append("\(Quotation.quoted(theme)) is not the name of a theme")
      }
    }
    for id in settings.important { add("app.\(id).important", .boolean(true)) }
    for (munged, profile) in settings.applications.sorted(by: { $0.key < $1.key }) where profile != .full {
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
  static func installedApplications(environment variable: (String) -> String?) -> [String] {
    let names = BaseFolders.allData(environment: variable).flatMap {
      (try? Folder.entries(of: "\($0)/applications")) ?? []
    }
    let suffix = ".desktop"
    return Set(names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }).sorted()
  }
}
