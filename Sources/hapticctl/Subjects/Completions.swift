internal import ArgumentParser
internal import FoundationEssentials
internal import HapticPatterns
internal import HapticSystem
internal import HapticThemes
internal import PreferenceFiles

// What a shell offers. It asks this program when the key is pressed, so that a person's own themes count; the daemon is
// not asked, as a shell must not wait.

extension CompletionKind {
  /// Names of feedbacks.
  static var feedback: CompletionKind { .custom { _, _, prefix in feedbackNames(startingWith: prefix) } }

  /// Names of feedbacks, and files that can be patterns.
  static var subject: CompletionKind {
    .custom { _, _, prefix in feedbackNames(startingWith: prefix) + patternFiles(startingWith: prefix) }
  }

  /// Files that can be patterns.
  static var patternFile: CompletionKind { .custom { _, _, prefix in patternFiles(startingWith: prefix) } }

  /// The program's own themes and those in folders.
  static var theme: CompletionKind {
    .custom { _, _, prefix in
      let inFolders = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
      return Set(Theme.builtInNames.map(\.description) + inFolders).filter { $0.hasPrefix(prefix) }.sorted()
    }
  }

  /// Keys of preferences: all there are, and those of applications and devices that something is said of.
  static var preferenceKey: CompletionKind {
    .custom { _, _, prefix in
      let stack = PreferenceStack.load(in: PreferenceFolders.all(environment: Environment.variable))
      return stack.keys.map(\.description).filter { $0.hasPrefix(prefix) }
    }
  }

  /// The same, and the tables of what is said.
  static var preferenceKeyOrTable: CompletionKind {
    .custom { _, _, prefix in
      let keys = PreferenceStack.load(in: PreferenceFolders.all(environment: Environment.variable)).keys
      let tables = keys.map { $0.description.dropLast($0.setting.name.count + 1) }.filter { !$0.isEmpty }
      return (Set(tables.map(String.init)).sorted() + keys.map(\.description)).filter { $0.hasPrefix(prefix) }
    }
  }

  /// Values for the key in front.
  static var preferenceValue: CompletionKind {
    .custom { words, index, prefix in
      guard words.indices.contains(index - 1), let key = try? PreferenceKey.spelled(words[index - 1]) else { return [] }
      return key.setting.kind.suggestions.filter { $0.hasPrefix(prefix) }
    }
  }

  private static var folders: [String] { Theme.searchFolders(environment: Environment.variable) }

  /// Those that mean nothing are not offered.
  private static func feedbackNames(startingWith prefix: String) -> [String] {
    let theme = (try? Theme.load(Theme.standardName.description, searching: folders)) ?? .standard
    return theme.feedbacks.filter { !$0.isSilent }.map(\.feedback.name.description).filter { $0.hasPrefix(prefix) }
  }

  /// Paths that start with `prefix`: folders, with a slash behind, and what pattern files are called.
  static func patternFiles(startingWith prefix: String) -> [String] {
    let end = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let (folder, start) = (String(prefix[..<end]), prefix[end...])
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().filter { $0.hasPrefix(start) && (start.hasPrefix(".") || !$0.hasPrefix(".")) }
      .compactMap { name in
        var isFolder = false
        guard FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder) else { return nil }
        return isFolder ? folder + name + "/" : SubjectName.isPatternFile(name) ? folder + name : nil
      }
  }
}
