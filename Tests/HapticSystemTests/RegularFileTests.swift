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
}
