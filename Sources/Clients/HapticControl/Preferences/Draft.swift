internal import Glibc
internal import HapticSystem
internal import PreferenceEditing
internal import PreferenceFiles
internal import TextDiagnostics

/// A copy of the settings file for an editor.
struct Draft {
  let path: String
  /// The text before the editor changes it.
  let start: [UInt8]
  /// Whether this command has made the copy.
  private let isOwn: Bool

  /// Opens a copy that was kept after an error. Any other file is only read: it is the text of a new copy.
  init(from path: String, beside file: String) throws(Failure) {
    let name = Folder.name(of: path)
    guard name.hasPrefix(Folder.name(of: Self.prefix(of: file))), name.hasSuffix(Self.suffix) else {
      self = try Draft(Self.bytes(path), beside: file)
      return
    }
    // The editor can make a copy smaller that is too large to be read.
    let text = try Self.excess(of: path) == nil ? Self.bytes(path) : []
    (self.path, start, isOwn) = (path, text, false)
  }

  /// Makes a copy next to the file, readable only by its owner. The copy of an empty file is the template. The name
  /// ends in .toml for the editor; the folder is not that of drop-ins.
  init(_ bytes: [UInt8], beside file: String) throws(Failure) {
    isOwn = true
    start = bytes.isEmpty ? Array(PreferenceTemplate.text.utf8) : bytes
    _ = try accessed(try FileReplacement(file))
    var name = Array((Self.prefix(of: file) + "XXXXXX" + Self.suffix).utf8CString)
    let number = unsafe mkstemps(&name, Int32(Self.suffix.utf8.count))
    guard number >= 0 else {
      let error = Errno.last
      throw .usage(
        "cannot make a copy of \(file): \(error); \(error.remedy(or: "check the permissions of its folder"))")
    }
    close(number)
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try accessed(try FileReplacement(path).write(start))
  }

  private static let suffix = ".toml"

  /// The beginning of the names of copies.
  private static func prefix(of file: String) -> String { file.dropLast(suffix.count) + "-edit-" }

  /// The text of the copy.
  ///
  /// - Throws: a failure if the copy cannot be read, or is larger than a settings file may be; the copy is kept then.
  func bytes(of file: String) throws(Failure) -> [UInt8] {
    guard let size = Self.excess(of: path) else { return try Self.bytes(path) }
    throw kept(
      "\(path) has \(size) bytes, and a settings file at most \(PreferenceLimits.fileBytes); "
        + "remove settings that have their default value; \(file) is unchanged")
  }

  private static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    do throws(RegularFile.Failure) { return try RegularFile.read(path, upTo: PreferenceLimits.fileBytes) } catch {
      let remedy =
        error == .tooLarge
        ? "a settings file has at most \(PreferenceLimits.fileBytes) bytes"
        : error.remedy(or: "check its name and its permissions")
      throw .usage("cannot read \(path.shownName): \(error.words); \(remedy)")
    }
  }

  /// The size of a file in bytes if a settings file may not be so large; nil otherwise.
  private static func excess(of path: String) -> Int? {
    guard let size = try? FileStatus(of: path, followingLinks: true).size, size > PreferenceLimits.fileBytes else {
      return nil
    }
    return size
  }

  /// Runs the editor and waits until it ends.
  ///
  /// - Throws: a failure if the editor ends with an error, as vi does after `:cq`, or if a signal asks this process to end,
  ///   which the editor then receives. A copy that the command has made and the editor has not changed is removed.
  func openInEditor() throws(Failure) {
    let editor = Environment.variable("VISUAL") ?? Environment.variable("EDITOR") ?? "vi"
    let line = EditorCommand.line(editor, opening: path, at: mistake)
    let words = ["/bin/sh", "-c", EditorCommand.isProgram(editor) ? "exec \(line)" : line]
    let command: ForegroundCommand
    do throws(Failure) { command = try ForegroundCommand(words.map { Array($0.utf8) }) } catch {
      throw abandoned(error.message)
    }
    let code = command.status().exitCode
    if let request = command.request {
      let code = Failure.Code(rawValue: 128 + request) ?? .refused
      throw abandoned("ended by \(request == SIGHUP ? "SIGHUP" : "SIGTERM"); nothing is changed", code)
    }
    if code != 0 { throw abandoned("the editor '\(editor)' failed with exit status \(code); nothing is changed") }
  }

  /// Removes a copy that has no text of the user.
  private func abandoned(_ message: String, _ code: Failure.Code = .refused) -> Failure {
    let files = filesOfEditor
    if isOwn, files.isEmpty, isUnchanged {
      remove()
      return Failure(code: code, message: message)
    }
    let others = files.isEmpty ? "" : "; the editor has left \(files.map(\.shownName).joined(separator: " and "))"
    return Failure(code: code, message: kept(message).message + others)
  }

  /// Whether the copy has the text with which it began, or the editor has removed it.
  private var isUnchanged: Bool {
    if Self.excess(of: path) != nil { return false }
    return (try? FileStatus(of: path)) == nil || (try? Self.bytes(path)) == start
  }

  /// The files that an editor has left beside the copy, with text that it has not saved: Vim's swap file, and those of nano
  /// and Emacs after a signal.
  private var filesOfEditor: [String] {
    let name = Folder.name(of: path)
    let all = (try? Folder.entries(of: Folder.containing(path))) ?? []
    return all.filter { $0 != name && $0.contains(name) }.sorted()
  }

  private var mistake: (line: Int, column: Int)? {
    let findings = PreferenceFile(start).findings
    guard let finding = findings.first(where: { $0.severity == .error }) ?? findings.first, let line = finding.line
    else { return nil }
    return (line, finding.column ?? 1)
  }

  /// A failure whose message tells the user that the copy is kept, and where.
  func kept(_ message: String, _ code: Failure.Code = .refused) -> Failure {
    Failure(code: code, message: "\(message); your text is kept: continue with 'hapticctl edit --from \(path)'")
  }

  func remove() { unsafe unlink(path) }
}

/// The text that `edit` offers if the user's file is empty: every key with its default, as a comment.
///
/// Keys of tables are dotted keys such as `touch.strength`, without table headers, so that each line keeps its
/// meaning in any combination of uncommented lines.
enum PreferenceTemplate {
  static let text: String = {
    var lines = ["## The user's settings of hapticd, see hapticd.toml(5). Remove the # in front of a key to set it."]
    var table: PreferenceTable?
    for setting in PreferenceSetting.all {
      if setting.table != table {
        table = setting.table
        lines.append("")
      }
      lines.append("#\(path(of: setting)) = \(value(of: setting))".padded(to: column) + " ## \(setting.meaning)")
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// The column of the meanings, unless the key and its value are longer.
  private static let column = 44

  private static func path(of setting: PreferenceSetting) -> String {
    switch setting.table {
    case .application: "\(setting.table.name).\"org.example.Game\".\(setting.name)"
    case .device: "\(setting.table.name).\"DualSense Wireless Controller\".\(setting.name)"
    default: setting.pattern
    }
  }

  /// The default, or an example if there is no default.
  private static func value(of setting: PreferenceSetting) -> String {
    if let usual = setting.usual { return usual }
    switch setting.kind {
    case .deadband: return "\"10%\""
    case .duration: return "\"60ms\""
    case .theme: return "\"default\""
    case .locality: return "\"phone\""
    default: return "\"100%\""
    }
  }
}

enum EditorCommand {
  /// Whether the command is one program with its arguments. Then the shell can be replaced by it, so that signals reach the
  /// program.
  static func isProgram(_ command: String) -> Bool {
    let program = command.prefix { $0 != " " }
    return program.contains(where: \.isLetter)
      && program.allSatisfy { $0.isLetter || $0.isNumber || "/._+-".contains($0) }
      && !command.contains { ";&|\n".contains($0) } && !["command", "eval", "exec"].contains(program)
  }

  /// The line for a shell that opens a file, at a position if the editor is known to take one.
  ///
  /// - Parameter command: the editor with its arguments, as in `VISUAL`.
  static func line(_ command: String, opening path: String, at position: (line: Int, column: Int)?) -> String {
    guard let (line, column) = position else { return "\(command) \(path.quotedForShell)" }
    let program = command.split(separator: " ").first ?? ""
    let arguments =
      switch program.split(separator: "/").last ?? "" {
      case "vi", "ex", "view", "joe", "jed", "mg", "ne", "mcedit": "+\(line) \(path.quotedForShell)"
      case "vim", "nvim", "gvim", "vimx", "vim.tiny", "vim.basic":
        "'+call cursor(\(line),\(column))' \(path.quotedForShell)"
      case "nano", "pico", "rnano": "+\(line),\(column) \(path.quotedForShell)"
      case "emacs", "emacsclient", "micro", "kak", "gedit", "gnome-text-editor", "zile":
        "+\(line):\(column) \(path.quotedForShell)"
      case "hx", "helix", "subl", "zed": "\(path):\(line):\(column)".quotedForShell
      case "code", "codium", "code-oss": "--goto " + "\(path):\(line):\(column)".quotedForShell
      case "kate", "kwrite": "--line \(line) --column \(column) \(path.quotedForShell)"
      default: path.quotedForShell
      }
    return "\(command) \(arguments)"
  }
}
