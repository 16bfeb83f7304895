internal import DesktopSession
internal import EventLoop
internal import HapticSystem
internal import MessageBus

/// Reports the circumstances of the system: the state of the session, sleep, and power saving. Without a system bus,
/// they keep their defaults and nothing fails.
final class CircumstanceMonitor {
  /// The callbacks, all called from the event loop.
  struct Listeners {
    var onSession: (SessionState) -> Void
    /// Called before sleep. The machine sleeps after the lock is released, so all motors must be off by then.
    var onSleep: (SleepLock) -> Void
    var onWake: () -> Void
    var onPowerSaving: (_ isSaving: Bool) -> Void
    /// Called if logind is not available.
    var onAbsence: () -> Void
  }

  var session: SessionState { sessionMonitor.state }
  var isSavingPower: Bool { powerMonitor.isSaving }

  /// The monitors are released before the link, which they use.
  private let sessionMonitor: SessionMonitor
  private let powerMonitor: PowerMonitor
  private let link: BusLink

  /// - Throws: an error of the kernel if no descriptor can be created.
  init(loop: EventLoop, log: Log, _ listeners: Listeners) throws(Errno) {
    link = try BusLink.system(loop: loop)
    sessionMonitor = SessionMonitor(
      link: link,
      onState: { state in
        log.info("the session is \(state.isActive ? "active" : "not active")\(state.isLocked ? " and locked" : "")")
        listeners.onSession(state)
      },
      onSleep: { lock in
        log.info("the machine is about to sleep")
        listeners.onSleep(lock)
      },
      onWake: {
        log.info("the machine is awake")
        listeners.onWake()
      },
      onAbsence: { reason in
        log.info("\(reason): the session counts as active, and sleep is not announced")
        listeners.onAbsence()
      })
    powerMonitor = PowerMonitor(link: link) { isSaving in
      log.info(isSaving ? "the power saver is active" : "the power saver is inactive")
      listeners.onPowerSaving(isSaving)
    }
  }
}
