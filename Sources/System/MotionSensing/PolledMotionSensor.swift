internal import Glibc
internal import HapticSystem

/// An accelerometer of the industrial I/O subsystem, read through sysfs, which every driver and every user can
/// (Documentation/ABI/testing/sysfs-bus-iio). Each read asks the chip for its latest value.
final class PolledMotionSensor: MotionSensor {
  let range: Double?
  let pollInterval: Duration
  /// The files with the values of the axes, which stay open.
  private let axes: [3 of FileDescriptor]
  private let scale, offset: Double

  /// - Parameter folder: the folder of the sensor, such as /sys/bus/iio/devices/iio:device0.
  init(folder: String) throws(Errno) {
    let folder = IndustrialFolder(path: folder)
    axes = try [3 of FileDescriptor] { index throws(Errno) in
      try FileDescriptor.open("\(folder.path)/in_accel_\(["x", "y", "z"][index])_raw", .nonBlocking)
    }
    guard let scale = folder.scale else { throw .invalidArgument }
    self.scale = scale
    offset = folder.offset
    range = folder.range
    pollInterval =
      folder.rate.map { .seconds(1) / min(max($0, Self.rates.lowerBound), Self.rates.upperBound) }
      ?? .seconds(1) / Self.rates.upperBound
  }

  /// The readings per second. Three reads over I2C take about a millisecond.
  private static let rates = 50.0...400.0

  var descriptor: Int32? { nil }

  func take() throws(Errno) -> [MotionReading] {
    let before = Instant.now
    var values: [Double] = []
    for axis in axes.indices { values.append((Double(try Self.value(of: axes[axis])) + offset) * scale) }
    let time = before + (.now - before) / 2
    return [MotionReading(arrival: time, x: values[0], y: values[1], z: values[2])]
  }

  private static func value(of file: borrowing FileDescriptor) throws(Errno) -> Int {
    var bytes = [32 of UInt8](repeating: 0)
    var span = bytes.mutableSpan
    // unsafe: the kernel fills the bytes only during the call
    let count = try retryingInterrupts {
      unsafe span.withUnsafeMutableBufferPointer { unsafe pread(file.rawValue, $0.baseAddress, $0.count, 0) }
    }
    let text = (0..<count).map { bytes[$0] }.split { $0 <= UInt8(ascii: " ") }
    guard text.count == 1, let value = Int(String(decoding: text[0], as: UTF8.self)) else { throw .invalidArgument }
    return value
  }
}
