import Foundation
import Glibc
import HapticStudio
import TestSupport
import Testing

/// The folder that was opened.
@Suite struct OpenedFolderTests {
  private let outside: TestFolder
  private let inside: TestFolder
  private let folder: OpenedFolder

  init() throws {
    (outside, inside) = (try TestFolder(), try TestFolder())
    try outside.write("secret", to: "secret.ahap")
    folder = try OpenedFolder(inside.path)
  }

  /// The reason why a file is not read; nil if it is.
  private func refusal(_ name: String, upTo limit: Int = 100) -> StudioError.Code? {
    do throws(StudioError) { _ = try folder.read(name, upTo: limit) } catch { return error.code }
    return nil
  }

  /// The reason why a file is not written, even by force; nil if it is.
  private func refusalToSave(_ name: String) -> StudioError.Code? {
    do throws(StudioError) { _ = try folder.save(name, [1], replacing: nil, isForced: true) } catch {
      return error.code
    }
    return nil
  }

  @Test func `a link is neither read nor written through`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: inside.path(of: "link.ahap"), withDestinationPath: outside.path(of: "secret.ahap"))
    #expect(refusal("link.ahap") == .unreadable)
    #expect(refusalToSave("link.ahap") == .unreadable)
    #expect(try String(contentsOfFile: outside.path(of: "secret.ahap"), encoding: .utf8) == "secret")
  }

  @Test func `a folder whose name is taken by a link is still the one that was opened`() throws {
    try inside.write("1", to: "a.ahap")
    let moved = inside.path + "-moved"
    try FileManager.default.moveItem(atPath: inside.path, toPath: moved)
    defer { try? FileManager.default.moveItem(atPath: moved, toPath: inside.path) }
    try FileManager.default.createSymbolicLink(atPath: inside.path, withDestinationPath: outside.path)
    defer { try? FileManager.default.removeItem(atPath: inside.path) }
    #expect(refusal("secret.ahap") == .notFound)
    let version = try folder.save("a.ahap", [2], replacing: FileVersion([0x31]), isForced: false)
    #expect(version == FileVersion([2]) && FileManager.default.contents(atPath: moved + "/a.ahap") == Data([2]))
    _ = try folder.save("secret.ahap", [3], replacing: nil, isForced: true)
    #expect(try String(contentsOfFile: outside.path(of: "secret.ahap"), encoding: .utf8) == "secret")
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["secret.ahap"])
  }

  @Test func `a folder that was deleted is neither read nor written`() throws {
    try FileManager.default.removeItem(atPath: inside.path)
    #expect(refusal("a.ahap") == .notFound)
    #expect(refusalToSave("a.ahap") == .refused)
  }

  @Test func `a pipe and a folder are refused at once`() throws {
    #expect(mkfifo(inside.path(of: "pipe.ahap"), 0o600) == 0)
    try inside.makeFolder("folder.ahap")
    for name in ["pipe.ahap", "folder.ahap"] {
      #expect(refusal(name) == .unreadable)
      #expect(refusalToSave(name) == .unreadable)
    }
  }

  @Test func `a file that is too large is refused`() throws {
    try inside.write("12345", to: "a.ahap")
    #expect(refusal("a.ahap", upTo: 4) == .tooLarge)
    #expect(try folder.read("a.ahap", upTo: 5).count == 5)
  }

  @Test(arguments: ["../secret.ahap", "/etc/passwd", "a/../b", ".", "..", "", "a\u{0}b", ".a", "a\u{7f}"])
  func `only plain names are read`(_ name: String) {
    #expect(refusal(name) == .badRequest)
  }

  @Test func `equal contents have an equal version`() throws {
    let version = try folder.save("a.ahap", [1, 2], replacing: nil, isForced: false)
    #expect(version == FileVersion([1, 2]) && version != FileVersion([2, 1]))
    #expect(try folder.save("a.ahap", [3], replacing: version, isForced: false) == FileVersion([3]))
  }
}
