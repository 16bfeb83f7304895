import Foundation
import HapticSystem
import Testing

@Suite struct FolderWatchTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  @Test func `written and moved files are reported by name`() throws {
    let watch = try FolderWatch(files.folder)
    #expect(try watch.news() == .saved([]))
    try files.add("one", text: "1")
    try files.add("two", text: "2")
    try waitUntilReadable(watch.rawValue, timeout: .seconds(5))
    #expect(try watch.news() == .saved(["one", "two"]))
    #expect(rename(files.folder + "/one", files.folder + "/three") == 0)
    #expect(try watch.news() == .saved(["three"]))
    #expect(try watch.news() == .saved([]))
  }

  @Test func `reads and removals are not reported`() throws {
    try files.add("one", text: "1")
    let watch = try FolderWatch(files.folder)
    _ = try String(contentsOfFile: files.folder + "/one", encoding: .utf8)
    try FileManager.default.removeItem(atPath: files.folder + "/one")
    #expect(try watch.news() == .saved([]))
  }

  @Test func `a changed mode is reported where it matters`() throws {
    let path = try files.add("one", text: "1")
    let watch = try FolderWatch(files.folder)
    #expect(chmod(path, 0o600) == 0)
    #expect(try watch.news(or: { $0 != "one" }) == .saved([]))
    #expect(chmod(path, 0o644) == 0)
    #expect(try watch.news(or: { $0 == "one" }) == .saved(["one"]))
  }

  @Test func `a removed folder is reported as unknown changes`() throws {
    let watch = try FolderWatch(files.folder)
    try FileManager.default.removeItem(atPath: files.folder)
    #expect(try watch.news() == .unknown)
  }

  @Test func `an overflow of the kernel's queue is reported as unknown changes`() throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let most = try #require(Int(limit.split(separator: "\n")[0]))
    let watch = try FolderWatch(files.folder)
    let (one, two) = (files.folder + "/one", files.folder + "/two")
    try files.add("one", text: "1")
    // Alternates between two events, because the kernel merges equal ones.
    for round in 0..<most { _ = round.isMultiple(of: 2) ? rename(one, two) : rename(two, one) }
    #expect(try watch.news() == .unknown)
  }

  @Test func `a missing folder cannot be watched`() throws {
    let file = try files.add("one", text: "1")
    #expect(throws: Errno.noSuchFile) { _ = try FolderWatch(files.folder + "/none") }
    #expect(throws: Errno(rawValue: ENOTDIR)) { _ = try FolderWatch(file) }
  }
}
