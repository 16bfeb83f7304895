internal import Glibc
internal import HapticProtocol
internal import HapticSystem
internal import PreferenceFiles

/// The words that a report must not contain: home folders, and the names of the user, the machine and applications.
struct PrivateWords {
  /// The words with what replaces them, the longest first, so that a part is not replaced before the whole.
  private let replacements: [(word: String, replacement: String)]

  /// - Parameters:
  ///   - homes: absolute paths.
  ///   - users: names of users; the names that many systems give to their only user stay, as they identify nobody.
  init(homes: [String], users: [String], hosts: [String], applications: [String]) {
    let lists: [[(word: String, replacement: String)]] = [
      homes.map { ($0.hasSuffix("/") ? String($0.dropLast()) : $0, "~") }.filter { $0.word.utf8.count > 1 },
      users.filter { !["root", "user"].contains($0) }.map { ($0, "USER") }, hosts.map { ($0, "HOST") },
      applications.filter { $0 != "hapticctl" }.map { ($0, "APPLICATION") },
    ]
    replacements = lists.flatMap(\.self).filter { !$0.word.isEmpty }
      .sorted { $0.word.utf8.count > $1.word.utf8.count }
  }

  /// The text with each of the words replaced, and the names in `/home`.
  func removed(from text: String) -> String {
    Self.withoutHomes(
      replacements.reduce(text) { text, entry in text.replacingWord(entry.word, with: entry.replacement) })
  }

  /// Also a folder of a user who is not known here, such as that of the daemon.
  private static func withoutHomes(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let range = rest.firstOccurrence(of: "/home/") {
      result += rest[..<range.lowerBound] + "~"
      rest = rest[range.upperBound...].drop { $0 != "/" && !$0.isWhitespace }
    }
    return result + rest
  }
}

extension PrivateWords {
  /// The words of this user, of this machine, and of the applications in the settings and in the daemon's history.
  init(_ settings: PreferenceStack, history: [Observed]) {
    // unsafe: the texts are copied before another call could replace them; nil if the user is in no database
    let account = unsafe getpwuid(getuid())
    let home = unsafe account.map { unsafe String(cString: $0.pointee.pw_dir) }
    let name = unsafe account.map { unsafe String(cString: $0.pointee.pw_name) }
    self.init(
      homes: [Environment.variable("HOME"), home].compactMap(\.self),
      users: ["USER", "LOGNAME", "SUDO_USER"].compactMap(Environment.variable) + [name].compactMap(\.self),
      hosts: [Machine().text("/proc/sys/kernel/hostname")].compactMap(\.self),
      applications: settings.keys.filter { $0.setting.table == .application }.map { "\($0.name)" }
        + history.map { "\($0.applicationName)" })
  }
}

extension String {
  /// Replaces a word where no letter or digit is before or after it.
  fileprivate func replacingWord(_ word: String, with replacement: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstOccurrence(of: word) {
      let before = rest[..<range.lowerBound].last ?? result.last
      let isWhole = ![before, rest[range.upperBound...].first].contains {
        $0.map { $0.isLetter || $0.isNumber } ?? false
      }
      result += rest[..<range.lowerBound] + (isWhole ? replacement : word)
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
