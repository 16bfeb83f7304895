import EventLoop
import FakeServices
import HapticSystem
import Testing

@testable import DesktopSession

@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct SleepTests {
  @Test func `the sleep lock is held until every motor is off`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    bench.monitorSession()
    try bench.run { bench.holdsLock }
    var heldWhileSwitchingOff = 0
    bench.onSleep = { lock in
      heldWhileSwitchingOff = logind.locksHeld
      lock.release()
    }
    try logind.prepareForSleep(true)
    try bench.run { logind.locksHeld == 0 }
    #expect(bench.news == ["sleep"] && heldWhileSwitchingOff == 1)
  }

  @Test func `the machine waits until the lock is released, whatever else happens`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    bench.monitorSession()
    try bench.run { bench.holdsLock }
    var lock: SleepLock?
    bench.onSleep = { lock = $0 }
    try logind.prepareForSleep(true)
    try bench.run { lock != nil }
    try bench.settle()
    #expect(logind.locksHeld == 1)
    lock?.release()
    try bench.run { logind.locksHeld == 0 }
  }

  @Test func `after each wake-up, the sleep lock is taken again`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    bench.monitorSession()
    for round in 1...3 {
      try bench.run { bench.holdsLock && logind.locksGiven == round }
      try logind.prepareForSleep(true)
      try bench.run { logind.locksHeld == 0 }
      try logind.prepareForSleep(false)
      try bench.run { bench.news.count == 2 * round }
    }
    #expect(bench.news == ["sleep", "wake", "sleep", "wake", "sleep", "wake"])
  }

  @Test func `a repeated sleep signal has no further effect`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    bench.monitorSession()
    try bench.run { bench.holdsLock }
    for isSleeping in [false, true, true, false, false] { try logind.prepareForSleep(isSleeping) }
    try bench.run { logind.locksGiven == 2 }
    try bench.settle()
    #expect(bench.news == ["sleep", "wake"] && logind.locksGiven == 2 && logind.locksHeld == 1)
  }

  @Test func `a lock that is refused changes nothing else`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    logind.givesLocks = false
    bench.monitorSession()
    try bench.settle()
    try logind.prepareForSleep(true)
    try bench.run { bench.news == ["sleep"] }
    try logind.prepareForSleep(false)
    try bench.run { bench.news == ["sleep", "wake"] }
  }

  @Test func `a machine that already prepares for sleep at the start is not delayed`() throws {
    let bench = try Bench()
    let logind = try bench.logind(isSleeping: true)
    bench.monitorSession()
    try bench.run { bench.news == ["sleep"] && logind.locksGiven == 1 && logind.locksHeld == 0 }
    try logind.prepareForSleep(false)
    try bench.run { bench.news == ["sleep", "wake"] && logind.locksHeld == 1 }
  }

  @Test func `the end of logind during sleep counts as a wake-up`() throws {
    let bench = try Bench()
    var logind: FakeLogind? = try bench.logind()
    bench.monitorSession()
    try bench.run { bench.holdsLock }
    try logind?.prepareForSleep(true)
    try bench.run { bench.news == ["sleep"] }
    logind = nil
    try bench.run { bench.news == ["sleep", "wake"] }
    let next = try bench.logind(isSleeping: true)
    try bench.run { bench.news == ["sleep", "wake", "sleep"] && next.locksHeld == 0 }
  }
}
