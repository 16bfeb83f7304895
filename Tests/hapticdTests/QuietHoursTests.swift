import EventLoop
import Foundation
import HapticPreferences
import HapticSystem
import TestSupport
import Testing

@testable import DaemonAssembly

@Suite struct QuietHoursTests {
  private let loop: EventLoop
  private let watch: QuietHoursWatch

  init() throws {
    loop = try EventLoop()
    watch = QuietHoursWatch(loop: loop, log: .silent)
  }

  /// Quiet hours that begin and end some minutes from now. Both ends are far enough away for a test.
  private func hours(from start: Int, to end: Int) -> QuietHours {
    let now = LocalTime(at: LocalTime.seconds).minute
    return QuietHours(from: (now + start + 1440) % 1440, to: (now + end + 1440) % 1440)
  }

  @Test func `setting hours that include the present begins them at once, and removing them ends them`() {
    var changes: [Bool] = []
    watch.onChange = { [unowned watch] in changes.append(watch.isQuiet) }
    watch.set(hours(from: -60, to: 60))
    #expect(watch.isQuiet)
    watch.set(QuietHours())
    #expect(!watch.isQuiet)
    #expect(changes == [true, false])
  }

  @Test func `hours at another time of the day change nothing`() {
    watch.onChange = { Issue.record("changed") }
    watch.set(hours(from: 60, to: 120))
    watch.set(hours(from: -120, to: -60))
    watch.look()
    #expect(!watch.isQuiet)
  }

  @Test func `hours on no day never begin`() {
    var hours = hours(from: -60, to: 60)
    hours.days = []
    watch.set(hours)
    #expect(!watch.isQuiet)
  }
}

/// The time zone of the process, which its user can change.
@Suite struct TimeZoneTests {
  @Test func `a change of the time zone begins and ends quiet hours`() throws {
    let folder = try TestFolder()
    let file = folder.path(of: "localtime")
    try zone(hours: 0).write(to: URL(filePath: file))
    setenv("TZ", ":\(folder.path)/localtime", 1)
    defer {
      unsetenv("TZ")
      tzset()
    }
    let loop = try EventLoop()
    let watch = QuietHoursWatch(loop: loop, log: .silent, zoneFolder: folder.path)
    let now = LocalTime(at: LocalTime.seconds).minute
    watch.set(QuietHours(from: (now + 420) % 1440, to: (now + 660) % 1440))
    #expect(!watch.isQuiet)
    for (hours, isQuiet) in [(9, true), (0, false)] as [(Int32, Bool)] {
      try zone(hours: hours).write(to: URL(filePath: folder.path(of: "next")))
      // glibc reads the file of an explicit zone again only under another name, and that of the system always.
      setenv("TZ", ":\(folder.path)/\(isQuiet ? "" : ".")/localtime", 1)
      try #require(rename(folder.path(of: "next"), file) == 0)
      let limit = Instant.now + TestWait.limit
      while watch.isQuiet != isQuiet, .now < limit { _ = try loop.runOnce(timeout: .milliseconds(100)) }
      #expect(watch.isQuiet == isQuiet)
    }
  }

  /// A file of a time zone without changes, as in tzfile(5).
  private func zone(hours: Int32) -> Data {
    var bytes = Data("TZif".utf8) + Data(count: 16)
    for count: UInt32 in [0, 0, 0, 0, 1, 4] { withUnsafeBytes(of: count.bigEndian) { bytes.append(contentsOf: $0) } }
    withUnsafeBytes(of: (hours * 3600).bigEndian) { bytes.append(contentsOf: $0) }
    return bytes + [0, 0] + Data("LOC\0".utf8)
  }
}
