internal import CSystemd
internal import Glibc
public import HapticSystem

/// A timer that fires once each time it is armed. Dropping it disarms it.
///
/// It never fires early; how late depends on the machine, not on any slack of ours.
public struct Timer: ~Copyable {
  private let source: Source

  fileprivate init(_ source: consuming Source) { self.source = source }

  /// Fires once at `instant`, or at once where it has passed; an earlier `arm` is forgotten. Does not allocate.
  /// `.distantFuture` disarms.
  ///
  /// The corresponding C functions are `sd_event_source_set_time` and `sd_event_source_set_enabled`.
  public func arm(at instant: Instant) {
    if instant == .distantFuture { return disarm() }
    source.arm(atMicrosecond: instant.microsecondNotBefore)
  }

  /// Does not fire until it is armed again.
  public func disarm() { source.disable() }
}

extension EventLoop {
  /// A timer on `CLOCK_MONOTONIC`, disarmed at first. `handler` gets the moment at which it runs, not the one it was
  /// armed for: the difference is how late it is.
  ///
  /// The corresponding C function is `sd_event_add_time`.
  public func timer(priority: Priority = .normal, _ handler: @escaping (Instant) -> Void) throws(Errno) -> Timer {
    let handler = TimerHandler(handler)
    var pointer: OpaquePointer?
    let result = unsafe sd_event_add_time(
      self.pointer, &pointer, CLOCK_MONOTONIC, .max, timerAccuracyMicroseconds, timerFired, userdata(handler))
    try check(result)
    let source = try unsafe Source(owning: pointer!, handler: handler, priority: priority)
    source.disable()
    return Timer(source)
  }
}

/// The finest sd-event knows. Zero would mean its default, a quarter of a second.
private let timerAccuracyMicroseconds: UInt64 = 1

private final class TimerHandler {
  let call: (Instant) -> Void
  init(_ call: @escaping (Instant) -> Void) { self.call = call }
}

private func timerFired(
  _ source: OpaquePointer?, _ microsecond: UInt64, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe handler(userdata, as: TimerHandler.self).call(.now)
  return 0
}

extension Instant {
  /// sd-event counts microseconds; rounding up keeps a timer from being early.
  fileprivate var microsecondNotBefore: UInt64 {
    if nanoseconds <= 0 { return 0 }
    let (whole, rest) = UInt64(nanoseconds).quotientAndRemainder(dividingBy: 1000)
    return rest == 0 ? whole : whole + 1
  }
}
