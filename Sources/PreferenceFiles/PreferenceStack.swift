internal import HapticPatterns
public import HapticPreferences
internal import HapticSystem
internal import TextDiagnostics

/// All files of preferences that there are, one upon the other: what a later one says of a key counts.
public struct PreferenceStack: Equatable, Sendable {
  /// What they say together.
  public private(set) var preferences = Preferences()
  /// What is wrong with them, file by file in the order in which they are read. Only errors keep a file from being used.
  public private(set) var problems: [PreferenceProblem] = []
  /// Where each key that is said is said; no key that is at its default.
  public private(set) var origins: [PreferenceKey: PreferenceOrigin] = [:]
  /// What each file says, or said when it was good. In the order in which they are read.
  private var files: [(path: String, assignments: [PreferenceAssignment])] = []

  /// Nothing said.
  public init() {}

  public static func == (left: PreferenceStack, right: PreferenceStack) -> Bool {
    left.preferences == right.preferences && left.problems == right.problems && left.origins == right.origins
  }

  /// The paths of the files that there are, broken ones too, the most important last.
  public var paths: [String] { files.map(\.path) }

  /// What is broken now, in one line; nil where no file is.
  public var complaint: String? { problems.first { $0.isError }?.description }

  /// Where the schema's defaults and all files leave an application or device nothing to say, it is not listed.
  public var keys: [PreferenceKey] {
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
  /// A file that is broken now and was good in `previous` still says what it said there, so that a slip while somebody
  /// edits it changes nothing. A file that is gone says nothing.
  ///
  /// - Parameters:
  ///   - folders: the most important first (`PreferenceFolders.all(environment:)`).
  ///   - previous: what is in force, where this is not the first time.
  public static func load(in folders: [String], keeping previous: PreferenceStack? = nil) -> PreferenceStack {
    var stack = PreferenceStack()
    for folder in folders.reversed() {
      let (paths, ignored) = PreferenceFolders.files(in: folder)
      var room = PreferenceLimits.folderBytes
      for path in paths { stack.read(path, room: &room, keeping: previous) }
      if ignored > 0 { stack.warnOfMany(in: folder, ignored) }
    }
    for (path, assignments) in stack.files { stack.apply(assignments, from: path) }
    stack.checkQuietHours()
    return stack
  }

  private mutating func read(_ path: String, room: inout Int, keeping previous: PreferenceStack?) {
    guard let file = Self.file(path, room: &room) else { return }
    problems += file.findings.map { PreferenceProblem($0, in: path) }
    let former = file.isRefused ? previous?.files.first { $0.path == path }?.assignments : nil
    files.append((path, former ?? file.assignments))
  }

  /// Nil where there is no such file.
  ///
  /// - Parameter room: bytes that the folder's files may still have; less afterwards.
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
        return refused("cannot read the file: \(reason)", remedy: "check its permissions")
      case .notRegular: return refused("not a regular file", remedy: "replace it with a file")
      case .tooLarge: return PreferenceFile(refused: .tooLarge)
      }
    }
  }

  private static func refused(_ message: String, remedy: String) -> PreferenceFile {
    PreferenceFile(refused: Finding(.error, message: message, remedy: remedy))
  }

  private mutating func warnOfMany(in folder: String, _ count: Int) {
    let finding = Finding(
      .warning, message: "more than \(PreferenceLimits.dropIns) drop-ins; the last \(count) are ignored",
      remedy: "merge some of them")
    problems.append(PreferenceProblem(finding, in: "\(folder)/\(PreferenceFolders.dropInName)"))
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
      origins[assignment.key] = PreferenceOrigin(file: path, line: assignment.line, column: assignment.column)
    }
    guard let ignored else { return }
    let finding = Finding(
      .warning, line: ignored.line, column: ignored.column, key: "\(ignored.key)",
      message: ignored.key.setting.table == .device
        ? "more than \(PreferenceLimits.devices) devices in all files; this and later ones are ignored"
        : "more than \(PreferenceLimits.applications) applications in all files; this and later ones are ignored",
      remedy: "remove those that you do not need")
    problems.append(PreferenceProblem(finding, in: path))
  }

  private func hasRoom(for key: PreferenceKey) -> Bool {
    switch key.setting.table {
    case .application:
      preferences.applications.count < PreferenceLimits.applications || preferences.applications[key.name] != nil
    case .device: preferences.devices.count < PreferenceLimits.devices || preferences.devices[key.name] != nil
    default: true
    }
  }

  /// One end of the hours is no hours.
  private mutating func checkQuietHours() {
    let hours = preferences.quietHours
    guard (hours.start == nil) != (hours.end == nil) else { return }
    let (said, missing) = hours.start == nil ? ("to", "from") : ("from", "to")
    guard let key = PreferenceKey(.quietHours, said), let origin = origins[key] else { return }
    let finding = Finding(
      .warning, line: origin.line, column: origin.column, key: "\(key)",
      message: "quiet hours are off because quiet-hours.\(missing) is missing", remedy: "set quiet-hours.\(missing)")
    problems.append(PreferenceProblem(finding, in: origin.file))
  }
}
