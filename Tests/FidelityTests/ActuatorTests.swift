import MotorRendering
import Testing

@testable import FidelitySimulation

/// The conversion of drives as in a driver, and of motions to a sensation.
@Suite struct ActuatorTests {
  private func drive(_ steps: [(Int, strong: UInt16, weak: UInt16)], end: Int) -> Drive {
    Drive(
      steps.map { Drive.Step(at: .milliseconds($0.0), level: Level(strong: $0.strong, weak: $0.weak)) },
      end: .milliseconds(end))
  }

  @Test func `each preset of the product has a motor`() {
    #expect(Set(Actuator.all.map(\.preset)) == Set(MotorModel.presets.keys))
  }

  /// If a motor equalled its preset, the report would measure the renderer's knowledge of the motor that it was tuned
  /// to.
  @Test func `simulated motors differ from their presets in rise and fall`() throws {
    for actuator in Actuator.all {
      let preset = try #require(MotorModel.presets[actuator.preset])
      for (motor, model) in zip(actuator.motors, [preset.strong, preset.weak].compactMap(\.self)) {
        let alone = Actuator(
          preset: actuator.preset, title: "", motors: [motor], driver: .dutyCycle,
          sensation: Sensation(exponent: 1, threshold: 0))
        let felt = alone.feel(drive([(0, 0xffff, 0)], end: 1000), milliseconds: 2000)
        // Velocities; those of turning masses are the square roots of accelerations.
        let (most, least) = if case .spinner = motor { (0.9.squareRoot(), 0.1.squareRoot()) } else { (0.9, 0.1) }
        let rise = Double(try #require(felt.firstIndex { $0 >= most * felt[999] }))
        let fall = Double(try #require(felt.lastIndex { $0 >= least * felt[999] }) - 1000)
        #expect(abs(rise / (model.rise / .milliseconds(1)) - 1) > 0.04, "\(actuator.preset) rises in \(rise) ms")
        #expect(abs(fall / (model.fall / .milliseconds(1)) - 1) > 0.04, "\(actuator.preset) falls in \(fall) ms")
      }
    }
  }

  @Test func `units of a type are all different, around the type`() throws {
    for actuator in Actuator.all {
      let units = actuator.units
      #expect(units.count == 8)
      #expect(units.allSatisfy { $0.preset == actuator.preset })
      #expect(actuator.tuningUnits.count == 4 && actuator.heldOutUnits.count == 4)
      let pulse = drive([(0, 0xffff, 0xffff)], end: 30)
      let sums = Set(units.map { Int(100 * $0.feel(pulse, milliseconds: 200).reduce(0, +)) })
      #expect(sums.count >= 7)
      #expect(Double(sums.max() ?? 0) > 1.2 * Double(sums.min() ?? 0))
    }
  }

  @Test func `a full drive is felt in full, and an empty drive is not felt`() {
    for actuator in Actuator.all {
      let felt = actuator.feel(drive([(0, 0xffff, 0xffff)], end: 900), milliseconds: 900)
      #expect((felt.last ?? 0) > 0.97)
      #expect(felt.first == 0)
      #expect(actuator.feel(.empty, milliseconds: 300).allSatisfy { $0 == 0 })
    }
  }

  @Test func `a duty cycle is linear, and the weak magnitude stands in for a missing strong one`() {
    #expect(Actuator.slowPhone.drives(of: Level(strong: 0x8000, weak: 0)).strong == Double(0x8000) / 0xffff)
    #expect(Actuator.slowPhone.drives(of: Level(strong: 0, weak: 0xffff)).strong == 1)
  }

  @Test func `a motor with a switch has no levels`() {
    #expect(Actuator.switchedPhone.drives(of: Level(strong: 1, weak: 0)).strong == 1)
    #expect(Actuator.switchedPhone.drives(of: .off).strong == 0)
  }

  @Test func `a pad has a byte for each motor`() {
    let drives = Actuator.pad.drives(of: Level(strong: 0x80ff, weak: 0x00ff))
    #expect(drives.strong == Double(0x80) / 255)
    #expect(drives.weak == 0)
  }

  @Test func `a pad takes a command with its next transfer`() {
    func start(_ at: Int) -> Int? {
      Actuator.pad.feel(drive([(at, 0xffff, 0xffff)], end: at + 100), milliseconds: 200).firstIndex { $0 > 0 }
    }
    #expect(start(1) == start(4))
    #expect(start(5) == start(8))
    #expect(start(4) != start(5))
  }

  @Test func `the powers of a pad's motors add`() {
    func velocity(_ strong: Double, _ weak: Double) -> Double {
      var motion = Motion(.pad)
      for _ in 0..<8000 { motion.advance(strong, weak) }
      return motion.shake.velocity
    }
    #expect(abs(velocity(1, 0) - 1) < 0.001)
    #expect(abs(velocity(0, 1) - 0.7) < 0.001)
    #expect(abs(velocity(1, 1) - 1.49.squareRoot()) < 0.001)
  }

  @Test func `a turning mass at half speed has a quarter of the acceleration`() throws {
    let half = try #require(
      Actuator.slowPhone.shake(drive([(0, 0xffff, 0)], end: 900), milliseconds: 200).first { $0.velocity > 0.5 })
    #expect(abs(half.acceleration - half.velocity * half.velocity) < 1e-9)
    let (fast, slow) = (Actuator.slowPhone, Actuator.slowPhone.judged(by: .acceleration))
    #expect(slow.strength(half) < 0.75 * fast.strength(half))
    #expect(slow.judged(by: .velocity).strength(half) == fast.strength(half))
  }

  @Test func `a slow motor is felt later and longer than a quick one`() {
    let pulse = drive([(0, 0xffff, 0xffff)], end: 30)
    let (slow, quick) = (
      Actuator.slowPhone.feel(pulse, milliseconds: 400), Actuator.resonantPhone.feel(pulse, milliseconds: 400)
    )
    #expect((slow.firstIndex { $0 > 0.1 } ?? 0) > (quick.firstIndex { $0 > 0.1 } ?? 0))
    #expect((slow.lastIndex { $0 > 0.1 } ?? 0) > (quick.lastIndex { $0 > 0.1 } ?? 0))
  }
}
