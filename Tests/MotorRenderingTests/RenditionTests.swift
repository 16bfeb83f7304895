import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

/// Incremental rendering, from any position, for motors in any state.
@Suite struct RenditionTests {
  /// A pattern with taps, a swell, a curve, and a tap inside a vibration.
  private static let score = Score(
    Pattern(
      [
        Event(.transient, intensity: 0.8, sharpness: 0.6),
        Event(
          .continuous(duration: .milliseconds(600)), at: .milliseconds(150), intensity: 0.9, sharpness: 0.4,
          envelope: Envelope(attack: 0.4, release: 0.4)),
        Event(.transient, at: .milliseconds(400), intensity: 1, sharpness: 0.5),
        Event(.continuous(duration: .milliseconds(800)), at: .milliseconds(1100), intensity: 1, sharpness: 0.2),
      ],
      curves: [
        ParameterCurve(
          .intensity, at: .milliseconds(1200), [.init(at: .zero, 1), .init(at: .milliseconds(400), 0.2)])
      ]))

  private func steps(of rendition: Rendition) -> [Drive.Step] {
    var rendition = rendition
    let steps = rendition.draw(until: .seconds(10))
    #expect(rendition.isFinished)
    return steps
  }

  @Test(arguments: NamedModel.all, [1, 7, 50, 333])
  func `rendering in pieces gives the steps of rendering at once`(named: NamedModel, piece: Int) {
    let whole = steps(of: Rendition(Self.score, on: named.model))
    var rendition = Rendition(Self.score, on: named.model)
    var pieces: [Drive.Step] = []
    var moment = Duration.zero
    while !rendition.isFinished {
      moment += .milliseconds(piece)
      let drawn = rendition.drawnUntil
      let new = rendition.draw(until: moment)
      #expect(new.allSatisfy { $0.at >= drawn })
      #expect(rendition.isFinished || rendition.drawnUntil >= moment)
      pieces += new
    }
    #expect(pieces == whole)
    #expect(rendition.draw(until: .seconds(99)).isEmpty)
  }

  @Test(arguments: [10, 40, 70])
  func `a stop at the end of a piece is left out if the next piece continues`(piece: Int) {
    // Buzzes at intervals of a few milliseconds, which a slow motor plays as taps without a pause.
    let buzzes = [(0, 100), (158, 300), (458, 5), (466, 10), (529, 18), (552, 30), (584, 5)]
    let pattern = Pattern(
      buzzes.map { start, length in
        Event(
          .continuous(duration: .milliseconds(length)), at: .milliseconds(start), intensity: 1, sharpness: 0.5)
      })
    let rendition = Rendition(Score(pattern), on: MotorModel.presets["erm"]!)
    var (pieces, rest) = ([Drive.Step](), rendition)
    for index in 0..<1000 where !rest.isFinished { pieces += rest.draw(until: .milliseconds(index * piece)) }
    #expect(pieces == steps(of: rendition))
  }

  @Test(arguments: NamedModel.all)
  func `a rendition ends with the motors off`(named: NamedModel) {
    var rendition = Rendition(Self.score, on: named.model)
    #expect(rendition.draw(until: .seconds(10)).last?.level == .off)
    #expect(rendition.motors.level == .off)
  }

  @Test(arguments: NamedModel.all, [100, 333, 650, 1300])
  func `nothing is written beyond a cut, and the last step is the stop`(named: NamedModel, milliseconds: Int) throws {
    let end = Duration.milliseconds(milliseconds)
    let last = try #require(steps(of: Rendition(Self.score, on: named.model, to: end)).last)
    #expect(last.level == .off)
    #expect(last.at <= end)
  }

  @Test(arguments: NamedModel.all)
  func `a rendition from the middle of a vibration renders the rest of it`(named: NamedModel) throws {
    let long = Score(Pattern([Event(.continuous(duration: .seconds(2)), intensity: 0.8, sharpness: 0.5)]))
    let steps = steps(of: Rendition(long, on: named.model, from: .milliseconds(1500)))
    #expect(steps.first?.at == .zero)
    #expect(abs(try #require(steps.last).at / .milliseconds(500) - 1) < 0.05)
  }

  @Test(arguments: NamedModel.all)
  func `running motors without an event are stopped by the first step`(named: NamedModel) {
    var motors = MotorSimulation(named.model)
    motors.set(named.model.level(.both, drive: 1), at: .zero)
    let running = motors.rebased(to: .seconds(1))
    let silent = Score(Pattern([]))
    #expect(steps(of: Rendition(silent, on: named.model, motors: running)) == [Drive.Step(at: .zero, level: .off)])
    #expect(steps(of: Rendition(Self.score, on: named.model, strength: 0, motors: running)).first?.level == .off)
  }

  @Test(arguments: NamedModel.all)
  func `motors already at the right level get no command`(named: NamedModel) throws {
    let long = Score(Pattern([Event(.continuous(duration: .seconds(4)), intensity: 1, sharpness: 0.5)]))
    var first = Rendition(long, on: named.model)
    let drawn = first.draw(until: .seconds(10))
    let running = try #require(drawn.dropLast().last)
    var motors = MotorSimulation(named.model)
    for step in drawn.dropLast() { motors.set(step.level, at: step.at) }
    let again = steps(
      of: Rendition(long, on: named.model, from: .seconds(2), motors: motors.rebased(to: .seconds(2))))
    #expect(again.map(\.level) == [.off], "\(running) goes on")
  }

  @Test(arguments: ["erm", "lra", "on-off", "pad"], [50, 100, 150])
  func `a rendition that begins within a push continues it without a second one`(preset: String, interval: Int) throws {
    let model = NamedModel.preset(preset)
    let score = Score(.taps(2, every: interval, intensity: 1))
    let drawn = steps(of: Rendition(score, on: model))
    let push = (start: drawn[drawn.count - 2].at, end: drawn[drawn.count - 1].at)
    for moment in stride(from: push.start.inMilliseconds, to: push.end.inMilliseconds, by: 1.3) {
      let moment = Duration(roundingMilliseconds: moment)
      var motors = MotorSimulation(model)
      for step in drawn where step.at <= moment { motors.set(step.level, at: step.at) }
      let rest = steps(of: Rendition(score, on: model, from: moment, motors: motors.rebased(to: moment)))
      #expect(rest.firstIndex { $0.level == .off } == rest.count - 1, "\(moment): \(rest)")
    }
  }

  @Test(arguments: NamedModel.all)
  func `twice the rate takes half of the time`(named: NamedModel) throws {
    let long = Score(Pattern([Event(.continuous(duration: .seconds(2)), intensity: 0.8, sharpness: 0.5)]))
    let last = try #require(steps(of: Rendition(long, on: named.model, rate: 2)).last)
    #expect(abs(last.at / .seconds(1) - 1) < 0.05)
  }
}
