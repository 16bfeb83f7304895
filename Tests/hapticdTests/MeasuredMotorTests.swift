import HapticPatterns
import HapticPreferences
import MotorRendering
import PreferenceFiles
import Testing

@testable import DaemonAssembly

@Suite struct MeasuredMotorTests {
  private let pad = MotorModel.presets["pad"]!

  @Test func `measured constants have precedence over those of the hardware database, each by itself`() {
    let hardware = MotorModel(
      properties: ["HAPTIC_RISE_MS": "70", "HAPTIC_FALL_MS": "95", "HAPTIC_DEADBAND": "12", "HAPTIC_INTERVAL_MS": "9"],
      default: .gamepad)
    var measured = MotorPreferences()
    #expect(hardware.with(measured) == hardware)
    measured.rise = .milliseconds(81)
    let model = hardware.with(measured)
    #expect(model.strong == Motor(rise: .milliseconds(81), fall: .milliseconds(95)))
    #expect(model.weak == hardware.weak && model.deadband == 0.12 && model.minimumInterval == .milliseconds(9))
    measured.weakFall = .milliseconds(33)
    measured.deadband = 0.2
    #expect(hardware.with(measured).weak?.fall == .milliseconds(33))
    #expect(hardware.with(measured).weak?.rise == hardware.weak?.rise)
    #expect(hardware.with(measured).deadband == 0.2)
  }

  @Test func `a model is that of a measured unit if all times of its motors are set`() throws {
    var measured = MotorPreferences()
    measured.rise = .milliseconds(81)
    measured.deadband = 0.2
    let phone = try #require(MotorModel.presets["erm"])
    #expect(!pad.isMeasured && !phone.with(measured).isMeasured)
    measured.fall = .milliseconds(95)
    #expect(phone.with(measured).isMeasured && !pad.with(measured).isMeasured)
    measured.weakRise = .milliseconds(30)
    measured.weakFall = .milliseconds(33)
    #expect(pad.with(measured).isMeasured)
  }

  @Test func `the least and the greatest accepted constants are used as they are`() throws {
    for time in [PreferenceLimits.motorTimes.lowerBound, PreferenceLimits.motorTimes.upperBound] {
      for deadband in [Intensity.none, PreferenceLimits.largestDeadband] {
        var measured = MotorPreferences()
        (measured.rise, measured.fall, measured.weakRise, measured.weakFall) = (time, time, time, time)
        measured.deadband = deadband
        let model = pad.with(measured)
        #expect(model.strong == Motor(rise: time, fall: time) && model.strong.rise == time && model.strong.fall == time)
        #expect(model.weak?.rise == time && model.weak?.fall == time && model.deadband == deadband.rawValue)
        #expect(!model.drive(for: [Event(.transient, intensity: 1, sharpness: 0.5)]).isEmpty)
      }
    }
  }

  @Test func `measured constants do not add a weak motor to a single one`() throws {
    var measured = MotorPreferences()
    measured.weakRise = .milliseconds(10)
    #expect(try #require(MotorModel.presets["erm"]).with(measured).weak == nil)
  }
}
