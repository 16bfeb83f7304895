import HapticPatterns
import TestSupport
import Testing

@Suite struct ControlTrackTests {
  private func point(_ milliseconds: Int, _ value: Double) -> ParameterCurve.Point {
    .init(at: .milliseconds(milliseconds), value)
  }

  private func values(_ track: ControlTrack, _ milliseconds: [Int]) -> [Double] {
    milliseconds.map { track.value(at: .milliseconds($0)) }
  }

  @Test func `an unchanged control stays neutral`() {
    for control in Control.allCases {
      let track = ControlTrack(control)
      #expect(track.isNeutral)
      #expect(track.value(at: .seconds(1)) == control.neutral)
      #expect(track.start(at: .seconds(1)) == nil)
      #expect(track.steadyUntil(.zero) == nil)
    }
  }

  @Test func `a step holds until it is replaced, and before the first one nothing is changed`() {
    let track = ControlTrack(
      .intensity,
      parameters: [
        DynamicParameter(.intensity, 0.2, at: .milliseconds(300)),
        DynamicParameter(.intensity, 0.5, at: .milliseconds(100)),
        DynamicParameter(.sharpness, 0.9, at: .milliseconds(50)),
      ])
    #expect(values(track, [0, 99, 100, 299, 300, 9000]) == [1, 1, 0.5, 0.5, 0.2, 0.2])
    #expect(!track.isNeutral)
    #expect(track.start(at: .milliseconds(200)) == .milliseconds(100))
    #expect(track.steadyUntil(.zero) == .milliseconds(100))
    #expect(track.steadyUntil(.milliseconds(100)) == .milliseconds(300))
    #expect(track.steadyUntil(.milliseconds(300)) == nil)
  }

  @Test func `a curve has its first point's value before it, straight lines, and its last value after it`() {
    let track = ControlTrack(
      .intensity,
      curves: [ParameterCurve(.intensity, at: .milliseconds(100), [point(50, 0.2), point(150, 0.6), point(200, 0.6)])])
    #expect(values(track, [99, 100, 150, 200, 250, 300, 900]).map { ($0 * 10).rounded() } == [10, 2, 2, 4, 6, 6, 6])
    #expect(track.steadyUntil(.milliseconds(100)) == .milliseconds(150))
    #expect(track.steadyUntil(.milliseconds(150)) == .milliseconds(150))
    #expect(track.steadyUntil(.milliseconds(249)) == .milliseconds(249))
    #expect(track.steadyUntil(.milliseconds(250)) == nil)
  }

  @Test func `one point is a step, two at the same time are a jump`() {
    let step = ControlTrack(.sharpness, curves: [ParameterCurve(.sharpness, at: .milliseconds(10), [point(0, -0.5)])])
    #expect(values(step, [9, 10, 500]) == [0, -0.5, -0.5])
    let jump = ControlTrack(
      .intensity, curves: [ParameterCurve(.intensity, [point(0, 0.3), point(100, 0.3), point(100, 0.9)])])
    #expect(values(jump, [0, 99, 100]) == [0.3, 0.3, 0.9])
    #expect(jump.steadyUntil(.zero) == .milliseconds(100))
  }

  @Test func `a later curve takes over, and the last one of curves that start together`() {
    let curve = ParameterCurve(.intensity, [point(0, 0), point(1000, 1)])
    let track = ControlTrack(
      .intensity, parameters: [DynamicParameter(.intensity, 0.25, at: .milliseconds(500))],
      curves: [curve, ParameterCurve(.intensity, at: .milliseconds(500), [point(0, 0.75)])])
    #expect(values(track, [250, 499, 500, 1000]) == [0.25, 0.499, 0.75, 0.75])
    #expect(track.steadyUntil(.milliseconds(500)) == nil)
  }

  @Test func `a curve without points has no effect`() {
    #expect(ControlTrack(.intensity, curves: [ParameterCurve(.intensity, [])]).isNeutral)
  }

  @Test func `a sent value applies until a later curve of the pattern starts`() {
    var track = ControlTrack(
      .intensity,
      parameters: [
        DynamicParameter(.intensity, 0.5, at: .milliseconds(100)),
        DynamicParameter(.intensity, 0.75, at: .milliseconds(300)),
      ])
    track.send([point(0, 0.1), point(1000, 0.1)], at: .milliseconds(200))
    #expect(values(track, [0, 100, 199, 200, 299, 300, 2000]) == [1, 0.5, 0.5, 0.1, 0.1, 0.75, 0.75])
    #expect(track.steadyUntil(.milliseconds(100)) == .milliseconds(200))
    #expect(track.steadyUntil(.milliseconds(200)) == .milliseconds(300))
    #expect(track.start(at: .milliseconds(250)) == .milliseconds(200))
  }

  @Test func `a value sent for the start of a parameter takes precedence over it`() {
    var track = ControlTrack(.intensity, parameters: [DynamicParameter(.intensity, 0.5, at: .milliseconds(100))])
    track.send([point(0, 0.1)], at: .milliseconds(100))
    #expect(values(track, [99, 100, 500]) == [1, 0.1, 0.1])
  }

  @Test func `the last sent value applies, and an empty one changes nothing`() {
    var track = ControlTrack(.sharpness)
    track.send([point(0, 0.1)], at: .milliseconds(100))
    track.send([], at: .milliseconds(150))
    #expect(track.value(at: .milliseconds(160)) == 0.1)
    track.send([point(0, 0.2)], at: .milliseconds(300))
    #expect(values(track, [200, 300]) == [0, 0.2])
    #expect(!track.isNeutral)
    track.send([point(0, 0)], at: .milliseconds(300))
    #expect(track.isNeutral)
  }

  @Test func `sent values are sorted and clamped to the control's range`() {
    var track = ControlTrack(.intensity)
    track.send([point(100, 7), point(0, .nan), point(50, -3)], at: .zero)
    #expect(values(track, [0, 50, 75, 100]) == [1, 0, 0.5, 1])
  }

  @Test func `a seek moves sent values, and the pattern's own values stay`() {
    var track = ControlTrack(.intensity, parameters: [DynamicParameter(.intensity, 0.5, at: .milliseconds(100))])
    track.send([point(0, 0.1), point(100, 0.9)], at: .milliseconds(200))
    track.shiftSent(by: .milliseconds(-50))
    #expect(values(track, [99, 100, 149, 150, 250]) == [1, 0.5, 0.5, 0.1, 0.9])
    track.shiftSent(by: .milliseconds(-200))
    #expect(values(track, [50, 99, 100]) == [0.9, 0.9, 0.5])
  }

  @Test(arguments: TestExtent.all(0..<300, quick: 0..<60))
  func `values equal those of a plain implementation of the rules`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let control: Control = [.intensity, .sharpness].randomElement(using: &random)!
    let parameters = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.parameter(control) }
    let curves = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.curve(control) }
    var track = ControlTrack(control, parameters: parameters, curves: curves)
    var sent: PlainTrack.Piece?
    if Bool.random(using: &random) {
      let (points, moment) = (random.points(upTo: 5), random.moment(upTo: 1000))
      track.send(points, at: moment)
      if !points.isEmpty { sent = (moment, ParameterCurve(control, points).points) }
    }
    let plain = PlainTrack(control, parameters, curves, sent: sent)
    for milliseconds in stride(from: 0, through: 1400, by: 7) {
      let moment = Duration.milliseconds(milliseconds)
      let value = track.value(at: moment)
      #expect(abs(value - plain.value(at: moment)) < 1e-12)
      #expect(value >= control.range.lowerBound - 1e-12 && value <= control.range.upperBound + 1e-12)
      checkSteadiness(of: track, at: moment)
    }
  }

  /// Checks that the value stays the same until the returned time, and that this time is not too early.
  private func checkSteadiness(of track: ControlTrack, at moment: Duration) {
    let value = track.value(at: moment)
    let end = track.steadyUntil(moment)
    #expect(end.map { $0 >= moment } ?? true)
    let last = end ?? .seconds(3)
    for step in 0..<8 {
      let between = moment + (last - moment) * step / 8
      #expect(between >= last || abs(track.value(at: between) - value) < 1e-12)
    }
    if end == moment {
      let soon = track.value(at: moment + .microseconds(10))
      #expect(soon != value)
    }
  }
}
