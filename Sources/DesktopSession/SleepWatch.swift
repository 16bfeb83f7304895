internal import HapticSystem
internal import MessageBus

// Before the machine sleeps every motor is off, by logind's promise to those who hold a delay lock:
//
//   logind ── PrepareForSleep(true) ──> everything off ──> lock released ──> logind sleeps, at the latest after
//   logind ── PrepareForSleep(false) ─> lock taken again, awake              InhibitDelayMaxSec (5 s)
//
// Devices that can block are switched off by threads, and nothing may wait for these in the loop. So the lock is handed
// over to the listener, which releases it when the last device is closed.

/// Keeps the machine from sleeping until it is released, or nobody refers to it any more.
public final class SleepLock {
  private var descriptor: BusDescriptor?

  init(_ descriptor: BusDescriptor?) { self.descriptor = descriptor }

  /// Lets the machine sleep.
  public func release() { descriptor = nil }
}

/// Tells when the machine is about to sleep, and when it is awake again.
final class SleepWatch {
  private let logind: BusPeer
  private let onSleep: (SleepLock) -> Void
  private let onWake: () -> Void
  private var signal: BusSlot?
  private var question: BusSlot?
  private var lockQuestion: BusSlot?
  /// Open while sleep has to wait for us.
  private var lock: BusDescriptor?
  private var isAsleep = false

  init(_ logind: BusPeer, onSleep: @escaping (SleepLock) -> Void, onWake: @escaping () -> Void) throws(Errno) {
    self.logind = logind
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

  /// Where it is refused nothing waits for us, and the motors are told as early as can be.
  private func takeLock() {
    lockQuestion = logind.call(
      Logind.path, Logind.manager, "Inhibit",
      [.string("sleep"), .string("hapticd"), .string("motors are switched off"), .string("delay")]
    ) { [unowned self] in
      lockQuestion = nil
      // What comes too late would hold up a sleep that has been prepared for.
      if !isAsleep { lock = (try? $0.get())?.first?.asDescriptor }
    }
  }
}
