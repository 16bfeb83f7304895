package import HapticSystem

/// Finds the times of readings on the clock of the system.
///
/// The clock of a device gives the exact time between two readings, but not their time on the system's clock. Their
/// arrival gives that, with a delay that varies, by 10 ms and more over Bluetooth. The least delay within some seconds is nearly
/// constant, so that the difference of both clocks is the least one in that time.
package struct SensorClock {
  /// The times of the readings, in their order. Without a clock of the device, these are the arrivals.
  package static func times(of readings: [MotionReading]) -> [Instant] {
    let blocks = leastDifferences(readings)
    return readings.map { reading in
      guard let stamp = reading.stamp else { return reading.arrival }
      let block = block(of: stamp)
      let least = (block - 1...block + 1).compactMap { blocks[$0] }.min()
      return least.map { Instant(nanoseconds: $0) + stamp } ?? reading.arrival
    }
  }

  /// The least difference between arrival and device time in each block of device time, in nanoseconds.
  private static func leastDifferences(_ readings: [MotionReading]) -> [Int64: Int64] {
    var blocks: [Int64: Int64] = [:]
    for reading in readings {
      guard let stamp = reading.stamp else { continue }
      let difference = (reading.arrival - stamp).nanoseconds
      blocks[block(of: stamp)] = min(blocks[block(of: stamp)] ?? .max, difference)
    }
    return blocks
  }

  private static func block(of stamp: Duration) -> Int64 { stamp.wholeNanoseconds / 2_000_000_000 }
}
