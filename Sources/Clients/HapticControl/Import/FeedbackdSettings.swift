internal import Glibc
internal import HapticPreferences

/// Reads the settings of feedbackd on this machine, as `gsettings` and `dconf` print them.
enum FeedbackdSettings {
  /// - Returns: the value of a key; nil if feedbackd's schema or `gsettings` is not installed.
  static func value(of key: String) -> String? { output("gsettings get org.sigxcpu.feedbackd \(key)") }

  /// The profiles of applications with their munged ids, in order of the ids.
  static func profilesOfApplications() -> [(id: String, profile: Profile)] {
    let folder = "/org/sigxcpu/feedbackd/application/"
    let lines = (output("dconf list \(folder)") ?? "").split(separator: "\n")
    let ids = Set(lines.filter { $0.hasSuffix("/") }.map { String($0.dropLast()) }).filter(isMunged)
    return ids.sorted().compactMap { id in
      output("dconf read \(folder)\(id)/profile").flatMap(profile).map { (id, $0) }
    }
  }

  static func profile(_ value: String) -> Profile? { texts(value).first.flatMap(Profile.init(rawValue:)) }

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
