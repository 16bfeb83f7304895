import HapticSystem
import Testing

@testable import MotionSensing

@Suite struct FrameTests {
  private func frame() -> MotionFrame {
    MotionFrame((0..<3).map { MotionFrame.Axis(resolution: 8192, value: [0, 0, 8192][$0], most: 32768) })
  }

  private func feed(_ frame: inout MotionFrame, _ inputs: [MotionFrame.Input]) -> [MotionReading] {
    inputs.compactMap { frame.reading(after: $0) }
  }

  @Test func `axes without an event keep their value`() {
    var frame = frame()
    let readings = feed(
      &frame, [.axis(0, 4096), .end(Instant(nanoseconds: 5)), .axis(1, -8192), .end(Instant(nanoseconds: 9))])
    #expect(readings.map(\.x) == [0.5, 0.5])
    #expect(readings.map(\.y) == [0, -1])
    #expect(readings.map(\.z) == [1, 1])
    #expect(readings.map(\.arrival.nanoseconds) == [5, 9])
    #expect(readings.allSatisfy { $0.stamp == nil })
  }

  @Test func `the clock of the device continues after it starts again`() {
    var frame = frame()
    let readings = feed(
      &frame,
      [
        .stamp(UInt32.max - 999), .end(Instant(nanoseconds: 1)), .stamp(3000), .end(Instant(nanoseconds: 2)),
        .stamp(7000), .end(Instant(nanoseconds: 3)),
      ])
    #expect(readings.map(\.stamp) == [.zero, .milliseconds(4), .milliseconds(8)])
  }

  @Test func `a reading with dropped events is left out`() {
    var frame = frame()
    let readings = feed(
      &frame,
      [
        .axis(0, 8192), .dropped, .axis(1, 5), .end(Instant(nanoseconds: 1)), .axis(0, 0),
        .end(Instant(nanoseconds: 2)),
      ])
    #expect(readings.map(\.arrival.nanoseconds) == [2])
  }
}

@Suite struct SensorClockTests {
  private func reading(stamp: Int64?, arrival: Int64) -> MotionReading {
    MotionReading(
      arrival: Instant(nanoseconds: arrival * 1_000_000), stamp: stamp.map { .milliseconds($0) }, x: 0, y: 0, z: 0)
  }

  @Test func `late arrivals do not shift the times of readings`() {
    let delays: [Int64] = [3, 19, 7, 3, 12, 3, 8]
    let readings = delays.enumerated().map { index, delay in
      let stamp = Int64(index) * 4
      return reading(stamp: stamp, arrival: 1000 + stamp + delay)
    }
    let times = SensorClock.times(of: readings).map { $0.nanoseconds / 1_000_000 }
    #expect(times == [1003, 1007, 1011, 1015, 1019, 1023, 1027])
  }

  @Test func `a clock that is slower than the system's is followed`() {
    // One part in a thousand, for twenty seconds.
    let readings = (0..<5000 as Range<Int64>).map { index in
      reading(stamp: index * 4, arrival: 1000 + index * 4 + index / 250)
    }
    let times = SensorClock.times(of: readings)
    for (reading, time) in zip(readings, times) { #expect(abs((reading.arrival - time) / .milliseconds(1)) <= 5) }
  }

  @Test func `a sensor without a clock has the times of arrival`() {
    let readings = [reading(stamp: nil, arrival: 5), reading(stamp: nil, arrival: 11)]
    #expect(SensorClock.times(of: readings) == readings.map(\.arrival))
  }
}
