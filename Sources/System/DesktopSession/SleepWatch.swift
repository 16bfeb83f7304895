internal import HapticSystem
internal import MessageBus

// All motors are off before the machine sleeps. logind guarantees this to the holders of a delay lock:
//
//   logind ── PrepareForSleep(true) ──> everything off ──> lock released ──> logind sleeps, at the latest after
//   logind ── PrepareForSleep(false) ─> lock taken again, awake              InhibitDelayMaxSec (5 s)
//
// Devices that can block are closed by threads, which the event loop must not wait for. The lock is therefore passed
// to the listener, which releases it after the last device is closed.

/// A delay lock: the machine does not sleep until the lock is released or has no reference left.
package final class SleepLock {
  private var descriptor: BusDescriptor?

  init(_ descriptor: BusDescriptor?) { self.descriptor = descriptor }

  /// Releases the lock, so that the machine can sleep.
  package func release() { descriptor = nil }
}

/// Reports that the machine is about to sleep, and that it is awake again.
final class SleepWatch {
  private let logind: BusPeer
  private let onSleep: (SleepLock) -> Void
  private let onWake: () -> Void
  private var signal: BusSlot?
  private var question: BusSlot?
  private let lockQuestion: DescriptorCall
  /// The delay lock while the machine is awake.
  private(set) var lock: BusDescriptor?
  private(set) var isAsleep = false

  init(
    _ logind: BusPeer, on link: BusLink, onSleep: @escaping (SleepLock) -> Void, onWake: @escaping () -> Void
  ) throws(Errno) {
    self.logind = logind
    lockQuestion = DescriptorCall(link)
    self.onSleep = onSleep
    self.onWake = onWake
    signal = try logind.signals(Logind.path, Logind.manager, "PrepareForSleep") { [unowned self] values in
      if let isSleeping = values.first?.asBool { note(isSleeping) }
    }
    takeLock()
    question = logind.call(
      Logind.path, "org.freedesktop.DBus.Properties", "Get",
      [.string(Logind.manager), .string("PreparingForSleep")]
    ) { [unowned self] in
      question = nil
      if let isSleeping = (try? $0.get())?.first?.asVariant?.asBool { note(isSleeping) }
    }
  }

  private func note(_ isSleeping: Bool) {
    if isSleeping == isAsleep { return }
    isAsleep = isSleeping
    if isSleeping {
      let lock = SleepLock(self.lock)
      self.lock = nil
      onSleep(lock)
    } else {
      takeLock()
      onWake()
    }
  }

  /// Takes a delay lock. If logind refuses it, logind does not wait for the motors, which are then stopped as early
  /// as possible.
  private func takeLock() {
    lockQuestion.start(
      logind.name, Logind.path, Logind.manager, "Inhibit",
      [.string("sleep"), .string("hapticd"), .string("motors are switched off"), .string("delay")]
    ) { [unowned self] in
      // A lock that arrives too late would delay a sleep that the listener is already prepared for.
      if !isAsleep { lock = $0 }
    }
  }
}
