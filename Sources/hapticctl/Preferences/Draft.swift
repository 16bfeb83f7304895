internal import Glibc
internal import HapticSystem
internal import PreferenceFiles

/// A copy of the settings file for an editor.
struct Draft {
  let path: String
  /// Its text before it was edited.
  let start: [UInt8]

  /// Opens a copy that was kept after a mistake.
  init(existing path: String) throws(Failure) {
    self.path = path
    start = try Self.bytes(path)
  }

  /// Makes a copy beside the file, readable by its owner only; for an empty file, the copy is the template. The name ends
  /// in .toml, for the editor, and the folder is not that of drop-ins.
  init(_ bytes: [UInt8], beside file: String) throws(Failure) {
    start = bytes.isEmpty ? Array(PreferenceTemplate.text.utf8) : bytes
    _ = try FileReplacement(file)
    let suffix = ".toml"
    var name = Array((file.dropLast(suffix.count) + "-edit-XXXXXX" + suffix).utf8CString)
    let number = unsafe mkstemps(&name, Int32(suffix.utf8.count))
    guard number >= 0 else {
      throw .refused("cannot make a copy of \(file): \(Errno.last); check the permissions of its folder")
    }
    close(number)
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try FileReplacement(path).write(start)
  }

  func bytes() throws(Failure) -> [UInt8] { try Self.bytes(path) }

  private static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    do throws(RegularFile.Failure) { return try RegularFile.read(path, upTo: mostBytes) } catch {
      throw .usage("cannot read \(path): \(error); check its name and its permissions")
    }
  }

  /// More than the reader takes, so that the reader reports a file that is too large.
  private static let mostBytes = 16 << 20

  /// Runs the editor until it is closed.
  ///
  /// - Throws: a failure where the editor ends with an error, as vi does after `:cq`.
  func openInEditor() throws(Failure) {
    let editor = Environment.variable("VISUAL") ?? Environment.variable("EDITOR") ?? "vi"
    let quoted = "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    // system(3) ignores signals of the terminal meanwhile, so that they reach the editor only.
    let status = unsafe system("\(editor) \(quoted)")
    let code = status & 0x7f == 0 ? status >> 8 & 0xff : status
    guard code == 0 else { throw kept("the editor '\(editor)' failed with exit status \(code); nothing is changed") }
  }

  /// A failure that keeps the copy and names it.
  func kept(_ message: String) -> Failure {
    .refused("\(message); your text is kept: continue with 'hapticctl edit --from \(path)'")
  }

  func remove() { unsafe unlink(path) }
}
