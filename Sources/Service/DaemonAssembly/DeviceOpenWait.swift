internal import EventLoop
internal import HapticSystem

/// Waits until the threads that open devices have finished, at most 250 ms.
final class DeviceOpenWait {
  private let devices: SystemDevices
  private let onEnd: () -> Void
  private var timer: Timer?

  /// - Parameter onEnd: called once, from the event loop, after this initializer has returned.
  init(_ loop: EventLoop, _ devices: SystemDevices, onEnd: @escaping () -> Void) throws(Errno) {
    self.devices = devices
    self.onEnd = onEnd
    let end = Instant.now + Self.limit
    timer = try loop.timer { [unowned self] now in look(at: now, until: end) }
    timer?.arm(at: .now)
  }

  private func look(at now: Instant, until end: Instant) {
    if devices.isOpening, now < end {
      timer?.arm(at: now + Self.interval)
    } else {
      timer = nil
      onEnd()
    }
  }

  private static let limit = Duration.milliseconds(250)
  private static let interval = Duration.milliseconds(2)
}
