import Foundation
import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

@Suite struct SimulationTests {
  private let full = Level(strong: 0xffff, weak: 0xffff)
  private let model = MotorModel(
    kind: .vibrator, strong: Motor(rise: .milliseconds(50), fall: .milliseconds(100)),
    shortestPulse: .milliseconds(10), minimumInterval: .zero)

  /// The figures of data sheets refer to the acceleration. For a turning mass it is the square of the speed, for a mass
  /// on a spring it is proportional to the amplitude.
  @Test(arguments: [(50, 100, 2.0), (15, 25, 1)])
  func `a motor reaches 90 % after its rise time and 10 % after its fall time`(
    rise: Int, fall: Int, exponent: Double
  ) {
    var motors = MotorSimulation(
      MotorModel(
        kind: .vibrator, strong: Motor(rise: .milliseconds(rise), fall: .milliseconds(fall)),
        shortestPulse: .milliseconds(10), minimumInterval: .zero))
    motors.set(full, at: .zero)
    #expect(abs(pow(motors.amplitudes(at: .milliseconds(rise)).strong, exponent) - 0.9) < 1e-9)
    motors.set(full, at: .seconds(2))
    motors.set(.off, at: .seconds(2))
    #expect(abs(pow(motors.amplitudes(at: .milliseconds(2000 + fall)).strong, exponent) - 0.1) < 1e-9)
  }

  @Test func `a turning mass falls in a straight line, a spring by the same part in the same time`() {
    for (rise, isSpring) in [(50, false), (15, true)] {
      let motor = Motor(rise: .milliseconds(rise), fall: .milliseconds(100))
      let falls = [0, 20, 40].map { motor.amplitude(from: 1, drive: 0, after: $0) }
      #expect((abs(falls[0] - falls[1] - (falls[1] - falls[2])) < 1e-9) == !isSpring)
      #expect((abs(falls[0] / falls[1] - falls[1] / falls[2]) < 1e-9) == isSpring)
      #expect(abs(motor.coast(from: 1, to: falls[2]) - 40) < 1e-6)
    }
  }

  @Test func `strength grows with a power of the amplitude above the threshold`() {
    var motors = MotorSimulation(model)
    #expect(motors.strength(at: .zero) == 0)
    motors.set(full, at: .zero)
    #expect(motors.strength(at: .microseconds(500)) == 0)  // before the start
    #expect(abs(motors.strength(at: .milliseconds(50)) - 0.9592) < 1e-3)  // of 0.949, the root of 0.9
  }

  @Test func `a time before the latest one is read as the latest one`() {
    var motors = MotorSimulation(model)
    motors.set(full, at: .milliseconds(50))
    motors.set(.off, at: .milliseconds(20))
    #expect(motors.amplitudes(at: .milliseconds(50)).strong == 0)
    #expect(motors.level == .off)
  }

  @Test func `a repeated command gives the same motion as one command`() {
    var once = MotorSimulation(model)
    var often = MotorSimulation(model)
    once.set(full, at: .zero)
    for millisecond in 0..<30 { often.set(full, at: .milliseconds(millisecond)) }
    let (one, many) = (once.strength(at: .milliseconds(40)), often.strength(at: .milliseconds(40)))
    #expect(abs(one - many) < 1e-9)
  }

  @Test func `the motors of a pair are felt together and move apart`() {
    var pad = MotorSimulation(NamedModel.preset("pad"))
    pad.set(full, at: .zero)
    let both = pad.amplitudes(at: .milliseconds(20))
    #expect(both.weak > both.strong)
    // The weak motor counts less.
    #expect(pad.amplitude(at: .milliseconds(20)) > max(both.weak * pad.model.weakGain, both.strong))
    #expect(pad.strength(at: .seconds(1)) == 1)
  }

  @Test func `below its deadband a motor stands still`() {
    var motors = MotorSimulation(NamedModel.preset("erm"))
    motors.set(Level(strong: 0x3332, weak: 0x3332), at: .zero)
    #expect(motors.strength(at: .seconds(1)) == 0)
    motors.set(Level(strong: 0x8000, weak: 0x8000), at: .seconds(1))
    #expect(motors.strength(at: .seconds(2)) > 0.3)
  }
}

@Suite struct FeltTests {
  private func envelope(_ samples: [Double]) -> FeltEnvelope {
    FeltEnvelope(samples: samples, interval: .milliseconds(1))
  }

  @Test func `an envelope without strength has no pulse`() {
    #expect(envelope([]).pulses.isEmpty)
    #expect(envelope([0, 0, 0]).pulses.isEmpty)
    #expect(envelope([]).peak == 0)
  }

  @Test func `a valley of three noticeable differences separates two pulses, a shallower one does not`() {
    #expect(envelope([0, 0.5, 1, 0.59, 0.59, 1, 0.5, 0]).pulses.count == 2)
    #expect(envelope([0, 0.5, 1, 0.62, 0.62, 1, 0.5, 0]).pulses.count == 1)
  }

  @Test func `the weaker of both pulses sets the depth of the valley`() {
    #expect(envelope([0, 1, 1, 0.4, 0.5, 0.5, 0.3]).pulses.count == 1)
    #expect(envelope([0, 1, 1, 0.29, 0.5, 0.5, 0.3]).pulses.map(\.peak) == [1, 0.5])
    #expect(envelope([0, 0.5, 0.5, 0.29, 1, 1, 0.3]).pulses.map(\.peak) == [0.5, 1])
  }

  @Test func `pulses that are too weak are not felt`() {
    #expect(envelope([0, 0.08, 0.08, 0.08, 0]).pulses.isEmpty)
  }

  @Test func `each pulse has a start and an end, and an envelope a felt length`() {
    let felt = envelope([0, 0.5, 1, 0.5, 0, 0, 0.8, 0.8, 0])
    #expect(felt.pulses.map(\.start) == [.zero, .milliseconds(4)])
    #expect(felt.pulses.map(\.end) == [.milliseconds(4), .milliseconds(9)])
    #expect(felt.length == .milliseconds(5))
  }

  @Test func `a pulse with too little energy is not felt, however high its peak`() {
    let model = NamedModel.preset("erm")
    func felt(_ milliseconds: Int) -> FeltEnvelope {
      let full = Level(strong: 0xffff, weak: 0xffff)
      return model.felt(Drive([Drive.Step(at: .zero, level: full)], end: .milliseconds(milliseconds)))
    }
    #expect(felt(8).pulses.isEmpty)
    #expect(felt(8).peak < FeltEnvelope.noticed)
    #expect(felt(15).pulses.count == 1)
    #expect(felt(15).peak > 2 * FeltEnvelope.noticed)
  }

  @Test func `a long vibration is felt at the strength of the motor`() {
    let model = NamedModel.preset("erm")
    let drive = model.drive(for: .buzz(0.2, sharpness: 0.5, milliseconds: 600))
    var motors = MotorSimulation(model)
    for step in drive.steps.dropLast() { motors.set(step.level, at: step.at) }
    #expect(abs(model.felt(drive).samples[400] - motors.strength(at: .milliseconds(400))) < 1e-9)
  }

  @Test func `the felt envelope of a drive ends when the motors are at rest`() {
    let model = NamedModel.preset("erm")
    let felt = model.felt(model.drive("impact.heavy"), every: .milliseconds(5))
    #expect(felt.interval * felt.samples.count > model.drive("impact.heavy").duration + .milliseconds(50))
    #expect(model.felt(Drive.empty).samples.isEmpty)
  }
}
