internal import EventLoop
internal import ForceFeedback
internal import HapticSystem

/// Waits, without keeping the loop, until every device is closed. A device that does not answer is waited for two seconds:
/// logind sleeps after five whatever anybody does, and what is uploaded ends by itself within one.
final class DeviceFarewell {
  private let onEnd: (_ areClosed: Bool) -> Void
  private let nodes: OpenNodes
  private var wakeup: Wakeup?
  private var timer: Timer?

  /// - Parameter onEnd: called once, from the loop, and not before this returns.
  init(
    _ loop: EventLoop, _ nodes: OpenNodes, limit: Duration = .seconds(2), onEnd: @escaping (_ areClosed: Bool) -> Void
  ) throws(Errno) {
    self.onEnd = onEnd
    self.nodes = nodes
    let wakeup = try loop.wakeup { [unowned self] in end() }
    let trigger = wakeup.trigger
    self.wakeup = consume wakeup
    timer = try loop.timer { [unowned self] _ in end() }
    timer?.arm(at: .now + limit)
    nodes.signalWhenEmpty(trigger)
  }

  private func end() {
    wakeup = nil
    timer = nil
    onEnd(nodes.isEmpty)
  }
}
