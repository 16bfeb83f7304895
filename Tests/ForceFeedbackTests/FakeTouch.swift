import HapticSystem
import Synchronization

@testable import ForceFeedback

/// A hand on a device, and the kernel between: two rings of 64 events, of which all but the newest are lost when there
/// is one more.
final class FakeTouch: TouchPort {
  let axes: [UInt16: InputAxis]
  private let rings = Mutex(Rings())

  private struct Rings {
    var presses: [InputEvent] = []
    var moves: [InputEvent] = []
    var isEndless = false
    var reads = 0
  }

  init(axes: [UInt16: ClosedRange<Int32>] = [0: 0...255, 1: 0...255]) {
    self.axes = axes.mapValues { InputAxis(range: $0, place: ($0.lowerBound + $0.upperBound) / 2) }
  }

  /// The number of reads.
  var reads: Int { rings.withLock { $0.reads } }

  func press(at time: Instant) {
    rings.withLock { rings in
      Self.keep(InputEvent(kind: .press, time: time), in: &rings.presses)
      Self.keep(InputEvent(kind: .other, time: time), in: &rings.presses)
    }
  }

  func release(at time: Instant) { rings.withLock { Self.keep(InputEvent(kind: .other, time: time), in: &$0.presses) } }

  func move(_ axis: UInt16 = 0, to place: Int32, at time: Instant) {
    rings.withLock { rings in
      Self.keep(InputEvent(kind: .move(axis: axis, to: place), time: time), in: &rings.moves)
      Self.keep(InputEvent(kind: .other, time: time), in: &rings.moves)
    }
  }

  /// From here on there is more to read however much is read.
  func neverEnd() { rings.withLock { $0.isEndless = true } }

  func takePresses() -> [InputEvent] { take(\.presses) }
  func takeMoves() -> [InputEvent] { take(\.moves) }

  private func take(_ ring: WritableKeyPath<Rings, [InputEvent]>) -> [InputEvent] {
    rings.withLock { rings in
      rings.reads += 1
      if rings.isEndless { return [InputEvent(kind: .other, time: .now)] }
      defer { rings[keyPath: ring] = [] }
      return rings[keyPath: ring]
    }
  }

  private static func keep(_ event: InputEvent, in ring: inout [InputEvent]) {
    ring.append(event)
    if ring.count > 64 { ring = [InputEvent(kind: .dropped, time: event.time), event] }
  }
}
