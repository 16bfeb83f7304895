import Foundation
import Haptics
import PreferenceFiles
import TestSupport
import Testing

@testable import HapticControl

/// `edit` with temporary settings files.
@Suite final class EditCommandTests: SettingsBench {
  @Test func `edit saves a valid file`() throws {
    try write("profile = \"quiet\"\n")
    let result = try control("edit", editor: "sed -i s/quiet/silent/")
    #expect(result == (0, "/home/hapticd/hapticd.toml is changed\n", ""))
    #expect(text == "profile = \"silent\"\n")
    #expect(others == [])
  }

  @Test func `edit keeps an invalid text in another file, and can continue with it`() throws {
    try write("profile = \"quiet\"\n")
    let broken = try control("edit", editor: "sed -i s/quiet/loud/")
    #expect(broken.status == 1)
    #expect(broken.errors.contains(":1:11: profile: unknown profile \"loud\""))
    #expect(
      broken.errors.contains(
        "/home/hapticd/hapticd.toml is unchanged; your text is kept: continue with 'hapticctl edit --from "))
    #expect(text == "profile = \"quiet\"\n")
    let copy = try #require(others.first)
    #expect(others.count == 1 && copy.hasPrefix("hapticd-edit-") && copy.hasSuffix(".toml"))
    let again = try control("edit", "--from", "\(path)/home/hapticd/\(copy)", editor: "sed -i s/loud/silent/")
    #expect(again.status == 0)
    #expect(text == "profile = \"silent\"\n" && others == [])
  }

  @Test(arguments: [262_145, 17_000_000])
  func `edit keeps a copy that is too large, names its size and the limit, and can continue with it`(size: Int) throws {
    try write("profile = \"quiet\"\n")
    let result = try control("edit", editor: "truncate -s \(size)")
    #expect(result.status == 1)
    #expect(result.errors.contains(".toml has \(size) bytes, and a settings file at most 262144; "), "\(result)")
    #expect(
      result.errors.contains("hapticd.toml is unchanged; your text is kept: continue with 'hapticctl edit --from "))
    #expect(!result.errors.contains("permission") && text == "profile = \"quiet\"\n")
    let copy = "\(path)/home/hapticd/\(try #require(others.first))"
    let failed = try control("edit", "--from", copy, editor: "false")
    #expect(
      failed.status == 1 && failed.errors.contains("failed with exit status 1; nothing is changed; your text is kept"))
    #expect(try control("edit", "--from", copy, editor: "cp '\(file)'").status == 0)
    #expect(text == "profile = \"quiet\"\n" && others == [])
  }

  @Test func `a copy that is too large is kept also if the editor fails`() throws {
    let result = try control("edit", editor: "sh -c 'truncate -s 17000000 \"$0\"; exit 3'")
    #expect(result.errors.contains("failed with exit status 3; nothing is changed; your text is kept"), "\(result)")
    #expect(result.status == 1 && others.count == 1)
  }

  @Test func `edit that changes nothing, or fails, leaves everything`() throws {
    let unchanged = try control("edit", editor: "true")
    #expect(unchanged == (0, "nothing is changed\n", ""))
    #expect(text == "no file" && others == [])
    let failed = try control("edit", editor: "sh -c 'exit 3'")
    #expect(
      failed.status == 1 && failed.errors.hasSuffix("failed with exit status 3; nothing is changed\n"))
    #expect(others == [], "an unchanged copy does not stay behind")
    let changed = try control("edit", editor: "sh -c 'echo enabled = true > $0; exit 3'")
    #expect(changed.status == 1 && changed.errors.contains("nothing is changed; your text is kept: continue with"))
    let copy = try #require(others.first)
    let again = try control("edit", "--from", "\(path)/home/hapticd/\(copy)", editor: "false")
    #expect(again.status == 1 && others == [copy], "a copy that was kept stays")
  }

  /// Runs `edit` with an editor that executes a script of the shell, and then waits. Sends a signal to `edit` alone.
  private func editUntil(_ signal: Int32, _ script: String) throws -> (status: Int32, output: String, errors: String) {
    let editor = "\(path)/editor"
    let ready = "\(path)/ready"
    try write(
      "#!/bin/sh\ntrap 'exit 1' HUP TERM\n\(script)\n: > '\(ready)'\nwhile :; do sleep 0.01; done\n", to: editor)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
    try? FileManager.default.removeItem(atPath: ready)
    // nohup(1) ignores SIGHUP, and each program that it starts.
    let former = Foundation.signal(signal, SIG_DFL)
    defer { _ = Foundation.signal(signal, former) }
    let program = try start(["edit"], editor: editor)
    try #require(TestWait.until { FileManager.default.fileExists(atPath: ready) })
    program.interrupt(by: signal)
    return result(of: program)
  }

  @Test(arguments: [(SIGTERM, "SIGTERM", 143), (SIGHUP, "SIGHUP", 129)] as [(Int32, String, Int32)])
  func `a signal that ends edit ends the editor, and keeps the text of the user`(
    signal: Int32, name: String, status: Int32
  ) throws {
    try write("profile = \"quiet\"\n")
    let unchanged = try editUntil(signal, "")
    #expect(unchanged == (status, "", "hapticctl: ended by \(name); nothing is changed\n"))
    #expect(others == [])
    let saved = try editUntil(signal, "echo enabled = true > \"$1\"")
    let copy = try #require(others.first)
    let words = "ended by \(name); nothing is changed; your text is kept: continue with 'hapticctl edit --from "
    #expect(saved == (status, "", "hapticctl: \(words)/home/hapticd/\(copy)'\n"))
    #expect(text == "profile = \"quiet\"\n" && others.count == 1)
  }

  @Test func `a copy is kept if the editor has left a file with text that it has not saved`() throws {
    let result = try editUntil(SIGTERM, #"echo text > "${1%/*}/.${1##*/}.swp""#)
    let copy = try #require(others.first { !$0.hasPrefix(".") })
    #expect(
      result.status == 143 && result.errors.hasSuffix("\(copy)'; the editor has left .\(copy).swp\n"), "\(result)")
    #expect(others.count == 2)
  }

  @Test func `an editor that fails and has removed the copy leaves nothing to keep`() throws {
    let words = "failed with exit status 3; nothing is changed\n"
    let result = try control("edit", editor: "sh -c 'rm \"$0\"; exit 3'")
    #expect(result.status == 1 && result.errors.hasSuffix(words) && others == [], "\(result)")
  }

  @Test func `a text for a file that cannot be written is kept, with the exit status of set`() throws {
    try write("profile = \"quiet\"\n", to: "\(path)/text.toml")
    try FileManager.default.createDirectory(atPath: "\(path)/home/hapticd", withIntermediateDirectories: true)
    // In the folder of the target, no file can be made.
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/proc/version")
    let result = try control("edit", editor: "cp '\(path)/text.toml'")
    #expect(result.status == 2 && result.errors.contains("cannot write /proc/version: "), "\(result)")
    #expect(result.errors.contains("; your text is kept: continue with") && others.count == 1)
  }

  @Test(arguments: [
    ("vim -X", true), ("/usr/bin/nano", true), (":", false), ("LANG=C vi", false), ("cd /tmp; vi", false),
    ("command vi", false),
    ("(vi)", false), ("", false),
  ]) func `the shell is replaced by an editor that is one program`(editor: String, isProgram: Bool) {
    #expect(EditorCommand.isProgram(editor) == isProgram)
  }

  @Test(arguments: ["home/hapticd/hapticd.toml", "backup.toml"])
  func `edit only reads a file that it has not made`(_ name: String) throws {
    try write("profile = \"quiet\"\n")
    try write("profile = \"silent\"\n", to: "\(path)/backup.toml")
    let given = "\(path)/\(name)"
    let before = try String(contentsOfFile: given, encoding: .utf8)
    let result = try control("edit", "--from", given, editor: "true")
    #expect(result.status == 0 && others == [])
    #expect(try String(contentsOfFile: given, encoding: .utf8) == before)
    let broken = try control("edit", "--from", given, editor: "sed -i s/=.*/=5/")
    #expect(broken.status == 1 && broken.errors.contains("hapticd.toml is unchanged; your text is kept"))
    #expect(try String(contentsOfFile: given, encoding: .utf8) == before)
  }

  @Test(arguments: [
    ("vi", "vi +3 '/x'"), ("/usr/bin/vim -X", "/usr/bin/vim -X '+call cursor(3,7)' '/x'"), ("nano", "nano +3,7 '/x'"),
    ("emacsclient -c", "emacsclient -c +3:7 '/x'"), ("code --wait", "code --wait --goto '/x:3:7'"),
    ("sed -i x", "sed -i x '/x'"),
  ]) func `edit opens the editor at the mistake`(editor: String, line: String) {
    #expect(EditorCommand.line(editor, opening: "/x", at: (3, 7)) == line)
    #expect(EditorCommand.line(editor, opening: "/it's", at: nil) == "\(editor) '/it'\\''s'")
  }

  @Test func `edit of a file with a mistake gives its line to the editor`() throws {
    try write("enabled = true\nprofile = \"loud\"\n")
    let program = "\(path)/nano"
    try write("#!/bin/sh\necho \"$1\" >&2\nexit 3\n", to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    #expect(try control("edit", editor: program).errors.hasPrefix("+2,11\n"))
  }

  @Test func `edit does not write over what somebody else has changed`() throws {
    try write("profile = \"quiet\"\n")
    let result = try control("edit", editor: "sh -c 'echo enabled = true >> \"$0\"; echo theme = 5 > \(file); true'")
    #expect(result.status == 1 && result.errors.contains("was changed by another program meanwhile"))
    #expect(text == "theme = 5\n" && others.count == 1)
  }
}
