internal import Glibc
internal import HapticSystem
internal import PreferenceFiles

/// A copy of a file for an editor.
struct Draft {
  let path: String
  /// What was in it before it was edited.
  let start: [UInt8]

  /// One that was kept.
  init(existing path: String) throws(Failure) {
    self.path = path
    start = try Self.bytes(path)
  }

  /// A copy beside a file, or every key as a comment where the file says nothing; for its owner alone. By its name it is
  /// no drop-in, and editors see that it is TOML.
  init(_ bytes: [UInt8], beside file: String) throws(Failure) {
    start = bytes.isEmpty ? Array(PreferenceTemplate.text.utf8) : bytes
    _ = try FileReplacement(file)
    let suffix = ".toml"
    var name = Array((file.dropLast(suffix.count) + "-edit-XXXXXX" + suffix).utf8CString)
    let number = unsafe mkstemps(&name, Int32(suffix.utf8.count))
    guard number >= 0 else {
      throw .refused("no copy of \(file) can be made: \(Errno.last); see to the folder's permissions")
    }
    close(number)
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try FileReplacement(path).write(start)
  }

  func bytes() throws(Failure) -> [UInt8] { try Self.bytes(path) }

  private static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    do throws(RegularFile.Failure) { return try RegularFile.read(path, upTo: mostBytes) } catch {
      throw .usage("\(path) cannot be read: \(error); see whether it is there, and a file")
    }
  }

  /// Enough for a file that is too large to be told so by its reader.
  private static let mostBytes = 16 << 20

  /// Waits until the editor is closed.
  ///
  /// - Throws: a failure where it says that something is wrong, as vi does by `:cq`.
  func openInEditor() throws(Failure) {
    let editor = Environment.variable("VISUAL") ?? Environment.variable("EDITOR") ?? "vi"
    let quoted = "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    // Signals of the terminal are the editor's meanwhile, as system(3) has it.
    let status = unsafe system("\(editor) \(quoted)")
    let code = status & 0x7f == 0 ? status >> 8 & 0xff : status
    guard code == 0 else { throw kept("the editor '\(editor)' ended with \(code) and nothing is changed") }
  }

  /// A failure that leaves the copy for later.
  func kept(_ message: String) -> Failure {
    .refused("\(message); what you wrote is in \(path): go on with 'hapticctl edit --from \(path)'")
  }

  func remove() { unsafe unlink(path) }
}
