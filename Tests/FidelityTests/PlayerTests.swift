import HapticPatterns
import MotorRendering
import Testing

@testable import FidelitySimulation

@Suite struct PlayerTests {
  private func levels(_ drive: Drive) -> [String] {
    drive.steps.map { "\(Int($0.at / .milliseconds(1))): \(Double($0.level.strong) / 0xffff)" }
  }

  // MARK: The naive player

  @Test func `a naive player drives both motors at the intensity, and a transient for 20 ms`() {
    #expect(levels(NaivePlayer.drive(for: [tap(10, 0.2)])) == ["10: 0.2", "30: 0.0"])
    let both = NaivePlayer.drive(for: [tap(0, 0.2)]).steps[0].level
    #expect(both.strong == both.weak)
  }

  @Test func `the other player's transients take 30 ms`() {
    #expect(levels(NaivePlayer.drive(for: [tap(10, 0.2)], click: 30)) == ["10: 0.2", "40: 0.0"])
  }

  @Test func `a continuous event is played unchanged, and the strongest of overlapping events applies`() {
    let drive = NaivePlayer.drive(for: [buzz(0, for: 100, 0.4), buzz(50, for: 100, 0.2), tap(60, 0.8)])
    #expect(levels(drive) == ["0: 0.4", "60: 0.8", "80: 0.4", "100: 0.2", "150: 0.0"])
  }

  @Test func `curves are sampled every 20 ms`() {
    let curve = ParameterCurve(.intensity, [.init(at: .zero, 1), .init(at: .milliseconds(100), 0)])
    let drive = NaivePlayer.drive(for: Pattern([buzz(0, for: 60)], curves: [curve]))
    #expect(levels(drive) == ["0: 1.0", "20: 0.8", "40: 0.6", "60: 0.0"])
  }

  @Test func `the naive player has an empty drive for an empty pattern`() {
    #expect(NaivePlayer.drive(for: []).isEmpty)
  }

  // MARK: Figures

  @Test func `an actuator without inertia is perfect`() {
    let intention = Intention([tap(0), tap(100, 0.5), buzz(300, for: 200, 0.6), tap(700)])
    let figures = Figures(intention, intention.strength, [.possible, .possible, .possible])
    #expect(figures.felt == 3)
    #expect(abs(figures.correlation - 1) < 1e-9)
    #expect(figures.latency == 0)
    #expect(figures.peakError == 0)
    #expect(figures.tapError == 0 && figures.holdError == 0)
  }

  @Test func `an actuator that does not move loses every tap`() {
    let intention = Intention([tap(0, 1, 0), tap(100, 1, 0)])
    let silence = [Double](repeating: 0, count: intention.felt.count)
    let figures = Figures(intention, silence, [.possible, .possible])
    #expect(figures.felt == 0)
    #expect(figures.lost == [0, 100])
    #expect(figures.correlation == 0)
    #expect(abs(figures.peakError - intention.peak(of: intention.taps[0])) < 1e-9)
  }

  @Test func `pulses that the motor cannot produce are neither requested nor counted`() {
    let intention = Intention([tap(0), tap(100)])
    let figures = Figures(intention, intention.strength, [.possible, .tap])
    #expect(figures.possible == 1 && figures.felt == 1)
  }

  @Test func `a vibration's own start does not stand in for a tap that was lost`() {
    let intention = Intention([tap(0), buzz(55, for: 200, 1)])
    let only = Intention([buzz(55, for: 200, 1)]).strength
    #expect(Figures(intention, intention.strength, [.possible]).felt == 1)
    #expect(Figures(intention, only, [.possible]).felt == 0)
  }

  @Test func `half of the strength has full correlation and half of the peak as error`() throws {
    let intention = Intention([buzz(0, for: 200, 0.8)])
    let figures = Figures(intention, intention.strength.map { $0 / 2 }, [])
    #expect(abs(figures.correlation - 1) < 1e-9)
    #expect(abs(figures.peakError - 0.4) < 1e-9)
    #expect(figures.tapError == nil)
    #expect(figures.holdError == figures.peakError)
  }

  // MARK: Trials and searches

  @Test func `both players are tried on the same intention, also beyond its end`() {
    let pattern: Pattern = [tap(0)]
    let late = Drive(
      [Drive.Step(at: .milliseconds(1200), level: Level(strong: 0xffff, weak: 0xffff))], end: .milliseconds(1300))
    let trial = Trial(
      Intention(pattern), on: .resonantPhone, Separabilities.resonant, ours: late,
      naive: NaivePlayer.clicks.map { NaivePlayer.drive(for: pattern, click: $0) })
    #expect(trial.chances == [.possible])
    #expect(trial.judgements.map(\.notion) == Notion.allCases)
    for judgement in trial.judgements {
      #expect(judgement.naive.map(\.felt) == [1, 1] && judgement.ours.felt == 0)
      #expect(judgement.naive.allSatisfy { $0.correlation > 0.9 })
      #expect(judgement.ours.correlation < 0)
    }
  }

  @Test func `a search finds a drive that is better than where it starts`() {
    let pattern: Pattern = [tap(0, 0.6), buzz(120, for: 150, 0.5)]
    let intention = Intention(pattern)
    let naive = NaivePlayer.drive(for: pattern)
    let trial = Trial(intention, on: .switchedPhone, Separabilities.slow, ours: naive, naive: [naive])
    let strength = BestDrive.strength(intention, on: .switchedPhone, from: [naive])
    let best = Figures(intention, strength, trial.chances)
    #expect(strength.count == intention.felt.count)
    #expect(best.correlation > trial.judgements[0].naive[0].correlation)
    #expect(best.correlation < 1)
    #expect(best.peakError < 0.1)
  }

  @Test func `the result of a search equals the result of its drive`() {
    let pattern: Pattern = [tap(0, 0.6)]
    let intention = Intention(pattern)
    let climber = Climber(intention, .resonantPhone, NaivePlayer.drive(for: pattern))
    var climbed = climber
    climbed.climb()
    #expect(climbed.error <= climber.error)
    let drive = climbed.drive
    let felt = Actuator.resonantPhone.feel(drive, milliseconds: intention.felt.count - Intention.lead)
    let whole = zip(Intention.silence + felt, climbed.strength).map { abs($0 - $1) }.max() ?? 1
    #expect(whole < 0.01)
  }
}
