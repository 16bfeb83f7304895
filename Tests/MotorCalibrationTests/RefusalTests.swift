import MotorCalibration
import MotorRendering
import ShakenSensor
import TestSupport
import Testing

/// Recordings that do not determine the motors are refused with their reason.
@Suite struct RefusalTests {
  private let model = MotorModel.presets["pad"]!

  private func refusal(
    _ device: ShakenDevice, change: (inout Accelerometer) -> Void = { _ in },
    edit: (inout MotionRecording) -> Void = { _ in }
  ) -> CalibrationRefusal? {
    var sensor = Accelerometer(rate: 250)
    change(&sensor)
    var recording = record(device, with: sensor, playedBy: model)
    edit(&recording)
    do throws(CalibrationRefusal) {
      _ = try Calibration(recording, of: model)
      return nil
    } catch {
      return error
    }
  }

  private var silentPad: ShakenDevice { .pad(.heavy.unit(strength: 0), .light.unit(strength: 0)) }

  @Test func `noise is not fitted`() {
    #expect(refusal(silentPad) == .noShake)
    #expect(refusal(.pad(.heavy.unit(strength: 0.02), .light.unit(strength: 0.02))) == .noShake)
    #expect(refusal(.pad(.heavy, .light.unit(strength: 0.01))) == .noShake)
  }

  @Test func `noise of any kind, with any seed, is not fitted`() {
    for seed in TestExtent.all(2...9 as ClosedRange<UInt64>, quick: 2...3) {
      #expect(refusal(silentPad) { $0 = Accelerometer(rate: 250, seed: seed) } != nil)
      #expect(refusal(silentPad) { $0 = Accelerometer(rate: 100, seed: seed) } != nil)
    }
  }

  @Test(arguments: [0.4, 1, 2])
  func `a device that is moved is refused`(movement: Double) {
    var (pad, silent) = (ShakenDevice.pad(), silentPad)
    pad.movement = movement
    silent.movement = movement
    #expect(refusal(pad) == .moving)
    #expect(refusal(silent) == .moving)
  }

  @Test(arguments: [0.3, 0.8, 1.2])
  func `a clipped sensor is refused`(range: Double) {
    #expect(refusal(.pad()) { $0.range = range } == .clipped)
  }

  @Test func `a recording without samples, or with too few, is refused`() {
    #expect(refusal(.pad()) { $0.rate = 30 } == .tooFewSamples)
    #expect(refusal(.pad()) { $0.end = 500 } == .tooFewSamples)
    #expect(refusal(.pad()) { $0.end = 9000 } == .tooFewSamples)
    #expect(refusal(.pad(), edit: { $0.samples = [] }) == .tooFewSamples)
    // Gaps: half of every second is missing.
    #expect(
      refusal(.pad(), edit: { $0.samples.removeAll { $0.time.components.attoseconds > 450_000_000_000_000_000 } })
        == .tooFewSamples)
  }

  @Test func `motors that were not driven at full strength are refused`() {
    #expect(refusal(.pad(), edit: { $0.writes = [] }) == .notDriven)
    let half = { (recording: inout MotionRecording) in
      for index in recording.writes.indices {
        recording.writes[index].level.strong /= 2
        recording.writes[index].level.weak /= 2
      }
    }
    #expect(refusal(.pad(), edit: half) == .notDriven)
    let strongOnly = { (recording: inout MotionRecording) in recording.writes.removeAll { $0.level.weak > 0 } }
    #expect(refusal(.pad(), edit: strongOnly) == .notDriven)
  }

  @Test func `motion that does not match the writes is refused`() {
    // The samples of another vibration: the times do not match.
    let shifted = { (recording: inout MotionRecording) in
      for index in recording.writes.indices { recording.writes[index].time += .milliseconds(220) }
    }
    #expect(refusal(.pad(), edit: shifted) != nil)
  }
}
