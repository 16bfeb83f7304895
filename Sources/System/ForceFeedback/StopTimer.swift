internal import EventLoop
internal import HapticSystem

/// The timer for the confirmation of a node's latest stop. It serves all stops until it fires, so that most stops do not
/// arm it.
struct StopTimer: ~Copyable {
  private var timer: Timer
  private var isArmed = false
  private var lastStop = Instant.distantPast

  /// - Parameter handler: called when it fires; it calls `isDue`.
  init(_ loop: EventLoop, _ handler: @escaping (Instant) -> Void) { timer = loop.timer(handler) }

  mutating func note(_ stop: Instant) {
    lastStop = stop
    if isArmed { return }
    isArmed = true
    timer.arm(at: stop + EffectBank.confirmationDelay)
  }

  /// Whether the latest stop is to be confirmed now. If it is more recent, the timer is armed again.
  ///
  /// - Parameter isUnconfirmed: whether the latest stop still needs a confirmation.
  mutating func isDue(at now: Instant, isUnconfirmed: Bool) -> Bool {
    isArmed = false
    if !isUnconfirmed || now >= lastStop + EffectBank.confirmationDelay { return isUnconfirmed }
    note(lastStop)
    return false
  }
}
