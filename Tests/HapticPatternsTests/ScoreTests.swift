import HapticPatterns
import TestSupport
import Testing

@Suite struct ScoreTests {
  private func tap(_ milliseconds: Int = 0, _ intensity: Intensity = 1, _ sharpness: Sharpness = 0) -> Event {
    Event(.transient, at: .milliseconds(milliseconds), intensity: intensity, sharpness: sharpness)
  }

  private func buzz(
    _ milliseconds: Int, for length: Int, _ intensity: Intensity = 1, _ sharpness: Sharpness = 0.5,
    _ envelope: Envelope = .standard
  ) -> Event {
    Event(
      .continuous(duration: .milliseconds(length)), at: .milliseconds(milliseconds), intensity: intensity,
      sharpness: sharpness, envelope: envelope)
  }

  private func intensities(_ score: Score, _ milliseconds: [Int]) -> [Double] {
    milliseconds.map { (score.strength(at: .milliseconds($0)).intensity.rawValue * 1e6).rounded() / 1e6 }
  }

  // MARK: 1. Controls

  @Test func `the intensity control multiplies, the others add, and results are clamped`() {
    let pattern = Pattern(
      [buzz(0, for: 100, 0.5, 0.8)],
      parameters: [DynamicParameter(.intensity, 0.5), DynamicParameter(.sharpness, 0.5)])
    #expect(Score(pattern).strength(at: .milliseconds(50)) == (0.25, 1))
  }

  @Test func `a vibration follows the controls while it lasts`() {
    let curve = ParameterCurve(.intensity, [.init(at: .zero, 0), .init(at: .milliseconds(100), 1)])
    let sharper = ParameterCurve(.sharpness, [.init(at: .zero, -1), .init(at: .milliseconds(100), 1)])
    let score = Score(Pattern([buzz(0, for: 100, 0.8, 0.5)], curves: [curve, sharper]))
    #expect(intensities(score, [0, 25, 75]) == [0, 0.2, 0.6])
    #expect(score.strength(at: .milliseconds(10)).sharpness == 0)
    #expect(abs(score.strength(at: .milliseconds(60)).sharpness.rawValue - 0.7) < 1e-9)
  }

  @Test func `a tap takes the controls of its start`() {
    let score = Score(
      Pattern(
        [tap(100, 0.8, 0.5)],
        parameters: [
          DynamicParameter(.intensity, 0.5, at: .milliseconds(100)),
          DynamicParameter(.sharpness, -0.5, at: .milliseconds(100)),
          DynamicParameter(.intensity, 0, at: .milliseconds(105)),
          DynamicParameter(.sharpness, 0.5, at: .milliseconds(105)),
        ]))
    #expect(intensities(score, [100, 118, 136]) == [0.4, 0.2, 0])
    #expect(score.strength(at: .milliseconds(118)).sharpness == 0)
  }

  @Test func `an envelope takes the controls of its start`() {
    let event = buzz(100, for: 300)
    let parameters = [
      DynamicParameter(.attack, 0.5, at: .milliseconds(50)), DynamicParameter(.attack, 1, at: .milliseconds(110)),
      DynamicParameter(.release, 0.5), DynamicParameter(.release, 0, at: .milliseconds(200)),
    ]
    let score = Score(Pattern([event], parameters: parameters))
    #expect(score.effectiveEnvelope(of: event) == Envelope(attack: 0.5, release: 0.5))
    let half = Envelope.swell(0.5) / 2
    for moment in [Duration.milliseconds(100) + half, .milliseconds(400) + half] {
      #expect(abs(score.strength(at: moment).intensity.rawValue - 0.5) < 1e-9)
    }
  }

  @Test func `the decay control changes only events that are not sustained`() {
    let parameters = [DynamicParameter(.decay, 0.5)]
    let decaying = buzz(0, for: 1000, 1, 0.5, Envelope(isSustained: false))
    let score = Score(Pattern([decaying], parameters: parameters))
    #expect(abs(score.strength(at: Envelope.decayTime(0.5) / 2).intensity.rawValue - 0.5) < 1e-9)
    #expect(intensities(Score(Pattern([buzz(0, for: 1000)], parameters: parameters)), [999]) == [1])
  }

  @Test func `an event without intensity stays silent whatever the control`() {
    let score = Score(Pattern([buzz(0, for: 100, 0), tap(0, 0)], parameters: [DynamicParameter(.intensity, 1)]))
    #expect(intensities(score, [0, 50]) == [0, 0])
  }

  @Test func `controls of sounds are not felt`() {
    let curves = [Control.audioVolume, .audioAttack].map { ParameterCurve($0, [.init(at: .zero, 0)]) }
    #expect(intensities(Score(Pattern([buzz(0, for: 100)], curves: curves)), [50]) == [1])
    var score = Score(Pattern([buzz(0, for: 100)]))
    score.send(.audioVolume, [.init(at: .zero, 0)], at: .zero)
    #expect(score == Score(Pattern([buzz(0, for: 100)])))
  }

  // MARK: 2. Taps and vibrations

  @Test func `a tap falls in a straight line for as long as its sharpness says`() {
    #expect(intensities(Score([tap(10)]), [9, 10, 19, 28, 37, 46]) == [0, 1, 0.75, 0.5, 0.25, 0])
  }

  @Test func `a vibration follows its envelope`() {
    let envelope = Envelope(attack: 0.5, release: 0.5)
    let score = Score([buzz(0, for: 400, 0.5, 0.5, envelope)])
    for elapsed in [0, 50, 200, 450, 531] {
      let gain = envelope.gain(at: .milliseconds(elapsed), of: .milliseconds(400))
      #expect(score.strength(at: .milliseconds(elapsed)).intensity.rawValue == 0.5 * gain)
    }
    #expect(score.duration == .milliseconds(400) + Envelope.swell(0.5))
  }

  // MARK: 3. Overlaps

  @Test func `the strongest of overlapping events is felt, with its own sharpness`() {
    let score = Score([buzz(0, for: 100, 0.9, 0.2), buzz(0, for: 200, 0.4, 0.8), buzz(50, for: 100, 0.4, 0.1)])
    #expect(score.strength(at: .milliseconds(60)) == (0.9, 0.2))
    #expect(score.strength(at: .milliseconds(170)) == (0.4, 0.8))
    #expect(Score([tap(0, 0.4, 0.1), tap(0, 0.6, 0.9)]).strength(at: .zero) == (0.6, 0.9))
  }

  @Test func `a long vibration is found behind short ones that came after it`() {
    let short = (1...50).map { buzz($0 * 10, for: 5, 0.1) }
    #expect(intensities(Score(Pattern([buzz(0, for: 2000, 0.7)] + short)), [1500, 1999, 2000]) == [0.7, 0.7, 0])
  }

  // MARK: 4. Ducking

  @Test func `a vibration counts one fifth from 15 ms before a tap until its end`() {
    #expect(Score.ducking.level == 0.2)
    #expect(Score.ducking.margin == .milliseconds(15))
    let score = Score([buzz(0, for: 500, 1), tap(200, 0.5)])
    #expect(intensities(score, [184, 185, 199, 200, 235, 236]) == [1, 0.2, 0.2, 0.5, 0.2, 1])
  }

  @Test func `a tap that is not felt does not weaken a vibration`() {
    #expect(intensities(Score([buzz(0, for: 500, 1), tap(200, 0)]), [190, 200]) == [1, 1])
    let silenced = Pattern(
      [buzz(0, for: 500, 1), tap(200, 1)],
      parameters: [
        DynamicParameter(.intensity, 0, at: .milliseconds(200)),
        DynamicParameter(.intensity, 1, at: .milliseconds(201)),
      ])
    #expect(intensities(Score(silenced), [190, 210]) == [1, 1])
  }

  // MARK: Sent points

  @Test func `a sent value applies from its time on and moves with a seek`() {
    var score = Score([buzz(0, for: 1000, 0.8)])
    score.send(.intensity, [.init(at: .zero, 0.5)], at: .milliseconds(100))
    score.send(.sharpness, [.init(at: .zero, 0.25)], at: .milliseconds(100))
    #expect(intensities(score, [99, 100, 900]) == [0.8, 0.4, 0.4])
    #expect(score.strength(at: .milliseconds(100)).sharpness == 0.75)
    score.shiftSent(by: .milliseconds(200))
    #expect(intensities(score, [299, 300]) == [0.8, 0.4])
    #expect(score.strength(at: .milliseconds(299)).sharpness == 0.5)
  }

  @Test func `sent values change envelopes`() {
    let event = buzz(100, for: 100)
    var score = Score([event])
    for control in [Control.attack, .decay, .release] { score.send(control, [.init(at: .zero, 0.5)], at: .zero) }
    #expect(score.effectiveEnvelope(of: event) == Envelope(attack: 0.5, decay: 0.5, release: 0.5))
    score.shiftSent(by: .milliseconds(101))
    #expect(score.effectiveEnvelope(of: event) == .standard)
  }

  // MARK: Everything

  @Test(arguments: TestExtent.all(0..<300, quick: 0..<60))
  func `a random pattern has the strengths of a plain implementation of the rules`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let pattern = random.pattern()
    let (score, plain) = (Score(pattern), PlainScore(pattern: pattern))
    for milliseconds in stride(from: 0, through: 2500, by: 11) {
      let moment = Duration.milliseconds(milliseconds)
      let (intensity, sharpness) = score.strength(at: moment)
      #expect(abs(intensity.rawValue - plain.intensity(at: moment)) < 1e-9, "\(milliseconds) ms")
      #expect(intensity >= .none && intensity <= .full && !intensity.rawValue.isNaN)
      #expect(sharpness >= 0 && sharpness <= 1 && !sharpness.rawValue.isNaN)
    }
  }

  @Test(arguments: TestExtent.all(0..<300, quick: 0..<60))
  func `a walk has the strengths of its score, also of equally strong vibrations`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let part = random.pattern()
    let events = (part.events + (0..<12).map { _ in random.event() }).map { event in
      Event(
        event.kind, at: event.time, intensity: Intensity((event.intensity.rawValue * 4).rounded() / 4),
        sharpness: event.sharpness, envelope: event.envelope)
    }
    let score = Score(Pattern(events, parameters: part.parameters, curves: part.curves))
    var (walk, late) = (ScoreWalk(score), ScoreWalk(score))
    for milliseconds in 0...4000 {
      let moment = Duration.milliseconds(milliseconds)
      let strength = score.strength(at: moment)
      #expect(walk.strength(at: moment) == strength, "\(milliseconds) ms")
      if milliseconds > 500 { #expect(late.strength(at: moment) == strength, "\(milliseconds) ms, from 501 ms on") }
    }
  }

  @Test(arguments: 0..<100)
  func `without controls nothing is felt once a pattern's duration is over`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let pattern = Pattern(random.pattern().events)
    for later in [0, 1, 100, 5000] {
      #expect(pattern.strength(at: pattern.duration + .milliseconds(later)).intensity == .none)
    }
  }

  @Test func `extreme times and values are accepted`() {
    let huge = Duration(secondsComponent: .max, attosecondsComponent: 0)
    let event = Event(
      .continuous(duration: huge), at: huge, intensity: .full, sharpness: 1, envelope: Envelope(attack: 1, release: 1))
    let score = Score(Pattern([event], parameters: [DynamicParameter(.intensity, .infinity, at: huge)]))
    #expect(score.strength(at: Event.endless * 2).intensity == 1)
    #expect(score.strength(at: huge).intensity == 0)
  }
}

extension Score {
  fileprivate init(_ events: [Event]) { self.init(Pattern(events)) }
}
