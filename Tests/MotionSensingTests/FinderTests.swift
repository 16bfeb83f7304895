import Foundation
import HapticSystem
import TestSupport
import Testing

@testable import MotionSensing

/// Sensors in a simulated sysfs.
@Suite final class FinderTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var finder: MotionSensorFinder { MotionSensorFinder(root: folder.path) }

  /// Adds an event node of a device.
  private func add(
    _ event: Int, _ name: String, parent: String? = nil, uniq: String = "", phys: String = "", isSensor: Bool
  ) throws {
    let device = "sys/devices/input\(event)"
    try folder.write(name + "\n", to: "\(device)/name")
    try folder.write(isSensor ? "40\n" : "0\n", to: "\(device)/properties")
    try folder.write(uniq + "\n", to: "\(device)/uniq")
    try folder.write(phys + "\n", to: "\(device)/phys")
    if let parent {
      try folder.write("", to: "sys/devices/\(parent)/uevent")
      try link("\(device)/device", to: "sys/devices/\(parent)")
    }
    try folder.write("13:\(64 + event)\n", to: "sys/class/input/event\(event)/dev")
    try link("sys/class/input/event\(event)/device", to: device)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: path), withDestinationPath: folder.path(of: target))
  }

  @Test func `of two pads of the same kind, each has its own sensor`() throws {
    for (first, parent) in [(3, "hid-one"), (6, "hid-two")] {
      try add(first, "DualSense", parent: parent, isSensor: false)
      try add(first + 1, "DualSense Motion Sensors", parent: parent, isSensor: true)
      try add(first + 2, "DualSense Touchpad", parent: parent, isSensor: false)
    }
    #expect(finder.sensor(ofPad: "/dev/input/event3")?.path == folder.path(of: "dev/input/event4"))
    #expect(finder.sensor(ofPad: "/dev/input/event6")?.path == folder.path(of: "dev/input/event7"))
    #expect(finder.sensor(ofPad: "/dev/input/event6")?.name == "DualSense Motion Sensors")
  }

  @Test func `without a common parent the unique id counts, then the port`() throws {
    try add(1, "pad", uniq: "aa:bb", phys: "usb-1", isSensor: false)
    try add(2, "other sensor", uniq: "cc:dd", phys: "usb-2", isSensor: true)
    try add(3, "port sensor", phys: "usb-1", isSensor: true)
    #expect(finder.sensor(ofPad: "/dev/input/event1")?.name == "port sensor")
    try add(4, "own sensor", uniq: "aa:bb", isSensor: true)
    #expect(finder.sensor(ofPad: "/dev/input/event1")?.name == "own sensor")
  }

  @Test func `the finder returns no sensor for a pad without one, and does not match empty ids`() throws {
    try add(1, "pad", isSensor: false)
    try add(2, "stranger", isSensor: true)
    #expect(finder.sensor(ofPad: "/dev/input/event1") == nil)
    #expect(finder.sensor(at: "/dev/input/event2")?.name == "stranger")
    #expect(finder.sensor(at: "/dev/input/event1") == nil)
    #expect(MotionSensorFinder(root: "/nonexistent").sensor(ofPad: "/dev/input/event1") == nil)
    #expect(MotionSensorFinder(root: "/nonexistent").machineSensors.isEmpty)
  }

  // MARK: Industrial I/O

  private func addIndustrial(_ number: Int, _ files: [String: String]) throws {
    for (name, text) in files { try folder.write(text + "\n", to: "sys/bus/iio/devices/iio:device\(number)/\(name)") }
  }

  private static let phone = [
    "name": "lsm6ds3_accel", "in_accel_x_raw": "100", "in_accel_y_raw": "-200", "in_accel_z_raw": "1000",
    "in_accel_scale": "0.009807", "sampling_frequency": "208",
  ]

  @Test func `the accelerometer of a phone is found among its sensors, and read with its scale`() throws {
    try addIndustrial(0, ["name": "light", "in_illuminance_raw": "4"])
    try addIndustrial(
      10, Self.phone.merging(["scan_elements/in_accel_x_type": "le:s12/16>>4", "in_accel_offset": "24"]) { $1 })
    let places = finder.machineSensors
    #expect(places.map(\.name) == ["lsm6ds3_accel"])
    let sensor = try #require(places.first).open()
    let readings = try sensor.take()
    let reading = try #require(readings.first)
    #expect(readings.count == 1 && reading.stamp == nil && reading.arrival <= .now)
    let scale = 0.009807 / 9.80665
    #expect(abs(reading.x - 124 * scale) < 1e-9 && abs(reading.y + 176 * scale) < 1e-9)
    #expect(abs(reading.z - 1024 * scale) < 1e-9)
    #expect(abs(try #require(sensor.range) - 2048 * scale) < 1e-9)
    #expect(sensor.descriptor == nil)
    #expect(abs(sensor.pollInterval / .milliseconds(1) - 1000.0 / 208) < 0.01)
    // Each reading is a new one.
    try addIndustrial(10, ["in_accel_x_raw": "-24"])
    #expect(try #require(try sensor.take().first).x == 0)
  }

  @Test func `of two accelerometers the one of the display comes first`() throws {
    try addIndustrial(1, Self.phone.merging(["label": "accel-base"]) { $1 })
    try addIndustrial(2, Self.phone.merging(["label": "accel-display"]) { $1 })
    #expect(finder.machineSensors.map(\.name) == ["accel-display", "accel-base"])
    #expect(finder.sensor(at: folder.path(of: "sys/bus/iio/devices/iio:device1"))?.name == "accel-base")
  }

  @Test(arguments: ["", "abc", "-1", "0", "nan", "1e400"])
  func `strange attributes of a sensor do not stop its use`(rate: String) throws {
    try addIndustrial(
      1, Self.phone.merging(["sampling_frequency": rate, "scan_elements/in_accel_x_type": rate]) { $1 })
    let sensor = try #require(finder.machineSensors.first).open()
    #expect(sensor.range == nil && sensor.pollInterval > .zero && sensor.pollInterval <= .milliseconds(20))
  }

  @Test func `a sensor without a scale, or with values that are no numbers, is refused`() throws {
    try addIndustrial(1, Self.phone.filter { $0.key != "in_accel_scale" })
    let place = try #require(finder.machineSensors.first)
    #expect(throws: Errno.invalidArgument) { try place.open() }
    try addIndustrial(1, ["in_accel_scale": "0.01", "in_accel_y_raw": "?"])
    let sensor = try place.open()
    #expect(throws: Errno.invalidArgument) { try sensor.take() }
  }

  @Test(arguments: ["-0.01", "0", "nan", "inf", "1e300"])
  func `a scale that no sensor has is refused`(scale: String) throws {
    try addIndustrial(1, Self.phone.merging(["in_accel_scale": scale]) { $1 })
    let place = try #require(finder.machineSensors.first)
    #expect(throws: Errno.invalidArgument) { try place.open() }
  }

  @Test func `an attribute with several numbers is an error`() throws {
    try addIndustrial(1, Self.phone.merging(["in_accel_y_raw": "1 2"]) { $1 })
    let sensor = try #require(finder.machineSensors.first).open()
    #expect(throws: Errno.invalidArgument) { try sensor.take() }
  }

  @Test func `a sensor that was unplugged is refused`() throws {
    try addIndustrial(1, Self.phone)
    let place = try #require(finder.machineSensors.first)
    try FileManager.default.removeItem(atPath: place.path)
    #expect(throws: Errno.noSuchFile) { try place.open() }
  }
}
