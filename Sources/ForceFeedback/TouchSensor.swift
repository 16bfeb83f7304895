internal import HapticSystem
internal import Synchronization

// When was this pad touched last? Nobody is woken to know it: the kernel keeps the newest events of a device for
// everyone who has it open, and they are looked at when somebody asks.
//
// What is kept for one opener are some 64 events, and when there is one more all but the newest are thrown away. A
// trembling stick fills that in a second and a press would be lost, so a pad is opened twice: once for presses alone,
// which the kernel then keeps apart, and once for axes alone, of which only the newest places matter.
//
// Neither is the descriptor that effects are written to. That one may belong to a thread, be busy for half a minute in
// a call, and must not be kept open by anybody else, because closing it is what ends the effects.

/// The kernel's side of a touch sensor. What it does never waits, on whichever thread.
protocol TouchPort: AnyObject, Sendable {
  /// The axes that matter, as they were at the start.
  var axes: [UInt16: InputAxis] { get }
  /// Takes presses that came since the last time, at most 64 of them; none where there are no more.
  func takePresses() -> [InputEvent]
  /// The same for moves of axes.
  func takeMoves() -> [InputEvent]
}

/// Knows when a hand touched a device last. Sendable: it is opened where the device is, and asked in the loop.
final class TouchSensor: Sendable {
  private let port: any TouchPort
  private let meter: Mutex<TouchMeter>

  init(_ port: any TouchPort) {
    self.port = port
    meter = Mutex(TouchMeter(axes: port.axes))
  }

  /// Nil where nobody touched it since it was opened. Costs two short reads, or a few where much happened.
  var lastTouch: Instant? {
    meter.withLock { meter in
      drain(port.takePresses) { meter.takePresses($0) }
      drain(port.takeMoves) { meter.takeMoves($0) }
      return meter.lastTouch
    }
  }

  /// A device that tells more while it is read keeps nobody here.
  private func drain(_ take: () -> [InputEvent], _ note: ([InputEvent]) -> Void) {
    for _ in 0..<Self.mostReads {
      let events = take()
      if events.isEmpty { return }
      note(events)
    }
  }

  /// Of 64 events each. The kernel keeps no more than one or two of these.
  static let mostReads = 64
}

extension TouchSensor: Hashable {
  static func == (left: TouchSensor, right: TouchSensor) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
