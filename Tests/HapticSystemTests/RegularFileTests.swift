import Glibc
import TestSupport
import Testing

@testable import HapticSystem

@Suite struct RegularFileTests {
  @Test func `a file of the kernel, which says that it is empty, is read to its end`() throws {
    let text = String(decoding: try RegularFile.read("/proc/self/status", upTo: 65536), as: UTF8.self)
    #expect(text.hasPrefix("Name:") && text.hasSuffix("\n"))
    #expect(throws: RegularFile.Failure.tooLarge) { try RegularFile.read("/proc/self/status", upTo: 100) }
  }

  @Test func `a file is read whole up to the limit`() throws {
    let folder = try TestFolder()
    for size in [0, 1, 2047, 2048, 2049, 10_000] {
      let path = try folder.write(String(repeating: "x", count: size), to: "file")
      #expect(try RegularFile.read(path, upTo: 10_000).count == size)
      #expect(try RegularFile.read(path, upTo: size).count == size)
      if size == 0 { continue }
      #expect(throws: RegularFile.Failure.tooLarge) { try RegularFile.read(path, upTo: size - 1) }
    }
  }

  @Test func `a file without an end is refused, without waiting`() throws {
    let folder = try TestFolder()
    let pipe = folder.path(of: "pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.path, "/dev/zero"] {
      #expect(throws: RegularFile.Failure.notRegular) { try RegularFile.read(path, upTo: 100) }
    }
  }

  @Test func `a remedy fits the error, and not only permissions`() throws {
    func remedy(_ path: String) -> String? {
      do throws(RegularFile.Failure) { _ = try RegularFile.read(path, upTo: 100) } catch {
        return error.remedy(or: "usual")
      }
      return nil
    }
    let folder = try TestFolder()
    try #require(symlink(folder.path(of: "loop"), folder.path(of: "loop")) == 0)
    #expect(remedy(folder.path(of: "loop")) == "remove the links that lead to each other")
    #expect(remedy("/proc/self/mem") == "check its disk: journalctl -k shows the errors")
    #expect(remedy(folder.path(of: "none")) == "usual" && remedy(folder.path) == "usual")
    #expect(Errno.noSpace.remedy(or: "usual") == "free space on its disk")
    #expect(Errno.tooManyFiles.remedy(or: "usual").contains("ulimit -n"))
    #expect(Errno.permissionDenied.remedy(or: "usual") == "usual")
  }

  // MARK: Replacing

  @Test func `a replaced file keeps its mode, and an open one its contents`() throws {
    let folder = try TestFolder()
    let path = try folder.write("former", to: "file")
    try #require(chmod(path, 0o640) == 0)
    let reader = try FileDescriptor.open(path, [])
    try RegularFile.replace(path, with: Array("new".utf8), newMode: 0o600)
    #expect(try RegularFile.read(path, upTo: 100) == Array("new".utf8))
    #expect(try RegularFile.readGrowing(reader, upTo: 100) == Array("former".utf8))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(try Folder.entries(of: folder.path) == ["file"])
  }

  @Test func `a new file has the mode without the bits of the umask`() throws {
    let folder = try TestFolder()
    let path = folder.path(of: "file")
    try RegularFile.replace(path, with: [], newMode: 0o600)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
  }

  @Test func `a replacement that fails leaves no file`() throws {
    let folder = try TestFolder()
    try folder.write("", to: "place/file")
    #expect(throws: Errno(rawValue: EISDIR)) {
      try RegularFile.replace(folder.path(of: "place"), with: [1], newMode: 0o600)
    }
    #expect(throws: Errno.noSuchFile) {
      try RegularFile.replace(folder.path(of: "none/file"), with: [1], newMode: 0o600)
    }
    #expect(try Folder.entries(of: folder.path) == ["place"])
  }

  @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b/c", "a/b"), ("./a", ".")])
  func `the folder of a path`(path: String, expected: String) {
    #expect(Folder.containing(path) == expected)
  }
}
