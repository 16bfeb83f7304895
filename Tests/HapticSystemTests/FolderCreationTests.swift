import Foundation
import HapticSystem
import TestSupport
import Testing

@Suite struct FolderCreationTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test func `a folder appears with its files and its parents`() throws {
    let path = folder.path(of: "a/b/c")
    try Folder.create(path, with: [("x", [1, 2]), ("y", [])])
    #expect(try names(path) == ["x", "y"])
    #expect(try Data(contentsOf: URL(filePath: path + "/x")) == Data([1, 2]))
    #expect(try names(folder.path(of: "a/b")) == ["c"])
  }

  @Test func `an existing folder or file stays as it is`() throws {
    try folder.write("mine", to: "full/x")
    try folder.write("mine", to: "file")
    for name in ["full", "file"] {
      #expect(throws: Errno.alreadyExists) { try Folder.create(folder.path(of: name), with: [("x", [1])]) }
    }
    #expect(try String(contentsOfFile: folder.path(of: "full/x"), encoding: .utf8) == "mine")
    #expect(try names(folder.path) == ["file", "full"])
  }

  @Test func `a folder that cannot be created leaves nothing`() throws {
    try folder.write("", to: "file")
    #expect(throws: Errno.notDirectory) { try Folder.create(folder.path(of: "file/a"), with: []) }
    // A name with a slash cannot be written, because its folder does not exist.
    #expect(throws: Errno.noSuchFile) { try Folder.create(folder.path(of: "a"), with: [("x", []), ("b/y", [])]) }
    // The folders above it that did not exist are removed, too.
    #expect(throws: Errno.noSuchFile) { try Folder.create(folder.path(of: "p/q/a"), with: [("b/y", [])]) }
    #expect(try names(folder.path) == ["file"])
  }
}
