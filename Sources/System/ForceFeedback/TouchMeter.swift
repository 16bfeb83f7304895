internal import HapticSystem

/// An input event of a device, with the time at which the kernel received it.
struct InputEvent: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// A button that was pressed, or a direction of a cross pad.
    case press
    /// A position of an axis, in units of the device.
    case move(axis: UInt16, to: Int32)
    /// The kernel has dropped events before this one.
    case dropped
    /// An event that is no sign of a touch: a release, which also comes when a device is removed, or the end of a
    /// packet.
    case other
  }

  var kind: Kind
  var time: Instant
}

/// An axis of a device when it was opened.
struct InputAxis: Equatable, Sendable {
  var range: ClosedRange<Int32>
  var place: Int32
}

/// The time of the last touch of a device, from its input events.
///
/// Sticks never rest: a move of an axis is a touch when it is more than an eighth of the range away from the position
/// of the last touch. So jitter never adds up to a touch, and a slow push does.
struct TouchMeter: Equatable, Sendable {
  /// Nil without a touch since the device was opened.
  private(set) var lastTouch: Instant?
  private var axes: [UInt16: InputAxis]

  init(axes: [UInt16: InputAxis]) { self.axes = axes }

  /// Takes presses, in order. Dropped events count as a press.
  mutating func takePresses(_ events: [InputEvent]) {
    for event in events where event.kind == .press || event.kind == .dropped { touch(at: event.time) }
  }

  /// Takes moves, in order. Dropped moves do not matter: the last ones have the positions of the axes.
  mutating func takeMoves(_ events: [InputEvent]) {
    for event in events {
      guard case .move(let code, let place) = event.kind, let axis = axes[code] else { continue }
      guard axis.isFar(place) else { continue }
      axes[code]?.place = place
      touch(at: event.time)
    }
  }

  /// Presses and moves are read separately, so the times are not in order.
  private mutating func touch(at time: Instant) { lastTouch = max(lastTouch ?? time, time) }
}

extension InputAxis {
  fileprivate func isFar(_ other: Int32) -> Bool {
    let distance = abs(Int64(other) - Int64(place))
    return distance * Self.parts > Int64(range.upperBound) - Int64(range.lowerBound)
  }

  /// The jitter of a worn stick is a twentieth of its range; a thumb moves it by a half.
  private static let parts: Int64 = 8
}
