import Foundation
import Testing

@testable import FidelitySimulation

@Suite struct SensationTests {
  @Test func `below the threshold nothing is felt, at full velocity everything`() {
    let sensation = Sensation(hertz: 170, threshold: 0.01)
    #expect(sensation.strength(velocity: 0.01) == 0)
    #expect(sensation.strength(velocity: 0.011) > 0)
    #expect(sensation.strength(velocity: 1) == 1)
    #expect(sensation.strength(velocity: 1.3) == 1)
  }

  @Test func `the exponent is Stevens' at his frequencies, and lies between them in between`() {
    #expect(abs(Sensation(hertz: 60, threshold: 0).exponent - 0.95) < 1e-9)
    #expect(abs(Sensation(hertz: 250, threshold: 0).exponent - 0.6) < 1e-9)
    #expect(Sensation(hertz: 40, threshold: 0).exponent == Sensation(hertz: 60, threshold: 0).exponent)
    let middle = Sensation(hertz: (60.0 * 250).squareRoot(), threshold: 0).exponent
    #expect(abs(middle - 0.775) < 1e-9)
  }

  @Test func `the velocity of a strength gives that strength`() {
    let sensation = Sensation(hertz: 170, threshold: 0.1)
    for strength in [0.1, 0.5, 1] {
      #expect(abs(sensation.strength(velocity: sensation.velocity(strength: strength)) - strength) < 1e-9)
    }
    #expect(sensation.velocity(strength: 0) == 0)
  }

  @Test func `half of the sensation takes more than a third of the velocity`() {
    let sensation = Sensation(hertz: 170, threshold: 0.01)
    #expect(sensation.strength(velocity: 0.36) < 0.5)
    #expect(sensation.strength(velocity: 0.4) > 0.5)
  }

  @Test func `a turning mass that is just noticed is 30 dB below its full acceleration`() {
    #expect(abs(Sensation.eccentric(hertz: 200).threshold - 0.1778) < 1e-3)
  }

  @Test func `long vibrations are felt in full, and the skin adds no latency`() {
    let steady = [Double](repeating: 0.6, count: 200)
    #expect(SkinWindow.integrated(steady)[40...160].allSatisfy { abs($0 - 0.6) < 1e-9 })
    var click = [Double](repeating: 0, count: 200)
    click[100] = 1
    let felt = SkinWindow.integrated(click)
    #expect(felt.firstIndex(of: felt.max() ?? 0) == 100)
    #expect(abs(felt.reduce(0, +) - 1) < 1e-9)
    let before = felt[100 - SkinWindow.reach]
    let within = felt[101 - SkinWindow.reach]
    #expect(before == 0)
    #expect(within > 0)
  }

  @Test func `the skin feels two clicks in 10 ms as one, and in 30 ms as two`() {
    func pulses(_ interval: Int) -> Int {
      var clicks = [Double](repeating: 0, count: 300)
      for moment in 0..<4 { clicks[100 + moment] = 3 }
      for moment in 0..<4 { clicks[100 + interval + moment] = 3 }
      return Pulse.count(in: SkinWindow.integrated(clicks)).count
    }
    #expect(pulses(10) == 1)
    #expect(pulses(30) == 2)
  }
}
