internal import Glibc
internal import HapticSystem

/// An accelerometer of the industrial I/O subsystem, read from its buffer: every sample of the chip, with the time of
/// its interrupt. Needs write access to sysfs, which usually only root has.
final class BufferedMotionSensor: MotionSensor {
  let range: Double?
  private let file: FileDescriptor
  private let layout: ScanLayout
  private let scale, offset: Double
  private let edit: AttributeEdit
  private var rest: [UInt8] = []

  /// - Parameters:
  ///   - folder: the folder of the sensor, such as /sys/bus/iio/devices/iio:device0.
  ///   - node: its node, such as /dev/iio:device0.
  /// - Throws: `.busy` if another program uses the buffer, `.permissionDenied`, `.invalidArgument` for a sensor without
  ///   a usable buffer, or another error of the kernel. The sensor is then as before.
  init(folder: String, node: String) throws(Errno) {
    let attributes = IndustrialFolder(path: folder)
    guard let scale = attributes.scale, !attributes.lacksTrigger else { throw .invalidArgument }
    let elements = "\(folder)/scan_elements"
    if SystemText.read("\(folder)/buffer/enable") != "0" { throw .busy }
    let names = ["in_accel_x", "in_accel_y", "in_accel_z"] + (attributes.hasTimestamp ? ["in_timestamp"] : [])
    var types: [(index: Int, type: ScanType)] = []
    for name in names {
      guard let index = SystemText.read("\(elements)/\(name)_index").flatMap({ Int($0) }),
        let type = SystemText.read("\(elements)/\(name)_type").flatMap(ScanType.init)
      else { throw .invalidArgument }
      types.append((index, type))
    }
    var edit = AttributeEdit()
    do throws(Errno) {
      if attributes.hasTimestamp { try? edit.set("\(folder)/current_timestamp_clock", to: "monotonic") }
      for other in attributes.enabledElements where !names.contains(other) {
        try edit.set("\(elements)/\(other)_en", to: "0")
      }
      for name in names { try edit.set("\(elements)/\(name)_en", to: "1") }
      // A driver that refuses its own rate is read with the present one.
      if let (name, rate) = attributes.fasterRate { try? edit.set("\(folder)/\(name)", to: rate) }
      try edit.set("\(folder)/buffer/length", to: "128")
      try edit.set("\(folder)/buffer/enable", to: "1")
      file = try FileDescriptor.open(node, .nonBlocking)
    } catch {
      edit.undo()
      throw error
    }
    self.edit = edit
    self.scale = scale
    offset = attributes.offset
    range = attributes.range
    layout = ScanLayout(types)
  }

  deinit { edit.undo() }

  var descriptor: Int32? { file.rawValue }
  var pollInterval: Duration { .zero }

  func take() throws(Errno) -> [MotionReading] {
    var readings: [MotionReading] = []
    while true {
      var bytes = [UInt8](repeating: 0, count: 4096 / layout.size * layout.size)
      // unsafe: the kernel fills the bytes only during the call
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file.rawValue, $0.baseAddress, $0.count) }
      if count < 0, Errno.last != .wouldBlock, Errno.last != .interrupted { throw .last }
      guard count > 0 else { return readings }
      rest += bytes[..<count]
      while rest.count >= layout.size {
        readings.append(reading(rest[..<layout.size]))
        rest.removeFirst(layout.size)
      }
    }
  }

  private func reading(_ sample: ArraySlice<UInt8>) -> MotionReading {
    let values = layout.values(sample)
    func axis(_ index: Int) -> Double { (Double(values[index]) + offset) * scale }
    // A driver whose clock could not be set has other times, which still tell the intervals.
    let stamp = values.count > 3 ? Duration(wholeNanoseconds: values[3]) : nil
    return MotionReading(arrival: .now, stamp: stamp, x: axis(0), y: axis(1), z: axis(2))
  }
}

/// Changes of attributes in sysfs that can be undone.
struct AttributeEdit {
  /// The changed attributes with their former values, in the order of the changes.
  private var changes: [(path: String, former: String)] = []

  mutating func set(_ path: String, to value: String) throws(Errno) {
    guard let former = SystemText.read(path) else { throw .noSuchFile }
    if former == value { return }
    try Self.write(value, to: path)
    changes.append((path, former))
  }

  /// Restores the former values, the last change first.
  func undo() { for (path, former) in changes.reversed() { try? Self.write(former, to: path) } }

  private static func write(_ value: String, to path: String) throws(Errno) {
    let file = try FileDescriptor.open(path, [.writeOnly, .nonBlocking])
    let bytes = Array((value + "\n").utf8)
    // unsafe: the kernel reads the bytes only during the call
    _ = try retryingInterrupts {
      unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file.rawValue, $0.baseAddress, $0.count) }
    }
  }
}
