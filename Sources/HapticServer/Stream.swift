internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

// A score on its way to an actuator, at absolute times. Little of it is drawn at a time, so that a pattern of minutes
// costs no more than one of a second, and so that it can be changed on its way: what is drawn and not taken yet is
// thrown away, and drawing starts again from the place and from the motors as they are.
//
//     taken ──────▶│ drawn ahead ────────▶│ not drawn
//                 now                  drawnUntil
//
// A loop is pass after pass over the same score. The next pass may be drawn before the present one is over. Where it
// begins with the motors as they were at the start of one that was drawn before, the steps of that one are taken again.

/// The coming levels of one score, drawn piece by piece. It is large, and never copied.
struct Stream: ~Copyable {
  let model: MotorModel
  private var strength: Double
  private let start: Instant
  private(set) var rate = 1.0
  /// Where the score was asked to begin again; nil where it was not.
  private var wantedLoopEnd: Duration?
  /// Where it stands still; nil while it runs.
  private var restingPlace: Duration?

  /// The present pass, and those that are drawn ahead.
  private var passes: [Pass]
  /// The drawing of the last pass; nil until something is drawn of it.
  private var rendition: Rendition?
  /// A short pass of a loop, for those after it.
  private(set) var memory = PassMemory()
  /// The piece that is being drawn ends here; nil where none is.
  private var goal: Instant?
  /// Controls that were sent and are not in the rendition yet.
  private var turn: Turn?
  private var coming = DrawnSteps()
  /// The motors by what was taken, and by what is drawn; since `start`.
  private var motors: MotorSimulation
  private var drawnMotors: MotorSimulation
  private var drawnUntil: Instant
  private var isDrawn = false
  /// The rendition before each piece that is not wholly in the past, to go back to.
  private var marks: [Mark] = []

  /// A score that runs from `start` on, on motors at rest.
  ///
  /// - Parameter taken: the steps since `start` that somebody else has taken. What is changed begins with the motors where
  ///   those left them.
  init(
    _ score: Score, on model: MotorModel, strength: Double, at start: Instant, taken: ArraySlice<Drive.Step> = []
  ) {
    self.model = model
    self.strength = strength
    self.start = start
    motors = MotorSimulation(model)
    drawnMotors = motors
    drawnUntil = start
    passes = [Pass(origin: start, position: .zero, score: score)]
    for step in taken { motors.set(step.level, at: step.at) }
  }

  /// How far ahead it is drawn, and how much of that is left when more is. Uploads for it have that much time, and a
  /// change on the way throws away no more.
  static let ahead = (far: Duration.milliseconds(500), near: Duration.milliseconds(200))
  /// How far behind the present drawing may be: then it begins again at the present, and the motors are off until it has.
  private static let patience = Duration.milliseconds(100)
  /// The shortest pass of a loop, in real time and in the pattern's: a shorter one would be felt as one vibration, at the
  /// cost of many wakeups.
  static let shortestLoop = Duration.milliseconds(20)
  /// The longest pass, in real time, whose steps are kept for the next one: longer ones come seldom.
  private static let longestKept = Duration.milliseconds(250)
  /// Renditions that are kept to go back to. In a loop of short passes a change begins anew instead.
  private static let mostMarks = 4
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

  /// Controls to be turned at a moment that the rendition is being drawn up to.
  private struct Turn {
    let moment: Instant
    var steps: [Drive.Step] = []
  }

  // MARK: Taking

  var isResting: Bool { restingPlace != nil }

  /// Whether nothing follows any more.
  var isFinished: Bool { !isResting && isDrawn && coming.isEmpty }

  /// When the next step is to be taken; nil where none is drawn.
  var nextStep: Instant? { isResting ? nil : coming.first?.at }

  /// When the next piece is to be drawn, or the rest of one; nil while it rests, and at its end.
  var nextDrawing: Instant? {
    if isResting || isDrawn { return nil }
    return goal == nil ? drawnUntil - Self.ahead.near : .distantPast
  }

  /// Takes the step that is due at `now`, if there is one.
  mutating func take(at now: Instant) -> DrawnSteps.Step? {
    guard !isResting, let step = coming.take(at: now) else { return nil }
    motors.set(step.level, at: step.at - start)
    return step
  }

  /// The levels that were drawn since the last call, each once.
  mutating func takeFreshLevels() -> [Drive.LeasedLevel] { coming.takeFreshLevels() }

  /// When its score is over; nil while it rests or loops.
  var end: Instant? {
    if isResting || loopEnd != nil { return nil }
    return pass.origin + max(duration - pass.position, .zero) / rate
  }

  // MARK: Drawing

  /// Draws the piece that is due at `now`, or as much of it as the budget allows; the next call goes on with it.
  ///
  /// - Returns: false where it was so far behind that it began anew; the motors must be switched off.
  mutating func draw(at now: Instant, _ work: inout WorkBudget) -> Bool {
    guard let due = nextDrawing, due <= now else { return true }
    // After a stall, or where more is to be drawn than the machine can: nobody wants what was to be felt meanwhile.
    let isBehind = drawnUntil + Self.patience < now && coming.isEmpty
    if isBehind {
      motors.set(.off, at: now - start)
      change(at: now)
    }
    beginPiece(at: now)
    while let goal, drawnUntil < goal, !isDrawn, !work.isSpent { drawNext(until: goal, &work) }
    if let goal, drawnUntil >= goal || isDrawn { self.goal = nil }
    return !isBehind
  }

  private mutating func beginPiece(at now: Instant) {
    guard goal == nil else { return }
    goal = now + Self.ahead.far
    coming.removeTaken()
    marks.removeFirst(marks.lastIndex { $0.at <= now } ?? 0)
    mark()
  }

  private mutating func drawNext(until goal: Instant, _ work: inout WorkBudget) {
    if turn != nil { return drawTurn(&work) }
    if rendition == nil {
      if repeatPass(&work) { return }
      beginRendition(&work)
    }
    let known = coming.count
    let length = goal - pass.origin
    if let steps = rendition?.draw(until: length, &work) {
      memory.add(steps)
      append(steps)
    }
    noteProgress(from: known)
  }

  private mutating func beginRendition(_ work: inout WorkBudget) {
    work.spend(Self.opening)
    let motors = drawnMotors.rebased(to: pass.origin - start)
    memory.record(from: isKept ? motors : nil)
    rendition = rendition(of: pass, motors: motors)
    mark()
  }

  /// The work of beginning a rendition: about a tenth of a millisecond.
  private static let opening = 1500
  /// The work of taking the steps of another pass.
  private static let repeating = 40

  /// Whether the steps of the pass are kept: one that is whole, short, and like those after it.
  private var isKept: Bool {
    guard let passEnd else { return false }
    return pass.position == .zero && passEnd - pass.origin <= Self.longestKept && !pass.score.hasSent
  }

  /// Takes the steps of a pass that began with motors like those of this one.
  ///
  /// - Returns: false where there is none.
  private mutating func repeatPass(_ work: inout WorkBudget) -> Bool {
    guard isKept, let steps = memory.steps(from: drawnMotors.rebased(to: pass.origin - start)) else { return false }
    work.spend(Self.repeating + steps.count)
    let known = coming.count
    append(steps)
    beginNextPass()
    coming.noteLevels(from: known, until: drawnUntil)
    return true
  }

  private mutating func mark() {
    guard let rendition, turn == nil, marks.count < Self.mostMarks else { return }
    marks.append(Mark(at: drawnUntil, origin: pass.origin, rendition: rendition))
  }

  private mutating func noteProgress(from known: Int) {
    drawnUntil = max(drawnUntil, pass.origin + (rendition?.drawnUntil ?? .zero))
    let isFinished = rendition?.isFinished ?? false
    if isFinished {
      memory.finish()
      beginNextPass()
    }
    coming.noteLevels(from: known, until: drawnUntil)
  }

  private var pass: Pass { passes[passes.count - 1] }

  private mutating func append(_ steps: [Drive.Step]) {
    let end = passEnd
    for step in steps {
      let at = pass.origin + step.at
      // A loop goes on where it ends: a stop there would be a notch.
      if let end, step.level == .off, at >= end { continue }
      coming.append(DrawnSteps.Step(at: at, level: step.level))
      drawnMotors.set(step.level, at: at - start)
    }
  }

  /// Where the score begins again; nil where it does not. A pass has a shortest time, whatever the rate.
  var loopEnd: Duration? {
    wantedLoopEnd.map { min(max($0, Self.shortestLoop * max(rate, 1)), Event.latest) }
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
    rendition = nil
    drawnUntil = begin
  }

  /// - Parameter motors: as they are at the start of the pass.
  private func rendition(of pass: Pass, motors: MotorSimulation) -> Rendition {
    Rendition(
      pass.score, on: model, from: pass.position, to: loopEnd, strength: strength, rate: rate, motors: motors)
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
      stream.wantedLoopEnd = end.map { $0 == .zero ? score.duration : $0 }
    }
  }

  /// Lets what somebody sends take over from `moment` on. A tap that has begun is finished as it began.
  mutating func send(_ control: Control, _ points: [ParameterCurve.Point], at moment: Instant) {
    let here = position(at: moment)
    let pass = pass(at: moment)
    guard !isResting, turn == nil, let mark = marks.last(where: { $0.at <= moment && $0.origin == pass.origin }) else {
      return change(at: moment) { _, score, here in score.send(control, points, at: here) }
    }
    var score = pass.score
    score.send(control, points, at: here)
    // What was drawn is drawn once more up to this moment, to know where it stands: the same, as nothing but the
    // score and the motors went into it.
    forget(Pass(origin: pass.origin, position: pass.position, score: score))
    rendition = mark.rendition
    turn = Turn(moment: moment)
    drawnMotors = motors
    isDrawn = false
    drawnUntil = moment
  }

  /// Draws the rendition up to the moment of the turn, and turns it there.
  private mutating func drawTurn(_ work: inout WorkBudget) {
    guard let moment = turn?.moment, var turned = rendition else { return }
    // One copy at a time: a rendition that others hold is copied with each change.
    rendition = nil
    let new = turned.draw(upTo: moment - pass.origin, &work)
    turn?.steps += new
    let isThere = turned.isFinished || pass.origin + turned.drawnUntil >= moment
    if isThere { turned.turn(to: pass.score) }
    rendition = turned
    guard isThere, let steps = turn?.steps else { return }
    turn = nil
    append(steps.filter { pass.origin + $0.at > moment })
    drawnUntil = pass.origin + turned.drawnUntil
    if turned.isFinished { beginNextPass() } else { mark() }
    coming.noteLevels(from: 0, until: drawnUntil)
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
  }

  private mutating func forget(_ pass: Pass) {
    passes = [pass]
    rendition = nil
    memory.forget()
    turn = nil
    goal = nil
    coming.removeAll()
    marks.removeAll(keepingCapacity: true)
  }
}
