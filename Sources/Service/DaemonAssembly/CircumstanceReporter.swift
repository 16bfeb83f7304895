internal import DesktopSession
internal import EventLoop
internal import HapticPreferences
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem

/// Tells the server the circumstances of the system, and closes the devices while the machine sleeps.
final class CircumstanceReporter {
  private let server: Server
  private let devices: SystemDevices
  private let quietHours: QuietHoursWatch
  private let loop: EventLoop
  private let log: Log
  private var monitor: CircumstanceMonitor?

  init(_ server: Server, _ devices: SystemDevices, loop: EventLoop, log: Log) {
    self.server = server
    self.devices = devices
    self.loop = loop
    self.log = log
    quietHours = QuietHoursWatch(loop: loop, log: log)
    quietHours.onChange = { [unowned self] in note(.quietHours, quietHours.isQuiet) }
  }

  func apply(_ preferences: Preferences) { quietHours.set(preferences.quietHours) }

  /// Connects to the system bus.
  ///
  /// - Throws: an error of the kernel if no descriptor can be created.
  func start() throws(Errno) {
    let listeners = CircumstanceMonitor.Listeners(
      onSession: { [unowned self] in note($0) },
      onSleep: { [unowned self] in fallAsleep($0) },
      onWake: { [unowned self] in wakeUp() },
      onPowerSaving: { [unowned self] in note(.powerSaver, $0) },
      onAbsence: { [unowned self] in note(.sessionUnknown, true) })
    monitor = try CircumstanceMonitor(loop: loop, log: log, listeners)
  }

  private func note(_ session: SessionState) {
    note(.sessionUnknown, false)
    note(.sessionInactive, !session.isActive)
    note(.locked, session.isLocked)
  }

  /// Adds or removes a circumstance.
  private func note(_ circumstance: Circumstances, _ isPresent: Bool) {
    let present = server.circumstances
    server.setCircumstances(isPresent ? present.union(circumstance) : present.subtracting(circumstance))
  }

  /// Stops all playbacks before the devices are closed.
  private func fallAsleep(_ lock: SleepLock) {
    server.suspend()
    devices.sleep(lock)
  }

  /// Opens the devices; clients receive `reset` and prepare again.
  private func wakeUp() {
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
