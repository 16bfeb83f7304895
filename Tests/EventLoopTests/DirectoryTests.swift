import EventLoop
import Glibc
import HapticSystem
import TestSupport
import Testing

@Suite struct DirectoryTests {
  @Test func `a new entry and a change of its mode are reported with its name`() throws {
    let directory = try TestFolder()
    let loop = try EventLoop()
    let seen = Box<[String]>([])
    let source = try loop.watchDirectory(directory.path, for: [.created, .attributes, .removed]) { entry, change in
      if change.contains(.attributes) { seen.value.append("attributes of \(entry ?? "-")") }
      if !change.isDisjoint(with: .created) { seen.value.append("\(entry ?? "-") came") }
      if !change.isDisjoint(with: .removed) { seen.value.append("\(entry ?? "-") went") }
    }
    directory.create("event7")
    chmod("\(directory.path)/event7", 0o600)
    unlink("\(directory.path)/event7")
    try loop.run { seen.value.contains("event7 went") }
    #expect(seen.value.starts(with: ["event7 came", "attributes of event7"]))
    _ = consume source
  }

  @Test func `a directory that does not exist cannot be watched`() throws {
    let loop = try EventLoop()
    #expect(throws: Errno.noSuchFile) {
      _ = try loop.watchDirectory("/nowhere/at/all", for: .created) { _, _ in }
    }
  }
}
