internal import DesktopSession
internal import EventLoop
internal import HapticPreferences
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import MessageBus

/// Tells the server the circumstances of the system, and closes the devices while the machine sleeps.
final class CircumstanceReporter {
  private let server: Server
  private let devices: SystemDevices
  private let quietHours: QuietHoursWatch
  private let loop: EventLoop
  private let log: Log
  /// The monitors are released before the link, which they use.
  private var session: SessionMonitor?
  private var power: PowerMonitor?
  private var link: BusLink?

  init(_ server: Server, _ devices: SystemDevices, loop: EventLoop, log: Log) {
    self.server = server
    self.devices = devices
    self.loop = loop
    self.log = log
    quietHours = QuietHoursWatch(loop: loop, log: log)
    quietHours.onChange = { [unowned self] in note(.quietHours, quietHours.isQuiet) }
  }

  func apply(_ preferences: Preferences) { quietHours.set(preferences.quietHours) }

  /// Connects to the system bus. Without one, the circumstances keep their defaults and nothing fails.
  func start() {
    let link = BusLink.system(loop: loop)
    self.link = link
    session = SessionMonitor(
      link: link, onState: { [unowned self] in note($0) }, onSleep: { [unowned self] in fallAsleep($0) },
      onWake: { [unowned self] in wakeUp() },
      onAbsence: { [unowned self] reason in
        log.info("\(reason): the session counts as active, and sleep is not announced")
        note(.sessionUnknown, true)
      })
    power = PowerMonitor(link: link) { [unowned self] isSaving in
      log.info(isSaving ? "the power saver is active" : "the power saver is inactive")
      note(.powerSaver, isSaving)
    }
  }

  private func note(_ session: SessionState) {
    log.info("the session is \(session.isActive ? "active" : "not active")\(session.isLocked ? " and locked" : "")")
    note(.sessionUnknown, false)
    note(.sessionInactive, !session.isActive)
    note(.locked, session.isLocked)
  }

  private func note(_ circumstance: Circumstances, _ isPresent: Bool) {
    let present = server.circumstances
    server.setCircumstances(isPresent ? present.union(circumstance) : present.subtracting(circumstance))
  }

  /// Stops all playbacks before the devices are closed. The machine sleeps after the lock is released, so all motors must
  /// be off by then.
  private func fallAsleep(_ lock: SleepLock) {
    log.info("the machine is about to sleep")
    server.suspend()
    devices.sleep(lock)
  }

  /// Opens the devices; clients receive `reset` and prepare again.
  private func wakeUp() {
    log.info("the machine is awake")
    server.resume()
    quietHours.look()
    do throws(Errno) {
      try devices.wake()
    } catch {
      log.error("cannot open devices after sleep: \(error)")
      loop.exit(1)
    }
  }
}
