import HapticSystem
import MotionSensing
import Synchronization

/// A folder like sysfs with one accelerometer, that is deleted at the end of the process.
final class SimulatedSensor: Sendable {
  static let shared = SimulatedSensor()

  let finder: MotionSensorFinder
  private let scratch: ScratchFolder
  /// The written attributes. Those that stay are not written again, which would take most of the time.
  private let written = Mutex<[String: [UInt8]]>([:])
  private static let place = "sys/bus/iio/devices/iio:device0"
  private static let node = "dev/iio:device0"
  /// The attributes of an accelerometer with a buffer.
  private static let usual = [
    "name": "accel", "in_accel_scale": "0.0098", "in_accel_offset": "0", "sampling_frequency": "26",
    "sampling_frequency_available": "26 104 208",
    "buffer/enable": "0", "buffer/length": "2", "current_timestamp_clock": "realtime",
    "trigger/current_trigger": "accel-dev0", "in_accel_x_raw": "1", "in_accel_y_raw": "-1", "in_accel_z_raw": "1000",
    "scan_elements/in_accel_x_en": "0", "scan_elements/in_accel_y_en": "0", "scan_elements/in_accel_z_en": "1",
    "scan_elements/in_timestamp_en": "0", "scan_elements/in_temp_en": "1", "scan_elements/in_accel_x_index": "0",
    "scan_elements/in_accel_y_index": "1", "scan_elements/in_accel_z_index": "2",
    "scan_elements/in_timestamp_index": "3", "scan_elements/in_accel_x_type": "le:s16/16>>0",
    "scan_elements/in_accel_y_type": "le:s16/16>>0", "scan_elements/in_accel_z_type": "le:s16/16>>0",
    "scan_elements/in_timestamp_type": "le:s64/64>>0",
  ]

  private init() {
    scratch = ScratchFolder(named: "sensor")
    finder = MotionSensorFinder(root: scratch.path)
  }

  /// Writes the attributes and the samples of an input; attributes that it does not contain have their usual values.
  func lay(out input: [UInt8]) throws(Flaw) {
    let end = (0..<max(input.count - 1, 0)).first { input[$0] == 10 && input[$0 + 1] == 10 } ?? input.count
    var attributes = Self.usual.mapValues { Array($0.utf8) }
    for line in input[..<end].split(separator: 10) {
      let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(decoding: parts[0], as: UTF8.self)
      guard attributes[name] != nil else { continue }
      attributes[name] = parts.count > 1 ? Array(parts[1]) : nil
    }
    let former = written.withLock { $0 }
    for name in Self.usual.keys where former[name] != attributes[name] {
      let path = "\(Self.place)/\(name)"
      if let value = attributes[name] { try scratch.write(value + [10], to: path) } else { scratch.remove(path) }
    }
    written.withLock { $0 = attributes }
    try scratch.write(Array(input.dropFirst(end + 2)), to: Self.node)
  }

  /// The size of the samples in bytes.
  var byteCount: Int { scratch.read(Self.node)?.count ?? 0 }

  /// The texts of all attributes; bytes that are no text are repaired.
  var attributes: [String: String] {
    Dictionary(
      uniqueKeysWithValues: Self.usual.keys.compactMap { name in
        // A value is written over the former one, which may be longer.
        let line = scratch.read("\(Self.place)/\(name)")?.prefix { $0 != 10 }
        return line.map { (name, String(decoding: $0, as: UTF8.self)) }
      })
  }
}
