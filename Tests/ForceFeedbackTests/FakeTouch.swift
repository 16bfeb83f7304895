import Synchronization

@testable import ForceFeedback
@testable import HapticSystem

/// A hand on a device, and the kernel between: two rings of 64 events, of which all but the newest are lost when there
/// is one more.
final class FakeTouch: TouchPort {
  let axes: [UInt16: InputNode.Axis]
  private let rings = Mutex(Rings())

  private struct Rings {
    var presses: [InputNode.Event] = []
    var moves: [InputNode.Event] = []
    var isEndless = false
    var reads = 0
  }

  init(axes: [UInt16: ClosedRange<Int32>] = [0: 0...255, 1: 0...255]) {
    self.axes = axes.mapValues { range in
      InputNode.Axis(
        minimum: range.lowerBound, maximum: range.upperBound, value: (range.lowerBound + range.upperBound) / 2,
        resolution: 0)
    }
  }

  /// The number of reads.
  var reads: Int { rings.withLock { $0.reads } }

  func press(at time: Instant) {
    rings.withLock { rings in
      Self.keep(.button(1, at: time), in: &rings.presses)
      Self.keep(.end(at: time), in: &rings.presses)
    }
  }

  func release(at time: Instant) { rings.withLock { Self.keep(.button(0, at: time), in: &$0.presses) } }

  func move(_ axis: UInt16 = 0, to place: Int32, at time: Instant) {
    rings.withLock { rings in
      Self.keep(.move(axis, to: place, at: time), in: &rings.moves)
      Self.keep(.end(at: time), in: &rings.moves)
    }
  }

  /// From here on there is more to read however much is read.
  func neverEnd() { rings.withLock { $0.isEndless = true } }

  func takePresses() -> [InputNode.Event] { take(\.presses) }
  func takeMoves() -> [InputNode.Event] { take(\.moves) }

  private func take(_ ring: WritableKeyPath<Rings, [InputNode.Event]>) -> [InputNode.Event] {
    rings.withLock { rings in
      rings.reads += 1
      if rings.isEndless { return [.end(at: .now)] }
      defer { rings[keyPath: ring] = [] }
      return rings[keyPath: ring]
    }
  }

  private static func keep(_ event: InputNode.Event, in ring: inout [InputNode.Event]) {
    ring.append(event)
    if ring.count > 64 { ring = [.dropped(at: event.time), event] }
  }
}

// The numbers are those of the kernel: EV_SYN is 0, EV_KEY 1, EV_ABS 3.

extension InputNode.Event {
  fileprivate static func button(_ value: Int32, at time: Instant) -> Self {
    Self(time: time, type: 1, code: 0x130, value: value)
  }

  fileprivate static func move(_ axis: UInt16, to place: Int32, at time: Instant) -> Self {
    Self(time: time, type: 3, code: axis, value: place)
  }

  /// The end of a packet.
  fileprivate static func end(at time: Instant) -> Self { Self(time: time, type: 0, code: 0, value: 0) }

  fileprivate static func dropped(at time: Instant) -> Self { Self(time: time, type: 0, code: 3, value: 0) }
}
