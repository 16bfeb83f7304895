internal import HapticPatterns
package import HapticPreferences
internal import HapticSystem
package import TextDiagnostics

/// All preference files in layers. For each key, the last file that sets it applies.
package struct PreferenceStack: Equatable, Sendable {
  /// The merged settings.
  package private(set) var preferences = Preferences()
  /// The findings about all files, in the order in which the files are read. Only errors prevent the use of a file.
  package private(set) var problems: [FileFinding] = []
  /// The position of each key that a file sets; keys with their default are not included.
  package private(set) var origins: [PreferenceKey: PreferenceOrigin] = [:]
  /// The settings of each file, or its former settings while it is invalid, in the order in which the files are read.
  private var files: [(path: String, assignments: [PreferenceAssignment])] = []

  /// A stack without files: all settings have their defaults.
  package init() {}

  package static func == (left: PreferenceStack, right: PreferenceStack) -> Bool {
    left.preferences == right.preferences && left.problems == right.problems && left.origins == right.origins
  }

  /// The paths of the existing files, including invalid ones, in ascending order of precedence.
  package var paths: [String] { files.map(\.path) }

  /// The first error in one line; nil without errors.
  package var complaint: String? { problems.first { $0.isError }?.description }

  /// All keys: the general ones, and those of each application and device that a file sets.
  package var keys: [PreferenceKey] {
    let tables: [PreferenceTable] = [.application, .device]
    let named = tables.flatMap { table in
      Set(origins.keys.filter { $0.setting.table == table }.map(\.name)).flatMap {
        PreferenceKey.all(of: table, named: $0)
      }
    }
    return PreferenceKey.general + named.sorted(by: PreferenceKey.isBefore)
  }

  // MARK: Loading

  /// Reads all files.
  ///
  /// A file that is invalid now and was valid in `previous` keeps its settings from there, so that a mistake during
  /// editing changes nothing. A file that no longer exists has no settings.
  ///
  /// - Parameters:
  ///   - folders: the folders in descending order of precedence (`PreferenceFolders.all(environment:)`).
  ///   - previous: the stack in force; nil at the first time.
  package static func load(in folders: [String], keeping previous: PreferenceStack? = nil) -> PreferenceStack {
    var stack = PreferenceStack()
    for folder in folders.reversed() {
      let (paths, ignored, malformed) = PreferenceFolders.files(in: folder)
      var room = PreferenceLimits.folderBytes
      for path in paths { stack.read(path, room: &room, keeping: previous) }
      if ignored > 0 {
        let finding = Finding(
          .warning, message: "more than \(PreferenceLimits.dropIns) drop-ins; the last \(ignored) are ignored",
          remedy: "merge some of them")
        stack.problems.append(FileFinding(finding, in: "\(folder)/\(PreferenceFolders.dropInName)"))
      }
      stack.problems += malformed.prefix(PreferenceLimits.dropIns).map {
        FileFinding(Finding(malformedName: $0), in: "\(folder)/\(PreferenceFolders.dropInName)")
      }
    }
    for (path, assignments) in stack.files { stack.apply(assignments, from: path) }
    stack.checkQuietHours()
    return stack
  }

  private mutating func read(_ path: String, room: inout Int, keeping previous: PreferenceStack?) {
    guard let file = Self.file(path, room: &room) else { return }
    problems += file.findings.map { FileFinding($0, in: path) }
    let former = file.isRefused ? previous?.files.first { $0.path == path }?.assignments : nil
    files.append((path, former ?? file.assignments))
  }

  /// Reads a file.
  ///
  /// - Parameter room: the bytes that remain for the files of the folder; reduced by this file.
  /// - Returns: nil if the file does not exist.
  private static func file(_ path: String, room: inout Int) -> PreferenceFile? {
    do throws(RegularFile.Failure) {
      let bytes = try RegularFile.read(path, upTo: PreferenceLimits.fileBytes)
      guard bytes.count <= room else { return PreferenceFile(refused: .folderTooLarge) }
      room -= bytes.count
      return PreferenceFile(bytes)
    } catch {
      switch error {
      case .refused(.noSuchFile), .refused(.notDirectory): return nil
      case .refused(let reason):
        return refused("cannot read the file: \(reason)", remedy: reason.remedy(or: "check its permissions"))
      case .notRegular: return refused("not a regular file", remedy: "replace it with a file")
      case .tooLarge: return PreferenceFile(refused: .tooLarge)
      }
    }
  }

  private static func refused(_ message: String, remedy: String) -> PreferenceFile {
    PreferenceFile(refused: Finding(.error, message: message, remedy: remedy))
  }

  // MARK: Layering

  private mutating func apply(_ assignments: [PreferenceAssignment], from path: String) {
    var ignored: PreferenceAssignment?
    for assignment in assignments {
      guard hasRoom(for: assignment.key) else {
        ignored = ignored ?? assignment
        continue
      }
      assignment.key.set(assignment.value, in: &preferences)
      let place = assignment.place
      origins[assignment.key] = PreferenceOrigin(file: path, line: place.line, column: place.column)
    }
    guard let ignored else { return }
    let finding = Finding(
      .warning, ignored.place, key: "\(ignored.key)",
      message: ignored.key.setting.table == .device
        ? "more than \(PreferenceLimits.devices) devices in all files; this and later ones are ignored"
        : "more than \(PreferenceLimits.applications) applications in all files; this and later ones are ignored",
      remedy: "remove those that you do not need")
    problems.append(FileFinding(finding, in: path))
  }

  private func hasRoom(for key: PreferenceKey) -> Bool {
    switch key.setting.table {
    case .application:
      preferences.applications.count < PreferenceLimits.applications || preferences.applications[key.name] != nil
    case .device: preferences.devices.count < PreferenceLimits.devices || preferences.devices[key.name] != nil
    default: true
    }
  }

  /// Warns of quiet hours that never begin: without a start, an end or a day. Those that a file switches off are no mistake.
  private mutating func checkQuietHours() {
    let hours = preferences.quietHours
    func isOff(_ name: String, _ value: Int?) -> Bool {
      value == nil && PreferenceKey(.quietHours, name).map { origins[$0] != nil } ?? false
    }
    if isOff("from", hours.start) || isOff("to", hours.end) { return }
    let (said, reason, remedy): (String, String, String)
    switch (hours.start, hours.end) {
    case (nil, nil): return
    case (nil, _): (said, reason, remedy) = ("to", "quiet-hours.from is missing", "set quiet-hours.from")
    case (_, nil): (said, reason, remedy) = ("from", "quiet-hours.to is missing", "set quiet-hours.to")
    case _ where hours.days.isEmpty:
      (said, reason, remedy) = ("days", "quiet-hours.days has no day", "remove quiet-hours.days for every day")
    default: return
    }
    guard let key = PreferenceKey(.quietHours, said), let origin = origins[key] else { return }
    let finding = Finding(
      .warning, line: origin.line, column: origin.column, key: "\(key)",
      message: "quiet hours are off because \(reason)", remedy: remedy)
    problems.append(FileFinding(finding, in: origin.file))
  }
}
