import Foundation
import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import MotionSensing

@Suite struct ScanLayoutTests {
  @Test func `values are read by their type`() throws {
    func value(_ type: String, _ bytes: [UInt8]) throws -> Int64 { try #require(ScanType(type)).value(bytes[...]) }
    #expect(try value("le:s12/16>>4", [0x10, 0x00]) == 1)
    #expect(try value("le:s12/16>>4", [0xf0, 0xff]) == -1)
    #expect(try value("be:s16/16>>0", [0x80, 0x00]) == -32768)
    #expect(try value("le:u8/8>>0", [0xff]) == 255)
    #expect(try value("le:s64/64>>0", [1, 0, 0, 0, 0, 0, 0, 0x80]) == .min + 1)
  }

  @Test(arguments: ["", "le:s12/16", "le:s12/16>>5", "le:s0/16>>0", "le:s12/12>>0", "me:s12/16>>4", "le:s12/16X3>>4"])
  func `other types are refused`(type: String) { #expect(ScanType(type) == nil) }

  @Test func `elements are aligned to their size, in the order of their indices`() throws {
    let (axis, time) = (try #require(ScanType("le:s16/16>>0")), try #require(ScanType("le:s64/64>>0")))
    let layout = ScanLayout([(2, axis), (0, axis), (1, axis), (3, time)])
    #expect(layout.elements.map(\.offset) == [4, 0, 2, 8])
    #expect(layout.size == 16)
    #expect(ScanLayout([(0, axis), (1, axis), (2, axis)]).size == 6)
  }
}

/// The buffer of a sensor in a simulated sysfs; its node is a pipe.
@Suite final class BufferTests {
  private let folder: TestFolder
  private let place: MotionSensorPlace

  init() throws {
    folder = try TestFolder()
    var files = [
      "name": "accel", "in_accel_scale": "9.80665", "buffer/enable": "0", "buffer/length": "2",
      "current_timestamp_clock": "realtime", "scan_elements/in_timestamp_en": "0",
      "scan_elements/in_timestamp_index": "3", "scan_elements/in_timestamp_type": "le:s64/64>>0",
      "scan_elements/in_temp_en": "1", "scan_elements/in_temp_index": "4",
    ]
    for (index, axis) in ["x", "y", "z"].enumerated() {
      files["in_accel_\(axis)_raw"] = "7"
      files["scan_elements/in_accel_\(axis)_en"] = "0"
      files["scan_elements/in_accel_\(axis)_index"] = "\(index)"
      files["scan_elements/in_accel_\(axis)_type"] = "le:s16/16>>0"
    }
    for (name, text) in files { try folder.write(text + "\n", to: "sys/bus/iio/devices/iio:device0/\(name)") }
    try folder.makeFolder("dev")
    mkfifo(folder.path(of: "dev/iio:device0"), 0o600)
    place = try #require(MotionSensorFinder(root: folder.path).machineSensors.first)
  }

  private func text(_ name: String) throws -> String? { SystemText.read("\(place.path)/\(name)") }

  @Test func `samples are read with their times, and everything is restored at the end`() throws {
    var sensor: (any MotionSensor)? = try place.open()
    let descriptor = try #require(sensor?.descriptor)
    #expect(try text("buffer/enable") == "1" && text("scan_elements/in_temp_en") == "0")
    #expect(try text("current_timestamp_clock") == "monotonic" && text("scan_elements/in_accel_y_en") == "1")
    let writer = open(folder.path(of: "dev/iio:device0"), O_WRONLY)
    defer { close(writer) }
    // Two samples, the second in two parts: 1, -1 and 2 g at 5 ms, and the same later.
    let sample: [UInt8] = [1, 0, 0xff, 0xff, 2, 0, 0, 0, 0x40, 0x4b, 0x4c, 0, 0, 0, 0, 0]
    write(writer, sample + sample.prefix(5), 21)
    let first = try #require(try sensor?.take())
    #expect(first.map(\.x) == [1] && first.map(\.y) == [-1] && first.map(\.z) == [2])
    #expect(first.map(\.stamp) == [.milliseconds(5)])
    #expect(try sensor?.take().isEmpty == true)
    write(writer, Array(sample.dropFirst(5)), 11)
    #expect(try sensor?.take().count == 1)
    #expect(descriptor >= 0)
    sensor = nil
    #expect(try text("buffer/enable") == "0" && text("scan_elements/in_temp_en") == "1")
    #expect(try text("current_timestamp_clock") == "realtime" && text("scan_elements/in_accel_y_en") == "0")
    #expect(try text("buffer/length") == "2")
  }

  @Test(arguments: [
    ("26", "12.5 26 52 104 208 416", "208"), ("26", "13 52", "52"), ("400", "100 200 400", "400"),
    ("52", "26 52", "52"),
    ("26", "[1 1 400]", "26"), ("26", "", "26"), ("?", "100 200", "?"),
  ])
  func `a slow sensor is read faster, and as before afterwards`(rate: String, list: String, faster: String) throws {
    for name in ["sampling_frequency", "in_accel_sampling_frequency"] {
      try folder.write(rate + "\n", to: "sys/bus/iio/devices/iio:device0/\(name)")
      try folder.write(list + "\n", to: "sys/bus/iio/devices/iio:device0/\(name)_available")
      var sensor: (any MotionSensor)? = try place.open()
      #expect(sensor?.descriptor != nil)
      #expect(try text(name) == faster)
      sensor = nil
      #expect(try text(name) == rate)
      try folder.remove("sys/bus/iio/devices/iio:device0/\(name)")
    }
  }

  @Test func `a buffer that another program uses is left alone, and the values are polled`() throws {
    try folder.write("1\n", to: "sys/bus/iio/devices/iio:device0/buffer/enable")
    let sensor = try place.open()
    #expect(sensor.descriptor == nil)
    #expect(try sensor.take().map(\.x) == [7])
    #expect(try text("scan_elements/in_temp_en") == "1")
  }

  @Test func `a buffer that needs a trigger and has none is not used`() throws {
    try folder.write("\n", to: "sys/bus/iio/devices/iio:device0/trigger/current_trigger")
    #expect(try place.open().descriptor == nil)
    try folder.write("accel-dev0\n", to: "sys/bus/iio/devices/iio:device0/trigger/current_trigger")
    #expect(try place.open().descriptor != nil)
  }

  @Test func `without the node the values are polled, and nothing stays changed`() throws {
    try folder.remove("dev/iio:device0")
    let sensor = try place.open()
    #expect(sensor.descriptor == nil)
    #expect(try text("buffer/enable") == "0" && text("scan_elements/in_accel_x_en") == "0")
  }
}
