import MotorRendering
import Testing

@testable import FidelitySimulation

/// The shortest intervals are those of the motors: they can be driven, and shorter ones cannot.
@Suite struct SeparabilityTests {
  /// Returns the felt pulses of two strokes at full drive.
  private func pulses(_ actuator: Actuator, on: Int, off: Int) -> [Pulse] {
    let full = Level(strong: 0xffff, weak: 0xffff)
    let drive = Drive(
      [
        Drive.Step(at: .zero, level: full), Drive.Step(at: .milliseconds(on), level: .off),
        Drive.Step(at: .milliseconds(on + off), level: full),
      ], end: .milliseconds(2 * on + off))
    return Pulse.count(in: SkinWindow.integrated(actuator.feel(drive, milliseconds: 2 * on + off + 400)))
  }

  @Test func `two strokes at a longer interval are two pulses, at a shorter one they are a smear`() {
    // Strokes of 24 ms: two pulses with the strength of a single one.
    let alone = pulses(.slowPhone, on: 24, off: 300)[0].peak
    let interval = Int(Separabilities.slow.interval(from: alone, to: alone))
    #expect(pulses(.slowPhone, on: 24, off: interval + 15 - 24).count == 2)
    #expect(pulses(.slowPhone, on: 24, off: max(interval - 15 - 24, 0)).count == 1)
  }

  @Test func `a larger and a deeper fall take more time`() {
    let slow = Separabilities.slow
    #expect(slow.interval(from: 1, to: 1) > slow.interval(from: 0.5, to: 0.5))
    #expect(slow.interval(from: 1, to: 0.3) > slow.interval(from: 1, to: 0.9))
    #expect(slow.interval(from: 0.9, to: 0.5) > slow.interval(from: 0.6, to: 0.5))
  }

  @Test func `intervals are interpolated between table entries and constant beyond them`() {
    let slow = Separabilities.slow
    let (low, high) = (slow.interval(from: 0.5, to: 0.5), slow.interval(from: 0.6, to: 0.5))
    #expect(abs(slow.interval(from: 0.55, to: 0.5) - (low + high) / 2) < 1e-9)
    #expect(slow.interval(from: 0, to: 0) == slow.interval(from: 0.1, to: 0.1))
    #expect(slow.interval(from: 2, to: 2) == slow.interval(from: 1, to: 1))
  }

  @Test func `a resonant motor is quicker than a turning one, and no motor quicker than the skin`() {
    for strength in [0.2, 0.5, 0.8] {
      let quick = Separabilities.resonant.interval(from: strength, to: strength)
      #expect(quick < Separabilities.slow.interval(from: strength, to: strength))
      #expect(quick > Double(SkinWindow.reach))
    }
  }
}
