import HapticPatterns
import Testing

@testable import FidelitySimulation

/// The energy detector, the order of loudness, and the holes in vibrations.
@Suite struct LoudnessTests {
  private func figures(_ pattern: Pattern, _ change: (Double, Int) -> Double) -> Figures {
    let intention = Intention(pattern)
    let actuator = Actuator.resonantPhone
    let shakes = intention.strength.enumerated().map { moment, strength in
      let amplitude = actuator.sensation.velocity(strength: change(strength, moment - Intention.lead))
      return Shake(velocity: amplitude, acceleration: amplitude)
    }
    return Figures(intention, shakes, on: actuator, intention.taps.map { _ in .possible })
  }

  @Test func `a vibration of a tenth of the length needs the root of ten of the amplitude`() {
    let threshold = Sensation.noticedAcceleration
    func isNoticed(_ amplitude: Double, _ length: Int) -> Bool {
      let row = [Double](repeating: amplitude, count: length) + [Double](repeating: 0, count: 400)
      return Loudness.energy(row, from: 0, to: row.count) >= Loudness.noticed
    }
    #expect(isNoticed(threshold * 1.01, 200) && !isNoticed(threshold * 0.99, 400))
    #expect(!isNoticed(threshold * 3, 20) && isNoticed(threshold * 3.2, 20))
  }

  @Test func `onsets are taps and vibrations after silence`() {
    let intention = Intention([
      buzz(0, for: 200, 0.5), tap(100), tap(400), buzz(405, for: 100, 0.5), buzz(900, for: 50),
    ])
    #expect(intention.onsets.map { $0.start - Intention.lead } == [0, 100, 400, 900])
  }

  @Test func `an onset that is too weak is unfelt; an imperceptible one is not counted`() {
    let pattern: Pattern = [tap(0), tap(500), tap(1000, 0.02)]
    #expect(figures(pattern) { strength, _ in strength }.noticeable == 2)
    #expect(figures(pattern) { strength, _ in strength }.unfelt == 0)
    #expect(figures(pattern) { strength, moment in moment < 300 ? strength : strength / 10 }.unfelt == 1)
  }

  @Test func `the order of loudness is 1, reversed -1, and undefined for equal loudness`() throws {
    let pattern: Pattern = [tap(0, 0.4), tap(500, 0.7), tap(1000, 1)]
    let order = [
      figures(pattern) { strength, _ in strength },
      figures(pattern) { strength, moment in moment < 400 ? strength * 2.5 : moment < 900 ? strength : strength / 3 },
      figures([tap(0), tap(500)]) { strength, _ in strength },
    ].map(\.order)
    #expect(order == [1, -1, nil])
  }

  @Test func `a cut in a vibration is a hole, its start and an intended pause are not`() {
    let pattern: Pattern = [buzz(0, for: 600, 0.8), buzz(700, for: 400, 0.8)]
    #expect(figures(pattern) { strength, _ in strength }.holes == 0)
    #expect(figures(pattern) { strength, moment in 300..<330 ~= moment ? 0 : strength }.holes == 1)
  }

  @Test func `an unintended pulse is counted`() {
    let pattern: Pattern = [tap(0), tap(600)]
    #expect(figures(pattern) { strength, _ in strength }.falsePulses == 0)
    #expect(figures(pattern) { strength, moment in 300..<330 ~= moment ? 1 : strength }.falsePulses == 1)
  }
}
