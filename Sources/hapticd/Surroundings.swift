internal import DesktopSession
internal import EventLoop
internal import HapticSystem
internal import MessageBus

/// What goes on around the service and matters to it: who is at the machine, whether it is about to sleep, whether
/// power is short. Without a system bus nothing of that is known, and nothing fails.
final class Surroundings {
  /// What is told, each from the loop.
  struct Listeners {
    var onSession: (SessionState) -> Void
    /// Everything must be off when the lock is released: the machine sleeps then.
    var onSleep: (SleepLock) -> Void
    var onWake: () -> Void
    var onPowerSaving: (_ isSaving: Bool) -> Void
    /// There is no logind.
    var onAbsence: () -> Void
  }

  var session: SessionState { sessionMonitor.state }
  var isSavingPower: Bool { powerMonitor.isSaving }

  /// The monitors go before the link that they use.
  private let sessionMonitor: SessionMonitor
  private let powerMonitor: PowerMonitor
  private let link: BusLink

  /// - Throws: what the kernel says when it has no descriptors left.
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
