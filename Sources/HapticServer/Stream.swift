internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorModel

// A score on its way to an actuator, at absolute times. Little of it is drawn at a time, so that a pattern of minutes
// costs no more than one of a second, and so that it can be changed on its way: what is drawn and not taken yet is
// thrown away, and drawing starts again from the place and from the motors as they are.
//
//     taken ──────▶│ drawn ahead ────────▶│ not drawn
//                 now                  drawnUntil
//
// A loop is pass after pass over the same score. The next pass may be drawn before the present one is over.

/// The coming levels of one score, drawn piece by piece.
struct Stream {
  struct Step {
    let at: Instant
    let level: Level
  }

  let model: MotorModel
  private var strength: Double
  private let start: Instant
  private(set) var rate = 1.0
  /// Where the score begins again; nil where it does not.
  private(set) var loopEnd: Duration?
  /// Where it stands still; nil while it runs.
  private var restingPlace: Duration?

  /// The present pass, and those that are drawn ahead.
  private var passes: [Pass]
  private var rendition: Rendition
  private var coming: [Step] = []
  private var taken = 0
  /// The motors by what was taken, and by what is drawn; since `start`.
  private var motors: MotorSimulation
  private var drawnMotors: MotorSimulation
  private var drawnUntil: Instant
  private var isDrawn = false
  /// The rendition before each piece that is not wholly in the past, to go back to.
  private var marks: [Mark] = []
  /// Levels that were drawn, and that nobody has asked for yet.
  private var freshLevels: [Drive.LeasedLevel] = []

  /// A score that runs from `start` on, on motors at rest.
  init(_ score: Score, on model: MotorModel, strength: Double, at start: Instant) {
    self.model = model
    self.strength = strength
    self.start = start
    motors = MotorSimulation(model)
    drawnMotors = motors
    drawnUntil = start
    passes = [Pass(origin: start, position: .zero, score: score)]
    rendition = Rendition(score, on: model, strength: strength)
  }

  /// How far ahead it is drawn, and how much of that is left when more is. Uploads for it have that much time, and a
  /// change on the way throws away no more.
  static let ahead = (far: Duration.milliseconds(500), near: Duration.milliseconds(200))
  /// A loop that were shorter would be one vibration, at the cost of many wakeups.
  static let shortestLoop = Duration.milliseconds(10)
}

extension Stream {
  /// One run over the score, from a place in it.
  private struct Pass {
    let origin: Instant
    let position: Duration
    /// With what was sent, in the time of this pass.
    var score: Score
  }

  private struct Mark {
    let at: Instant
    let origin: Instant
    let rendition: Rendition
  }

  // MARK: Taking

  var isResting: Bool { restingPlace != nil }

  /// Whether nothing follows any more.
  var isFinished: Bool { !isResting && isDrawn && taken == coming.count }

  /// When something is to be done with it: a step to take, or a piece to draw. Nil while it rests, and at its end.
  var nextEvent: Instant? {
    if isResting { return nil }
    let step = taken < coming.count ? coming[taken].at : nil
    let drawing = isDrawn ? nil : drawnUntil - Self.ahead.near
    guard let step, let drawing else { return step ?? drawing }
    return min(step, drawing)
  }

  /// Does what is due at `now`.
  ///
  /// - Returns: the step that was due; nil where a piece was drawn instead.
  mutating func advance(to now: Instant) -> Step? {
    if !isDrawn, drawnUntil - Self.ahead.near <= now {
      // After a stall: nobody wants what was to be felt meanwhile.
      if drawnUntil + Self.ahead.far < now { change(at: now) }
      draw(until: now + Self.ahead.far, from: now)
    }
    guard taken < coming.count, coming[taken].at <= now else { return nil }
    let step = coming[taken]
    taken += 1
    motors.set(step.level, at: step.at - start)
    return step
  }

  /// The levels that were drawn since the last call, each once.
  mutating func takeFreshLevels() -> [Drive.LeasedLevel] {
    if freshLevels.isEmpty { return [] }
    defer { freshLevels = [] }
    return freshLevels
  }

  /// When its score is over; nil while it rests or loops.
  var end: Instant? {
    if isResting || loopEnd != nil { return nil }
    return pass.origin + max(duration - pass.position, .zero) / rate
  }

  // MARK: Drawing

  private mutating func draw(until moment: Instant, from now: Instant) {
    coming.removeFirst(taken)
    taken = 0
    let known = coming.count
    marks.removeFirst(marks.lastIndex { $0.at <= now } ?? 0)
    while drawnUntil < moment, !isDrawn {
      marks.append(Mark(at: drawnUntil, origin: pass.origin, rendition: rendition))
      append(rendition.draw(until: moment - pass.origin))
      drawnUntil = max(drawnUntil, pass.origin + rendition.drawnUntil)
      if rendition.isFinished { beginNextPass() }
    }
    noteFreshLevels(from: max(known - 1, 0))
  }

  private var pass: Pass { passes[passes.count - 1] }

  private mutating func append(_ steps: [Drive.Step]) {
    let end = passEnd
    for step in steps {
      let at = pass.origin + step.at
      // A loop goes on where it ends: a stop there would be a notch.
      if let end, step.level == .off, at >= end { continue }
      coming.append(Step(at: at, level: step.level))
      drawnMotors.set(step.level, at: at - start)
    }
  }

  /// When the next pass begins; nil where none does.
  private var passEnd: Instant? { loopEnd.map { pass.origin + ($0 - pass.position) / rate } }

  private mutating func beginNextPass() {
    guard let loopEnd, let begin = passEnd else {
      isDrawn = true
      return
    }
    var score = pass.score
    score.shiftSent(by: .zero - loopEnd)
    if passes.count > 1 { passes.removeFirst(passes.count - 1) }
    passes.append(Pass(origin: begin, position: .zero, score: score))
    rendition = rendition(of: pass, motors: drawnMotors)
    drawnUntil = begin
  }

  private func rendition(of pass: Pass, motors: MotorSimulation) -> Rendition {
    Rendition(
      pass.score, on: model, from: pass.position, to: loopEnd, strength: strength, rate: rate,
      motors: motors.rebased(to: pass.origin - start))
  }

  private mutating func noteFreshLevels(from first: Int) {
    for index in coming.indices.dropFirst(first) where coming[index].level != .off {
      let end = index + 1 < coming.count ? coming[index + 1].at : drawnUntil
      let level = Drive.LeasedLevel(level: coming[index].level, lease: Lease(for: end - coming[index].at))
      if !freshLevels.contains(level) { freshLevels.append(level) }
    }
  }

  // MARK: Changing

  var duration: Duration { pass.score.duration }

  /// Where in the score it is at `moment`.
  func position(at moment: Instant) -> Duration {
    if let restingPlace { return restingPlace }
    let pass = pass(at: moment)
    let position = pass.position + max(moment - pass.origin, .zero) * rate
    guard let loopEnd, position >= loopEnd else { return position }
    return Duration(wholeNanoseconds: (position - loopEnd).wholeNanoseconds % loopEnd.wholeNanoseconds)
  }

  private func pass(at moment: Instant) -> Pass { passes.last { $0.origin <= moment } ?? passes[0] }

  mutating func pause(at moment: Instant) {
    restingPlace = position(at: moment)
    forget(pass(at: moment))
    motors.set(.off, at: max(moment - start, .zero))
  }

  mutating func resume(at moment: Instant) {
    guard let place = restingPlace else { return }
    restingPlace = nil
    begin(pass.score, at: place, moment)
  }

  /// Goes on from `position`, or from the start where that is beyond the end of a loop.
  mutating func seek(to position: Duration, at moment: Instant) {
    change(at: moment, to: min(max(position, .zero), Event.latest))
  }

  /// From `moment` on it is this strong, 0...1.
  mutating func setStrength(_ strength: Double, at moment: Instant) {
    change(at: moment) { stream, _, _ in stream.strength = strength }
  }

  /// Within `Limits.rates`.
  mutating func setRate(_ rate: Double, at moment: Instant) {
    change(at: moment) { stream, _, _ in stream.rate = min(max(rate, Limits.rates.lowerBound), Limits.rates.upperBound)
    }
  }

  /// Loops back at `end`, or with zero at the score's end; nil ends the looping. An end above `Event.latest` counts as
  /// that.
  mutating func setLoop(end: Duration?, at moment: Instant) {
    change(at: moment) { stream, score, _ in
      stream.loopEnd = end.map { min(max($0 == .zero ? score.duration : $0, Self.shortestLoop), Event.latest) }
    }
  }

  /// Lets what somebody sends take over from `moment` on. A tap that has begun is finished as it began.
  mutating func send(_ control: Control, _ points: [ParameterCurve.Point], at moment: Instant) {
    let here = position(at: moment)
    let pass = pass(at: moment)
    guard !isResting, let mark = marks.last(where: { $0.at <= moment && $0.origin == pass.origin }) else {
      return change(at: moment) { _, score, here in score.send(control, points, at: here) }
    }
    var score = pass.score
    score.send(control, points, at: here)
    // What was drawn is drawn once more up to this moment, to know where it stands: the same, as nothing but the
    // score and the motors went into it.
    var turned = mark.rendition
    let steps = turned.draw(upTo: moment - pass.origin)
    turned.turn(to: score)
    forget(Pass(origin: pass.origin, position: pass.position, score: score))
    rendition = turned
    drawnMotors = motors
    isDrawn = false
    append(steps.filter { pass.origin + $0.at > moment })
    drawnUntil = pass.origin + turned.drawnUntil
    if turned.isFinished { beginNextPass() }
  }

  /// Changes something, and draws anew from `moment` on; what was sent goes on in real time, wherever the place goes.
  private mutating func change(
    at moment: Instant, to target: Duration? = nil,
    _ body: (inout Stream, inout Score, _ here: Duration) -> Void = { _, _, _ in }
  ) {
    let here = position(at: moment)
    var score = pass(at: moment).score
    body(&self, &score, here)
    var there = target ?? here
    if let loopEnd, there >= loopEnd { there = .zero }
    score.shiftSent(by: there - here)
    if isResting {
      restingPlace = there
      forget(Pass(origin: moment, position: there, score: score))
    } else {
      begin(score, at: there, moment)
    }
  }

  private mutating func begin(_ score: Score, at position: Duration, _ moment: Instant) {
    forget(Pass(origin: max(moment, start), position: position, score: score))
    isDrawn = false
    drawnUntil = pass.origin
    drawnMotors = motors
    rendition = rendition(of: pass, motors: motors)
  }

  private mutating func forget(_ pass: Pass) {
    passes = [pass]
    coming.removeAll(keepingCapacity: true)
    taken = 0
    marks.removeAll(keepingCapacity: true)
  }
}
