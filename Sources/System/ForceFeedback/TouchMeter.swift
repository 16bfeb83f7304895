internal import CHapticLinux
internal import HapticSystem

/// The time of the last touch of a device, from its input events.
///
/// Sticks never rest: a move of an axis is a touch when it is more than an eighth of the range away from the position
/// of the last touch. So jitter never adds up to a touch, and a slow push does.
struct TouchMeter: Equatable, Sendable {
  /// Nil without a touch since the device was opened.
  private(set) var lastTouch: Instant?
  private var axes: [UInt16: InputNode.Axis]

  init(axes: [UInt16: InputNode.Axis]) { self.axes = axes }

  /// Takes presses, in order. Dropped events count as a press.
  mutating func takePresses(_ events: [InputNode.Event]) {
    for event in events where event.isPress || event.isDropped { touch(at: event.time) }
  }

  /// Takes moves, in order. Dropped moves do not matter: the last ones have the positions of the axes.
  mutating func takeMoves(_ events: [InputNode.Event]) {
    for event in events where event.type == EV_ABS {
      guard let axis = axes[event.code], axis.isFar(event.value) else { continue }
      axes[event.code]?.value = event.value
      touch(at: event.time)
    }
  }

  /// Presses and moves are read separately, so the times are not in order.
  private mutating func touch(at time: Instant) { lastTouch = max(lastTouch ?? time, time) }
}

extension InputNode.Event {
  /// Whether it is a button that was pressed, or a direction of a cross pad. A release is no sign of a touch: it also comes
  /// when a device is removed.
  fileprivate var isPress: Bool { type == EV_KEY && value == 1 || type == EV_ABS && value != 0 }
}

extension InputNode.Axis {
  fileprivate func isFar(_ other: Int32) -> Bool {
    let distance = abs(Int64(other) - Int64(value))
    return distance * Self.parts > Int64(maximum) - Int64(minimum)
  }

  /// The jitter of a worn stick is a twentieth of its range; a thumb moves it by a half.
  private static let parts: Int64 = 8
}
