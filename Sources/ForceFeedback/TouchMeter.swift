internal import HapticSystem

/// Something that a device was told by a hand, with the moment at which the kernel heard of it.
struct InputEvent: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// A button that went down, or a direction of a cross pad.
    case press
    /// An axis at a place, in the device's own units.
    case move(axis: UInt16, to: Int32)
    /// So much happened before this that the kernel lost count.
    case dropped
    /// What says nothing of a hand: releases, which also happen when a device goes, and ends of packets.
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

/// When a hand touched a device last, from what the device was told.
///
/// Sticks are never still: an axis counts when it is more than an eighth of its range away from where it was when it
/// counted last, so that trembling never adds up to a touch and a slow push does.
struct TouchMeter: Equatable, Sendable {
  /// Nil where it was not touched since it was opened.
  private(set) var lastTouch: Instant?
  private var axes: [UInt16: InputAxis]

  init(axes: [UInt16: InputAxis]) { self.axes = axes }

  /// Takes presses, in order. Where some were lost there were presses.
  mutating func takePresses(_ events: [InputEvent]) {
    for event in events where event.kind == .press || event.kind == .dropped { touch(at: event.time) }
  }

  /// Takes moves, in order. Where some were lost the last ones say where the axes are.
  mutating func takeMoves(_ events: [InputEvent]) {
    for event in events {
      guard case .move(let code, let place) = event.kind, let axis = axes[code] else { continue }
      guard axis.isFar(place) else { continue }
      axes[code]?.place = place
      touch(at: event.time)
    }
  }

  /// Presses and moves are read one after the other, and so not in order.
  private mutating func touch(at time: Instant) { lastTouch = max(lastTouch ?? time, time) }
}

extension InputAxis {
  fileprivate func isFar(_ other: Int32) -> Bool {
    let distance = abs(Int64(other) - Int64(place))
    return distance * Self.parts > Int64(range.upperBound) - Int64(range.lowerBound)
  }

  /// A worn stick trembles by a twentieth of its range; a thumb moves it by a half.
  private static let parts: Int64 = 8
}
