import HapticPatterns
import Testing

@testable import FidelitySimulation

@Suite struct IntentionTests {
  @Test func `a tap starts after the initial silence, with its intended strength`() {
    let intention = Intention([tap(50, 0.8, 0)])
    #expect(intention.taps == [Intention.Tap(start: Intention.lead + 50, intensity: 0.8)])
    #expect(intention.strength[Intention.lead + 49] == 0)
    #expect(intention.strength[Intention.lead + 50] == 0.8)
  }

  @Test func `a short tap is intended weaker on the skin than a long vibration`() throws {
    let intention = Intention([tap(0, 1, 1), buzz(300, for: 200, 0.7)])
    let peak = intention.peak(of: try #require(intention.taps.first))
    #expect(peak > 0.4 && peak < 0.75)
    #expect(abs(intention.felt[Intention.lead + 400] - 0.7) < 1e-9)
  }

  @Test func `a sharp tap is intended as strong as a dull one`() {
    let intentions = [0, 0.5, 1].map { Intention([tap(0, 0.8, $0)]) }
    #expect(Set(intentions.map { $0.strength.prefix(Intention.lead + 100) }).count == 1)
  }

  @Test func `a tap inside a vibration does not interrupt it`() {
    let intention = Intention([buzz(0, for: 400, 0.75), tap(200, 0.5)])
    #expect(intention.strength[Intention.lead + 100..<Intention.lead + 300].allSatisfy { $0 == 0.75 })
  }

  @Test func `controls change the intended strength`() {
    let pattern = Pattern([tap(0, 1)], parameters: [DynamicParameter(.intensity, 0.25)])
    #expect(Intention(pattern).taps.map(\.intensity) == [0.25])
    let silent = Pattern([tap(0, 1), buzz(50, for: 100)], parameters: [DynamicParameter(.intensity, 0)])
    #expect(Intention(silent).isSilent)
    #expect(Intention(silent).taps.isEmpty)
  }

  @Test func `taps that the skin cannot separate count as the strongest of them`() {
    #expect(Intention([tap(0, 0.5), tap(9, 1), tap(100)]).taps.map(\.intensity) == [1, 1])
    #expect(Intention([tap(0, 0.5), tap(10, 1)]).taps.count == 2)
  }

  @Test func `long patterns are cut`() {
    #expect(Intention([buzz(0, for: 3_600_000)]).felt.count == Intention.lead + Intention.longest + Intention.tail)
  }

  // MARK: Separable transients

  @Test func `a slow motor cannot separate taps that a quick one can`() {
    let intention = Intention([tap(0), tap(45), tap(500)])
    #expect(intention.chances(Separabilities.resonant) == [.possible, .possible, .possible])
    #expect(intention.chances(Separabilities.slow) == [.tap, .tap, .possible])
  }

  @Test func `taps that overlap are no pulses on any motor`() {
    let intention = Intention(Pattern((0..<8).map { tap(12 * $0, 1, 0) }))
    #expect(intention.chances(Separabilities.resonant).contains(.notMeant))
    #expect(!intention.chances(Separabilities.resonant).contains(.possible))
  }

  @Test func `a tap needs room between itself and a stronger vibration`() {
    func chance(_ pause: Int) -> [Intention.Chance] {
      Intention([buzz(0, for: 200, 1), tap(200 + pause, 0.8)]).chances(Separabilities.slow)
    }
    #expect(chance(20) == [.vibration])
    #expect(chance(250) == [.possible])
    #expect(Intention([tap(0, 0.8), buzz(50, for: 200, 1)]).chances(Separabilities.slow) == [.vibration])
    #expect(Intention([tap(0, 0.8), buzz(400, for: 200, 1)]).chances(Separabilities.slow) == [.possible])
  }

  @Test func `a weak vibration around a tap leaves it as it is`() {
    #expect(Intention([buzz(0, for: 400, 0.1), tap(200, 1)]).chances(Separabilities.slow) == [.possible])
  }

  // MARK: Parts

  @Test func `strengths are compared tap by tap and in pieces of vibrations`() {
    let parts = Intention([tap(0), buzz(100, for: 500)]).parts
    #expect(parts.map(\.isTap) == [true, false, false, false])
    #expect(parts[1].range == Intention.lead + 100..<Intention.lead + 300)
    #expect(parts[3].range == Intention.lead + 500..<Intention.lead + 600)
  }
}
