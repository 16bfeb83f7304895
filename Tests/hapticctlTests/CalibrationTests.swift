import Foundation
import FoundationXML
import HapticSystem
import Haptics
import MotionSensing
import MotorCalibration
import MotorRendering
import ShakenSensor
import TestSupport
import Testing

@testable import HapticControl

extension CalibrationResult {
  /// The calibration of a simulated gamepad.
  static let sample: CalibrationResult = {
    let model = MotorModel.presets["pad"]!
    var time = Duration.milliseconds(700)
    let writes = CalibrationPlan(for: model, interval: .milliseconds(4)).vibrations.flatMap { vibration in
      let drive = model.drive(for: vibration.pattern)
      defer { time += vibration.pattern.duration + vibration.rest }
      return drive.steps.map { WrittenLevel(time: time + $0.at, level: $0.level) }
    }
    var sensor = Accelerometer(rate: 250)
    let record = DeviceRecord(
      id: DeviceID(rawValue: 1), state: .ready, driver: .memless, kind: .gamepad, bus: 3, vendor: 0x54c,
      product: 0xce6,
      motor: DeviceRecord.MotorProperties(
        motors: 2, deadband: 5243, riseMicroseconds: 65_000, fallMicroseconds: 90_000, weakRiseMicroseconds: 28_000,
        weakFallMicroseconds: 40_000, ceiling: 0xffff),
      name: "Sony DualSense", path: "/dev/input/event5")
    return CalibrationResult(
      record: record, place: MotionSensorPlace(kind: .evdev, path: "/dev/input/event6", name: "Motion Sensors"),
      calibration: try! Calibration(sensor.record(.pad(), writes), of: model))
  }()
}

@Suite struct CalibrationTests {
  private let result = CalibrationResult.sample

  @Test func `the result shows each motor beside its former constants`() throws {
    let lines = result.lines
    #expect(lines[0].hasPrefix("MOTOR") && lines[1].hasPrefix("strong") && lines[2].hasPrefix("weak"))
    #expect(lines[1].contains("65 ms") && lines[2].contains("28 ms"))
    let text = lines.joined(separator: "\n")
    #expect(text.contains("start level: 10% of full drive, was 8%"), "\(text)")
    #expect(text.contains("gain: the weak motor shakes with 0.7"), "\(text)")
    #expect(text.contains("the sensor has a sample every 4 ms"), "\(text)")
    #expect(text.contains("24 vibrations used"), "\(text)")
  }

  @Test func `the picture has the sent, measured and fitted vibration of each motor`() throws {
    let lines = result.pictures(columns: 80)
    #expect(lines.filter { $0.hasSuffix(" motor") } == ["strong motor", "weak motor"])
    for title in ["sent", "measured", "fitted"] { #expect(lines.count { $0.hasPrefix(title) } == 2) }
    #expect(lines.allSatisfy { $0.count <= 80 })
    let image = result.image
    #expect(try XMLDocument(xmlString: image).rootElement()?.name == "svg")
    #expect(image.contains("measured acceleration") && image.contains("level 100%"))
  }

  @Test func `the entry for the hardware database reads back as the measured model`() throws {
    let lines = result.hardwareLines(machine: nil)
    #expect(lines[0].hasPrefix("# hapticctl calibrate, 'Motion Sensors' at 250 Hz"))
    #expect(lines[1] == "haptic:gamepad:*:b0003v054cp0ce6:name:Sony DualSense:*")
    var properties: [String: String] = [:]
    for line in lines.dropFirst(2) {
      #expect(line.hasPrefix(" HAPTIC_"))
      let parts = line.dropFirst().split(separator: "=")
      properties[String(parts[0])] = String(parts[1])
    }
    var warnings: [String] = []
    let model = MotorModel(properties: properties, default: .gamepad) { warnings.append($0) }
    #expect(warnings.isEmpty, "\(warnings)")
    #expect(model.strong.rise == result.calibration.strong.rise.asSetting)
    #expect(model.weak?.fall == result.calibration.weak?.fall.asSetting)
    #expect(abs(model.deadband - result.calibration.deadband!) < 0.01)
  }

  @Test func `an entry of a phone is for its machine`() throws {
    var record = result.record
    record.kind = .vibrator
    record.name = "pwm-vibrator"
    let phone = CalibrationResult(record: record, place: result.place, calibration: result.calibration)
    #expect(
      phone.hardwareLines(machine: "purism,librem5")[1]
        == "haptic:vibrator:*:name:pwm-vibrator:*:machine:*purism,librem5:*")
    #expect(phone.hardwareLines(machine: nil)[1] == "haptic:vibrator:*:name:pwm-vibrator:*")
  }

  @Test func `a strange name does not break the entry`() throws {
    var record = result.record
    record.name = "a\n[pad] \u{1b}é*"
    let entry = CalibrationResult(record: record, place: result.place, calibration: result.calibration)
    #expect(entry.hardwareLines(machine: nil)[1] == "haptic:gamepad:*:b0003v054cp0ce6:name:a??pad? ???:*")
  }

  @Test func `the settings are those of the device`() throws {
    let keys = try result.settings().map { "\($0.key)" }
    #expect(keys == ["rise", "fall", "weak-rise", "weak-fall", "deadband"].map { "device.\"Sony DualSense\".\($0)" })
  }

  @Test(arguments: CalibrationRefusal.allCases)
  func `each refusal begins with its name and says what to do`(refusal: CalibrationRefusal) {
    let failure = Failure(refusal, "/dev/input/event6")
    #expect(failure.code == .refused)
    #expect(failure.message.hasPrefix("\(refusal.rawValue): "))
    #expect(failure.message.split(separator: ";").count == 2)
  }

  // MARK: Sensors

  @Test func `without a sensor the message names the searched places and the remedy`() throws {
    let finder = MotionSensorFinder(root: "/nonexistent")
    func message(_ record: DeviceRecord, at path: String? = nil) -> String {
      do throws(Failure) {
        _ = try DeviceSensor(of: record, at: path, finder)
        return ""
      } catch {
        #expect(error.code == .usage)
        return error.message
      }
    }
    let pad = message(result.record)
    #expect(pad.contains("INPUT_PROP_ACCELEROMETER") && pad.contains("/dev/input/event5") && pad.contains("--sensor"))
    var phone = result.record
    phone.kind = .vibrator
    #expect(message(phone).contains("/sys/bus/iio/devices") && message(phone).contains("--sensor"))
    #expect(message(phone, at: "/etc/passwd").contains("/etc/passwd is no accelerometer"))
    #expect(message(phone, at: "").hasPrefix("'' is no accelerometer"))
  }

  @Test func `a sensor without permission names the rules file`() throws {
    let failure = DeviceSensor.failure(result.place, .permissionDenied)
    #expect(failure.message.contains("/dev/input/event6") && failure.message.contains("70-hapticd.rules"))
  }

  @Test func `the latency report states the delay of the sensor`() throws {
    var report = LatencyReport(feedback: "impact.heavy", budget: nil)
    report.shakes = Shakes(
      interval: .milliseconds(4), latencies: [.milliseconds(21), .milliseconds(25)], unfelt: 1)
    let lines = report.lines()
    #expect(lines.contains { $0.hasPrefix("felt ") && $0.contains("21 ms") })
    #expect(lines.contains { $0.contains("a sample every 4 ms") })
    #expect(lines.contains { $0.hasPrefix("1 play without a shake") })
  }
}
