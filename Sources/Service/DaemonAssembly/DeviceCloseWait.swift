internal import EventLoop
internal import ForceFeedback
internal import HapticSystem

/// Waits until all devices are closed, without blocking the event loop. The limit for a device that does not respond
/// is two seconds: logind waits five seconds at most, and uploaded effects end by themselves within one.
final class DeviceCloseWait {
  private let onEnd: (_ areClosed: Bool) -> Void
  private let nodes: OpenNodes
  private var wakeup: Wakeup?
  private var timer: Timer?

  /// - Parameter onEnd: called once, from the event loop, after this initializer has returned.
  init(
    _ loop: EventLoop, _ nodes: OpenNodes, limit: Duration = .seconds(2), onEnd: @escaping (_ areClosed: Bool) -> Void
  ) throws(Errno) {
    self.onEnd = onEnd
    self.nodes = nodes
    wakeup = try loop.wakeup { [unowned self] in end() }
    timer = try loop.timer { [unowned self] _ in end() }
    timer?.arm(at: .now + limit)
    if let trigger = wakeup?.trigger { nodes.signalWhenEmpty(trigger) }
  }

  private func end() {
    wakeup = nil
    timer = nil
    onEnd(nodes.isEmpty)
  }
}
