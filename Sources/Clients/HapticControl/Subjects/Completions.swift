internal import ArgumentParser
internal import HapticSystem
internal import HapticThemes
internal import Haptics
internal import PreferenceFiles

// Completions for shells. The shell runs this program at each completion, so that the user's themes and settings are
// included, and the daemon's devices and history if it replies within `timeout`.

extension CompletionKind {
  /// Those of these words that start with the typed one.
  private static func word(of words: @escaping @Sendable () -> [String]) -> CompletionKind {
    .custom { _, _, prefix in words().filter { $0.hasPrefix(prefix.withoutShellEscapes) } }
  }

  static var feedback: CompletionKind { word(of: feedbackNames) }

  /// Names of feedbacks, and paths of pattern files.
  static var subject: CompletionKind {
    .custom { _, _, prefix in
      feedbackNames().filter { $0.hasPrefix(prefix.withoutShellEscapes) } + patternFiles(startingWith: prefix)
    }
  }

  static var patternFile: CompletionKind { .custom { _, _, prefix in patternFiles(startingWith: prefix) } }

  /// The built-in themes and those in theme folders.
  static var theme: CompletionKind { word(of: themes) }

  static var category: CompletionKind { .list(Category.allCases.map(\.name)) }
  static var locality: CompletionKind { .list(Locality.allCases.map(\.name)) }

  /// The names of the daemon's devices; their numbers if two devices have the same name.
  static var device: CompletionKind { word(of: deviceNames) }

  /// The names of the nodes of this machine, without a daemon; their paths if two nodes have the same name.
  static var node: CompletionKind { word { nodeNames(Machine().nodes) } }

  static func nodeNames(_ nodes: [LocalNode]) -> [String] {
    nodes.map { node in nodes.count { $0.name == node.name } == 1 ? node.name : node.path }
  }

  /// Typical motors, and the daemon's devices.
  static var motor: CompletionKind { word { ChosenMotor.presetNames + deviceNames() } }

  /// Applications in the settings files and in the daemon's history.
  static var application: CompletionKind { word(of: applications) }

  /// Keys of settings: all general keys, and the keys of applications and devices in the settings files.
  static var preferenceKey: CompletionKind { .custom { _, _, prefix in preferenceKeys(startingWith: prefix) } }

  /// The same, and the tables of the settings.
  static var preferenceKeyOrTable: CompletionKind {
    word {
      let keys = PreferenceStack.here.keys
      let tables = keys.map { $0.plainDescription.dropLast($0.setting.name.count + 1) }.filter { !$0.isEmpty }
      return Set(tables.map(String.init)).sorted() + keys.map(\.plainDescription)
    }
  }

  /// A key, or values for the key in the previous word.
  static var preferencePair: CompletionKind {
    .custom { words, index, prefix in
      if words.indices.contains(index - 1), let key = try? PreferenceKey.spelled(words[index - 1].withoutShellEscapes) {
        let values = key.isTheme ? themes() : key.setting.kind.suggestions
        return values.filter { $0.hasPrefix(prefix.withoutShellEscapes) }
      }
      return preferenceKeys(startingWith: prefix)
    }
  }

  /// Includes the keys of all known applications and devices only if the prefix is `app.` or `device.`.
  private static func preferenceKeys(startingWith prefix: String) -> [String] {
    let prefix = prefix.withoutShellEscapes
    let keys = PreferenceStack.here.keys
    var names: [String] = []
    var table = PreferenceTable.application
    if prefix.hasPrefix("app.") { names = applications() }
    if prefix.hasPrefix("device.") { (names, table) = (deviceNames(), .device) }
    let more = names.compactMap { ShortName($0) }.flatMap { PreferenceKey.all(of: table, named: $0) }
    return (keys + more.filter { !keys.contains($0) }).map(\.plainDescription).filter { $0.hasPrefix(prefix) }
  }

  private static func deviceNames() -> [String] {
    let records = (try? DaemonSession(timeout: timeout).devices())?.filter { $0.id != nil } ?? []
    return records.compactMap { record in
      records.count { $0.name == record.name } == 1 ? record.name : record.id.map { "\($0.rawValue)" }
    }
  }

  private static func applications() -> [String] {
    let inSettings = PreferenceStack.here.keys.filter { $0.description.hasPrefix("app.") }.map { "\($0.name)" }
    let inHistory = (try? DaemonSession(timeout: timeout).history())?.map { "\($0.applicationName)" } ?? []
    return Set(inSettings + inHistory).subtracting([""]).sorted()
  }

  /// The timeout of a call to the daemon, short enough not to be noticed.
  private static let timeout = Duration.milliseconds(200)

  private static func themes() -> [String] { Theme.names(in: ChosenTheme.searched).sorted() }

  /// Names of feedbacks without silent ones.
  private static func feedbackNames() -> [String] {
    let theme = (try? Theme.load(Theme.standardName.description, searching: ChosenTheme.searched)) ?? .standard
    return theme.feedbacks.filter { !$0.isSilent }.map(\.feedback.name.description)
  }

  /// Paths that start with `prefix`: folders with a trailing slash, and files with the suffix of a pattern file.
  static func patternFiles(startingWith prefix: String) -> [String] {
    let end = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let (folder, start) = (String(prefix[..<end]), prefix[end...])
    let names = (try? Folder.entries(of: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().filter { $0.hasPrefix(start) && (start.hasPrefix(".") || !$0.hasPrefix(".")) }
      .compactMap { name in
        guard let status = try? FileStatus(of: folder + name, followingLinks: true) else { return nil }
        return status.kind == .folder ? folder + name + "/" : SubjectName.isPatternFile(name) ? folder + name : nil
      }
  }
}

extension String {
  /// A word as the shell passes it on, such as `device.simulated\ lra.`, without its backslashes.
  fileprivate var withoutShellEscapes: String { filter { $0 != "\\" } }

  /// ArgumentParser's script for Bash, which compares offers with the typed word, with the comparison without the
  /// backslashes of that word; Bash adds them to the chosen offer. The comparison is that of the script itself: compgen would
  /// run commands in the names of applications, themes and files.
  var matchingEscapedWords: String {
    guard hasPrefix("#!/bin/bash") else { return self }
    let end = #"compgen "${@}" -- "${cur}")"#
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasSuffix("_add_completions() {") { return line + "\n" + Self.comparison }
      return line.hasSuffix(end) ? line.dropLast(3) + #"//\\/}")"# : String(line)
    }.joined(separator: "\n")
  }

  private static let comparison = #"""
        if [[ "${1}" == -W ]]; then
            local word
            while IFS='' read -r word; do
                [[ -n "${word}" && "${word}" == "${cur//\\/}"* ]] && COMPREPLY+=("${word}")
            done <<< "${2}"
            return
        fi
    """#
}
