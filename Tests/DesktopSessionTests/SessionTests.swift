import EventLoop
import FakeServices
import HapticSystem
import MessageBus
import Testing

@testable import DesktopSession

@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct SessionTests {
  @Test func `the state at the start is the one of the user's display`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    try logind.addSession("2", isActive: false, isLocked: true)
    try logind.addSession("3")
    try logind.setDisplay("2")
    bench.monitorSession()
    #expect(bench.session?.state == SessionState())
    try bench.run { bench.states == [SessionState(isActive: false, isLocked: true)] }
    #expect(bench.session?.state == bench.states.last && bench.absences.isEmpty)
  }

  @Test func `changes of the session are reported`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    try logind.addSession("2")
    try logind.setDisplay("2")
    bench.monitorSession()
    try bench.settle()
    #expect(bench.states.isEmpty, "what it counts as without a word is no news")
    try logind.setActive(false, "2")
    try bench.run { bench.states == [away] }
    try logind.setActive(true, "2")
    try bench.run { bench.states == [away, SessionState()] }
    try logind.setLocked(true, "2")
    try bench.run { bench.states.last == locked }
    try logind.setLocked(false, "2", isSecret: true)
    try bench.run { bench.states.last == SessionState() }
    #expect(bench.states.count == 4)
  }

  @Test func `the display may become another session, or none`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    try logind.addSession("2", isLocked: true)
    try logind.setDisplay("2")
    bench.monitorSession()
    try bench.run { bench.states.last == locked }
    try logind.addSession("3", isActive: false)
    try logind.setDisplay("3")
    try bench.run { bench.states.last == away }
    try logind.setLocked(true, "2")
    try bench.settle()
    #expect(bench.states.last == away, "the old one does not matter any more")
    try logind.setDisplay(nil)
    try bench.run { bench.states.last == SessionState() }
  }

  @Test func `a session that is named comes before the display, while it is there`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    try logind.addSession("2", isLocked: true)
    try logind.addSession("3", isActive: false)
    try logind.setDisplay("2")
    bench.monitorSession(id: "3")
    try bench.run { bench.states.last == away }
    try logind.removeSession("3")
    try bench.run { bench.states.last == locked }
  }

  @Test func `a named session that does not exist is ignored`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    try logind.addSession("2", isLocked: true)
    try logind.setDisplay("2")
    bench.monitorSession(id: "77")
    try bench.run { bench.states.last == locked }
  }

  @Test func `a user who logs in later is found`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    bench.monitorSession()
    try bench.settle()
    #expect(bench.states.isEmpty && bench.absences.isEmpty)
    try logind.addSession("2", isLocked: true)
    try bench.settle()
    try logind.setDisplay("2")
    try bench.run { bench.states.last == locked }
  }

  @Test func `messages of other senders about the session are ignored`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    try logind.addSession("2")
    try logind.setDisplay("2")
    bench.monitorSession()
    try bench.settle()
    let liar = try FakeService(nil, on: bench.bus, loop: bench.loop)
    for destination in [nil, ":1.0"] {
      try liar.connection.emit(
        "/org/freedesktop/login1/session/_2", "org.freedesktop.DBus.Properties", "PropertiesChanged",
        [.string("org.freedesktop.login1.Session"), .dictionary(["LockedHint": .bool(true)]), .array([], of: "s")],
        to: destination)
      try liar.connection.emit(
        "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep", [.bool(true)],
        to: destination)
    }
    try bench.settle()
    #expect(bench.states.isEmpty && bench.news.isEmpty)
    try logind.setLocked(true, "2")
    try bench.run { bench.states == [locked] }
  }

  // MARK: Absence

  @Test func `a missing logind is reported once, and used when it starts`() throws {
    let bench = try Bench()
    bench.monitorSession()
    try bench.run { !bench.absences.isEmpty }
    #expect(bench.absences == ["logind is not running"] && bench.states.isEmpty)
    var logind: FakeLogind? = try bench.logind()
    try logind?.addSession("2", isLocked: true)
    try logind?.setDisplay("2")
    try bench.run { bench.states == [locked] }
    logind = nil
    try bench.run { bench.states.last == SessionState() }
    #expect(bench.absences.count == 1 && logind == nil)
  }

  @Test func `a missing bus is reported once, and used when it starts`() throws {
    let bench = try Bench(isRunning: false)
    bench.monitorSession()
    #expect(bench.absences.count == 1 && bench.absences[0].contains("No such file"))
    try bench.bus.start()
    let logind = try bench.logind()
    try logind.addSession("2", isLocked: true)
    try logind.setDisplay("2")
    try bench.run { bench.states == [locked] }
    #expect(bench.absences.count == 1)
  }

  @Test func `the state is queried again after a restart of logind`() throws {
    let bench = try Bench()
    var logind: FakeLogind? = try bench.logind()
    try logind?.addSession("2", isLocked: true)
    try logind?.setDisplay("2")
    bench.monitorSession()
    try bench.run { bench.states == [locked] && logind?.locksHeld == 1 }
    logind = nil
    logind = try bench.logind()
    try logind?.addSession("2", isActive: false)
    try logind?.setDisplay("2")
    try bench.run { bench.states.last == away && logind?.locksHeld == 1 }
    #expect(bench.absences.isEmpty && bench.news.isEmpty)
  }

  @Test func `a bus that dies leaves an active session, awake, and is used again when it is back`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    try logind.addSession("2", isLocked: true)
    try logind.setDisplay("2")
    bench.monitorSession()
    try bench.run { bench.states == [locked] }
    try logind.prepareForSleep(true)
    try bench.run { bench.news == ["sleep"] }
    bench.bus.stop()
    try bench.run { bench.states.last == SessionState() && bench.news == ["sleep", "wake"] }
    try bench.bus.start()
    let next = try bench.logind()
    try next.addSession("2", isActive: false)
    try next.setDisplay("2")
    try bench.run { bench.states.last == away && next.locksHeld == 1 }
    #expect(bench.absences.isEmpty)
  }

  @Test func `nothing wakes the process while nothing happens`() throws {
    let bench = try Bench()
    let logind = try bench.logind()
    try logind.addSession("2")
    try logind.setDisplay("2")
    bench.monitorSession()
    bench.monitorPower()
    try bench.run { logind.locksHeld == 1 }
    // A few signals of the services may still be on their way, but not ten.
    let isQuiet = try (1...10).contains { _ in
      try bench.settle()
      return try !bench.loop.runOnce(timeout: .seconds(1))
    }
    #expect(isQuiet)
  }
}
