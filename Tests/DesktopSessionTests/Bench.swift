import EventLoop
import FakeServices
import HapticSystem
import MessageBus

@testable import DesktopSession

/// A bus, what is on it, and what the monitors say.
final class Bench {
  let loop: EventLoop
  let bus: FakeBus
  let link: BusLink
  private(set) var states: [SessionState] = []
  private(set) var news: [String] = []
  private(set) var absences: [String] = []
  private(set) var savings: [Bool] = []
  private(set) var session: SessionMonitor?
  private(set) var power: PowerMonitor?
  var onSleep: (SleepLock) -> Void = { $0.release() }

  init(isRunning: Bool = true) throws {
    loop = try EventLoop()
    bus = try FakeBus(isRunning: isRunning)
    link = BusLink(to: bus.address, loop: loop)
  }

  /// Whether the monitor has the sleep lock.
  var holdsLock: Bool { session?.sleep?.lock != nil }

  func monitorSession(id: String? = nil) {
    session = SessionMonitor(
      link: link, sessionID: id,
      onState: { [unowned self] in states.append($0) },
      onSleep: { [unowned self] lock in
        onSleep(lock)
        news.append("sleep")
      },
      onWake: { [unowned self] in news.append("wake") },
      onAbsence: { [unowned self] in absences.append($0) })
  }

  func monitorPower() {
    power = PowerMonitor(link: link) { [unowned self] in savings.append($0) }
  }

  func logind(isSleeping: Bool = false) throws -> FakeLogind {
    let logind = try FakeLogind(on: bus, loop: loop, isSleeping: isSleeping)
    try loop.run { logind.service.isReady }
    return logind
  }

  func run(until condition: () -> Bool) throws { try loop.run(until: condition) }
  func settle() throws { try loop.settle() }
}

let away = SessionState(isActive: false)
let locked = SessionState(isLocked: true)
