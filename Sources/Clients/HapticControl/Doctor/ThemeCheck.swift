internal import HapticPreferences
internal import HapticSystem
internal import HapticThemes
internal import Haptics
internal import PreferenceFiles
internal import TextDiagnostics

/// Checks that the theme in the settings exists, is readable and is in force.
enum ThemeCheck {
  /// - Parameters:
  ///   - inForce: the theme of the daemon, or nil if the daemon does not report it.
  ///   - option: the theme of the daemon's option --theme; nil without this option.
  static func findings(
    _ settings: PreferenceStack, inForce: ShortName?, option: String? = nil, searching folders: [String]
  ) -> [DoctorFinding] {
    let wanted = settings.preferences.theme ?? Theme.standardName
    do throws(ThemeError) {
      return findings(try Theme.load(wanted.description, searching: folders), inForce, option)
        + lacking(option, inForce)
    } catch {
      return [missing(wanted, error, inForce, folders)] + lacking(option, inForce)
    }
  }

  /// A problem if the daemon uses another theme than that of its option.
  private static func lacking(_ option: String?, _ inForce: ShortName?) -> [DoctorFinding] {
    guard let option, let inForce, inForce != ShortName(truncating: option) else { return [] }
    let text =
      "the theme '\(option)' of the daemon's option --theme cannot be loaded; the theme \(inForce) is used instead"
    return [.problem("theme", text, remedy: "start hapticd without --theme")]
  }

  @ListBuilder<DoctorFinding>
  private static func findings(_ theme: Theme, _ inForce: ShortName?, _ option: String?) -> [DoctorFinding] {
    if let first = theme.warnings.first {
      let broken = theme.warnings.first(where: \.isError)
      DoctorFinding(
        subject: "theme", grade: broken == nil ? .note : .problem,
        text: "the theme \(theme.name) has \(counted(theme.warnings.count, "mistake"))",
        details: theme.warnings.prefix(mostDetails).map(\.description),
        remedy: "hapticctl lint \(Folder.containing((broken ?? first).file))")
    }
    if let inForce, inForce != theme.name {
      .note(
        "theme",
        "the daemon uses the theme \(inForce)\(option == "\(inForce)" ? " of its option --theme" : ""), but the settings "
          + "select \(theme.name)", remedy: option.map { _ in "start hapticd without --theme" })
    }
  }

  private static let mostDetails = 5

  /// The theme in force while the selected one cannot be loaded; possibly a former version of that.
  static func words(_ inForce: ShortName, insteadOf wanted: ShortName) -> String {
    inForce == wanted
      ? "; its former version stays in force until the daemon ends" : "; the theme \(inForce) is used instead"
  }

  private static func missing(
    _ wanted: ShortName, _ error: ThemeError, _ inForce: ShortName?, _ folders: [String]
  ) -> DoctorFinding {
    let instead = inForce.map { words($0, insteadOf: wanted) } ?? ""
    guard case .refused(let findings) = error else {
      let names = Theme.names(in: folders)
      let nearest = Spelling.nearest(to: wanted.description, among: names)
      return .problem(
        "theme", "there is no theme '\(wanted)'\(instead); there are \(names.joined(separator: ", "))",
        remedy: nearest.map { "hapticctl set theme \($0)" } ?? "hapticctl set theme \(Theme.standardName)")
    }
    return .problem(
      "theme", "the theme '\(wanted)' cannot be read\(instead)", details: findings.map(\.description),
      remedy: "hapticctl lint \(Folder.containing(findings[0].file))")
  }

  /// A note if the theme in the settings is not in force or has mistakes; nil otherwise.
  static func note(of settings: PreferenceStack, _ session: DaemonSession?) -> String? {
    let status = try? session?.status()
    let option = status.flatMap { DaemonFolders(ofProcess: $0.processID) }?.themeOption
    let found = findings(settings, inForce: status?.theme, option: option, searching: ChosenTheme.searched)
    guard let finding = found.first else { return nil }
    return (lines(of: finding).prefix(2)).joined(separator: "; ")
  }

  /// A finding in lines: the details have the remedies of mistakes in files; without details, the remedy follows.
  static func lines(of finding: DoctorFinding) -> [String] {
    finding.details.isEmpty ? [finding.line] : [finding.text] + finding.details
  }
}
