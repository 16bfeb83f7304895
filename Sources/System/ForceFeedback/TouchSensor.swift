internal import HapticSystem
internal import Synchronization

// The time of the last touch of a pad costs no wakeup: the kernel keeps the newest events of a device for each opener,
// and they are read on request.
//
// The kernel keeps about 64 events for an opener, and drops all but the newest when there is one more. The jitter of a
// stick fills this queue in a second, and a press would be lost. So a pad is opened twice: once for presses only, which
// then have a queue of their own, and once for axes only, of which the newest positions are enough.
//
// Effects are written to another descriptor. That one may belong to a thread and be busy for half a minute in a call,
// and nothing else may keep it open, because closing it ends the effects.

/// The system calls of a touch sensor. None of them waits. Thread-safe.
protocol TouchPort: AnyObject, Sendable {
  /// The axes of sticks, at their positions when the device was opened.
  var axes: [UInt16: InputNode.Axis] { get }
  /// Takes the events of buttons and cross pads since the last call, at most 64 of them; empty where there are no more.
  func takePresses() -> [InputNode.Event]
  /// The same for moves of axes.
  func takeMoves() -> [InputNode.Event]
}

/// Finds the time of the last touch of a device. Sendable: the thread of the device opens it, the loop reads it.
final class TouchSensor: Sendable {
  private let port: any TouchPort
  private let meter: Mutex<TouchMeter>

  init(_ port: any TouchPort) {
    self.port = port
    meter = Mutex(TouchMeter(axes: port.axes))
  }

  /// Nil without a touch since the device was opened. Costs two short reads, or a few more after many events.
  var lastTouch: Instant? {
    meter.withLock { meter in
      drain(port.takePresses) { meter.takePresses($0) }
      drain(port.takeMoves) { meter.takeMoves($0) }
      return meter.lastTouch
    }
  }

  /// The limit keeps a device that sends events without pause from blocking the caller.
  private func drain(_ take: () -> [InputNode.Event], _ note: ([InputNode.Event]) -> Void) {
    for _ in 0..<Self.mostReads {
      let events = take()
      if events.isEmpty { return }
      note(events)
    }
  }

  /// Each read takes up to 64 events. The kernel keeps no more than one or two times as many.
  static let mostReads = 64
}
