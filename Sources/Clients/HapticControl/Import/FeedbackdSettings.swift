internal import Glibc
internal import HapticPreferences

/// The settings of feedbackd on this machine, as `gsettings` and `dconf` print them.
struct FeedbackdSettings: Equatable {
  var profile: Profile?
  /// The name of the theme; nil for the usual one.
  var theme: String?
  /// The share of the full amplitude, 0...1.
  var highestAmplitude: Double?
  var important: [String] = []
  /// The profiles of applications, by their munged ids.
  var applications: [String: Profile] = [:]

  /// - Returns: nil if feedbackd has no settings here, because its schema or `gsettings` is not installed.
  static func read() -> FeedbackdSettings? {
    guard let profile = output("gsettings get org.sigxcpu.feedbackd profile") else { return nil }
    var settings = FeedbackdSettings()
    settings.profile = texts(profile).first.flatMap(Profile.init(rawValue:))
    settings.theme = output("gsettings get org.sigxcpu.feedbackd theme").flatMap { texts($0).first }
      .flatMap { $0 == "default" ? nil : $0 }
    settings.highestAmplitude =
      output("gsettings get org.sigxcpu.feedbackd max-haptic-strength").flatMap {
        Double($0.filter { !$0.isWhitespace })
      }
      .flatMap { (0...1).contains($0) ? $0 : nil }
    settings.important = output("gsettings get org.sigxcpu.feedbackd allow-important").map(texts) ?? []
    let list = output("dconf list \(folder)") ?? ""
    for line in list.split(separator: "\n") {
      let id = line.last == "/" ? String(line.dropLast()) : ""
      guard isMunged(id), let text = output("dconf read \(folder)\(id)/profile") else { continue }
      settings.applications[id] = texts(text).first.flatMap(Profile.init(rawValue:))
    }
    return settings
  }

  private static let folder = "/org/sigxcpu/feedbackd/application/"

  /// The form of an id in the settings: lower case, with dashes for all other characters.
  static func munged(_ id: String) -> String {
    String(
      id.unicodeScalars.map { scalar in
        scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
      }
    ).lowercased()
  }

  /// Whether a name is safe in a command line.
  private static func isMunged(_ id: String) -> Bool { !id.isEmpty && munged(id) == id && id.utf8.count <= 255 }

  /// The texts in single quotation marks.
  static func texts(_ value: String) -> [String] {
    value.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map { String($0.element) }
  }

  /// Runs a command and returns its output; nil if it failed.
  private static func output(_ command: String) -> String? {
    guard let stream = unsafe popen("exec \(command) 2>/dev/null", "re") else { return nil }
    var text = [UInt8](repeating: 0, count: longest)
    let count = unsafe fread(&text, 1, longest, stream)
    return unsafe pclose(stream) == 0 ? String(decoding: text[..<count], as: UTF8.self) : nil
  }

  private static let longest = 1 << 16
}
