import EventLoop
import HapticPreferences
import HapticSystem
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
