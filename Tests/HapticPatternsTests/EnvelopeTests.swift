import TestSupport
import Testing

@testable import HapticPatterns

@Suite struct EnvelopeTests {
  @Test(arguments: [(-1, 0), (0.25, 0.25), (7, 1), (.nan, 0), (.infinity, 1)])
  func `attack, decay and release are clamped to 0 and 1`(value: Double, kept: Double) {
    let envelope = Envelope(attack: value, decay: value, release: value)
    #expect(envelope.attack == kept && envelope.decay == kept && envelope.release == kept)
  }

  @Test func `the default envelope has no attack, is sustained, and has no release`() {
    #expect(Envelope.standard == Envelope(attack: 0, decay: 0, release: 0, isSustained: true))
    #expect(Envelope.standard.length(of: .milliseconds(100)) == .milliseconds(100))
    #expect(Envelope.standard.gain(at: .zero, of: .milliseconds(100)) == 1)
    #expect(Envelope.standard.gain(at: .milliseconds(99), of: .milliseconds(100)) == 1)
    #expect(Envelope.standard.gain(at: .milliseconds(100), of: .milliseconds(100)) == 0)
  }

  @Test func `the shortest time is ten milliseconds, the longest two seconds`() {
    #expect(Envelope.shortest == .milliseconds(10))
    #expect(Envelope.longest == .seconds(2))
    #expect(Envelope.decayTime(0) == .milliseconds(10))
    #expect(isNear(Envelope.decayTime(1), .seconds(2)))
    #expect(Envelope.swell(0) == .zero)
    #expect(isNear(Envelope.swell(1), .milliseconds(1990)))
  }

  @Test func `times grow exponentially with the value`() {
    #expect(isNear(Envelope.swell(0.5), .milliseconds(131.42)))
    let times = [0, 0.25, 0.5, 0.75, 1].map { Envelope.decayTime($0) / .milliseconds(1) }
    let ratios = zip(times.dropFirst(), times).map { $0 / $1 }
    #expect(ratios.allSatisfy { abs($0 - ratios[0]) < 1e-6 })
    #expect(Envelope.swell(7) == Envelope.swell(1) && Envelope.swell(.nan) == .zero)
  }

  @Test func `a sustained event rises in its attack, holds, and falls after its duration`() {
    let envelope = Envelope(attack: 0.5, release: 0.5)
    let (duration, swell) = (Duration.milliseconds(400), Envelope.swell(0.5))
    #expect(envelope.gain(at: .zero, of: duration) == 0)
    #expect(abs(envelope.gain(at: swell / 2, of: duration) - 0.5) < 1e-9)
    #expect(envelope.gain(at: swell, of: duration) == 1)
    #expect(envelope.gain(at: .milliseconds(399), of: duration) == 1)
    #expect(envelope.gain(at: duration, of: duration) == 1)
    #expect(abs(envelope.gain(at: duration + swell / 4, of: duration) - 0.75) < 1e-9)
    #expect(envelope.gain(at: duration + swell, of: duration) == 0)
    #expect(envelope.length(of: duration) == duration + swell)
  }

  @Test func `an event that is not sustained is over when its decay is`() {
    let envelope = Envelope(attack: 0.3, decay: 0.4, release: 0.9, isSustained: false)
    let end = Envelope.swell(0.3) + Envelope.decayTime(0.4)
    #expect(envelope.length(of: .seconds(5)) == end)
    #expect(envelope.gain(at: Envelope.swell(0.3), of: .seconds(5)) == 1)
    #expect(abs(envelope.gain(at: end - Envelope.decayTime(0.4) / 2, of: .seconds(5)) - 0.5) < 1e-9)
    #expect(envelope.gain(at: end, of: .seconds(5)) == 0)
  }

  @Test func `the release begins at the gain that was reached`() {
    let short = Envelope(attack: 0.5, release: 0.2)
    let half = Envelope.swell(0.5) / 2
    #expect(abs(short.gain(at: half, of: half) - 0.5) < 1e-9)
    #expect(short.length(of: half) == half + Envelope.swell(0.2))
    let decaying = Envelope(decay: 0.5, release: 0.2, isSustained: false)
    let quarter = Envelope.decayTime(0.5) / 4
    #expect(abs(decaying.gain(at: quarter, of: quarter) - 0.75) < 1e-9)
    #expect(decaying.length(of: quarter) == quarter + Envelope.swell(0.2))
  }

  @Test func `an event without duration plays its release only`() {
    let envelope = Envelope(release: 0.5)
    #expect(envelope.gain(at: .zero, of: .zero) == 1)
    #expect(envelope.length(of: .zero) == Envelope.swell(0.5))
    #expect(Envelope(attack: 0.5, release: 0.5).length(of: .zero) == .zero)
  }

  @Test func `nothing is felt before the start`() {
    #expect(Envelope.standard.gain(at: .milliseconds(-1), of: .seconds(1)) == 0)
  }

  @Test func `controls are added to attack, decay and release`() {
    let envelope = Envelope(attack: 0.5, decay: 0.5, release: 0.5).turned(attack: 0.25, decay: -1, release: 1)
    #expect(envelope == Envelope(attack: 0.75, decay: 0, release: 1))
  }

  @Test(arguments: 0..<200)
  func `a gain is never above 1, never below 0, and 0 from the length on`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let envelope = random.envelope()
    let duration = random.moment(upTo: 500)
    let length = envelope.length(of: duration)
    for step in 0...200 {
      let gain = envelope.gain(at: length * 2 * step / 200, of: duration)
      #expect(gain >= 0 && gain <= 1 && (step < 100 || gain == 0))
    }
  }

  private func isNear(_ left: Duration, _ right: Duration) -> Bool { abs(left / right - 1) < 1e-4 }
}
