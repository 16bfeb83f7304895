package import HapticSystem

/// Assembles readings from the events of a node. The kernel sends only the axes that have changed.
package struct MotionFrame {
  package struct Axis {
    /// Units per g.
    let resolution: Double
    var value: Int32
    let most: Int32

    /// The largest acceleration, in g.
    var largest: Double { Double(most) / resolution }
    var acceleration: Double { Double(value) / resolution }

    package init(resolution: Double, value: Int32, most: Int32) {
      (self.resolution, self.value, self.most) = (resolution, value, most)
    }
  }

  package enum Input: Hashable {
    case axis(Int, Int32)
    /// Microseconds on the device's clock, which starts again after 2^32.
    case stamp(UInt32)
    case end(Instant)
    /// The kernel has dropped events before this one, up to the next end.
    case dropped
    case other
  }

  private var axes: [Axis]
  private var isIncomplete = false
  private var lastStamp: UInt32?
  private var stamp: Duration?

  package init(_ axes: [Axis]) { self.axes = axes }

  /// Returns the reading that an event completes; nil after other events.
  ///
  /// After dropped events the axes are out of date until each has changed again, which takes one or two readings.
  package mutating func reading(after input: Input) -> MotionReading? {
    switch input {
    case .axis(let index, let value): axes[index].value = value
    case .stamp(let microseconds):
      let passed = lastStamp.map { microseconds &- $0 } ?? 0
      lastStamp = microseconds
      stamp = (stamp ?? .zero) + .microseconds(Int64(passed))
    case .dropped: isIncomplete = true
    case .end(let time):
      defer { isIncomplete = false }
      if isIncomplete { return nil }
      return MotionReading(
        arrival: time, stamp: stamp, x: axes[0].acceleration, y: axes[1].acceleration, z: axes[2].acceleration)
    case .other: break
    }
    return nil
  }
}
