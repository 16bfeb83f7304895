internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

// A score on its way to an actuator, at absolute times. It is rendered in short pieces, so that a pattern of minutes
// costs no more than one of a second, and so that it can be changed while it plays: rendered steps that are not taken
// yet are dropped, and rendering continues from the present position and the present state of the motors.
//
//     taken ──────▶│ rendered ahead ─────▶│ not rendered
//                 now                  drawnUntil
//
// A loop is a sequence of passes over the same score. The next pass may be rendered before the present one is over. If
// it begins with the motors in the same state as a recorded pass, the steps of that pass are used again.

/// The coming steps of one score, rendered piece by piece. It is large, and never copied.
struct Stream: ~Copyable {
  let model: MotorModel
  private var strength: Double
  private let start: Instant
  private(set) var rate = 1.0
  /// The requested end of the loop in the score, or nil if it does not loop.
  private var wantedLoopEnd: Duration?
  /// The position at which it is paused, or nil while it runs.
  private var pausedPosition: Duration?

  /// The present pass, and the next one if it is rendered ahead.
  private var passes: [Pass]
  /// The rendering of the last pass, or nil if it has not begun.
  private var rendition: Rendition?
  /// The steps of a short pass of a loop, for the passes after it.
  private(set) var memory = PassMemory()
  /// The end of the piece that is being rendered, or nil between pieces.
  private var goal: Instant?
  /// Sent controls that are not in the rendition yet.
  private var turn: Turn?
  private var coming = DrawnSteps()
  /// The motors after the steps that were taken, and after those that were rendered. Their times start at `start`.
  private var motors: MotorSimulation
  private var drawnMotors: MotorSimulation
  private var drawnUntil: Instant
  private var isDrawn = false
  /// The rendition before each piece that is not wholly in the past. Rendering goes back to these for a change.
  private var marks: [Mark] = []

  /// Starts a score at `start`, with the motors at rest.
  ///
  /// - Parameter taken: the steps since `start` that were taken before. A change begins with the motors in their state
  ///   after these steps.
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

  /// The extent of rendering ahead: each piece is rendered to `far`, and the next one follows when `near` is left.
  /// Uploads have at least `near`, and a change drops at most `far`.
  static let ahead = (far: Duration.milliseconds(500), near: Duration.milliseconds(200))
  /// The longest delay of rendering behind the present. Beyond it, rendering starts anew at the present, with the
  /// motors off until then.
  private static let patience = Duration.milliseconds(100)
  /// The shortest pass of a loop, in real time and in the pattern's time. A shorter pass would be felt as one
  /// vibration, at the cost of many wakeups.
  static let shortestLoop = Duration.milliseconds(20)
  /// The longest pass, in real time, whose steps are kept for the next one. Longer passes come less often.
  private static let longestKept = Duration.milliseconds(250)
  /// The maximum number of renditions kept for changes. Without one, as in a loop of short passes, a change starts a
  /// new rendition.
  private static let mostMarks = 4
}

extension Stream {
  /// One run over the score, from a position in it.
  private struct Pass {
    let origin: Instant
    let position: Duration
    /// The score with the sent controls, in the time of this pass.
    var score: Score
  }

  private struct Mark {
    let at: Instant
    let origin: Instant
    let rendition: Rendition
  }

  /// A change of controls at a moment up to which the rendition is rendered first.
  private struct Turn {
    let moment: Instant
    var steps: [Drive.Step] = []
  }

  // MARK: Taking

  var isPaused: Bool { pausedPosition != nil }

  /// Whether all steps are rendered and taken.
  var isFinished: Bool { !isPaused && isDrawn && coming.isEmpty }

  /// The time of the next step, or nil while it is paused or no step is rendered.
  var nextStep: Instant? { isPaused ? nil : coming.first?.at }

  /// The time at which the next piece, or the rest of one, is to be rendered; nil while it is paused and at its end.
  var nextDrawing: Instant? {
    if isPaused || isDrawn { return nil }
    return goal == nil ? drawnUntil - Self.ahead.near : .distantPast
  }

  /// Takes the step that is due at `now`, or returns nil if none is.
  mutating func take(at now: Instant) -> DrawnSteps.Step? {
    guard !isPaused, let step = coming.take(at: now) else { return nil }
    motors.set(step.level, at: step.at - start)
    return step
  }

  /// Takes the levels that were rendered since the last call, each once.
  mutating func takeFreshLevels() -> [LeasedLevel] { coming.takeFreshLevels() }

  /// The end of the score, or nil while it is paused or loops.
  var end: Instant? {
    if isPaused || loopEnd != nil { return nil }
    return pass.origin + max(duration - pass.position, .zero) / rate
  }

  // MARK: Drawing

  /// Renders the piece that is due at `now`, within the budget. The next call continues a piece that is not complete.
  ///
  /// - Returns: false if rendering was too late and started anew; the motors must then be switched off.
  mutating func draw(at now: Instant, _ work: inout WorkBudget) -> Bool {
    guard let due = nextDrawing, due <= now else { return true }
    // The daemon stalled, or the machine is too slow for the pattern. The part that was missed is not played later.
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

  /// The work units for a new rendition: about 0.1 ms.
  private static let opening = 1500
  /// The work units for using a recorded pass again, beside one for each step.
  private static let repeating = 40

  /// Whether the steps of the pass are kept: it is a whole and short pass of a loop, without sent controls.
  private var isKept: Bool {
    guard let passEnd else { return false }
    return pass.position == .zero && passEnd - pass.origin <= Self.longestKept && !pass.score.hasSent
  }

  /// Uses the steps of a recorded pass that began with the motors in the same state.
  ///
  /// - Returns: false if there is none.
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
      // A loop continues at its end; a stop there would be felt as a gap.
      if let end, step.level == .off, at >= end { continue }
      coming.append(DrawnSteps.Step(at: at, level: step.level))
      drawnMotors.set(step.level, at: at - start)
    }
  }

  /// The end of the loop in the score, or nil if it does not loop. A pass lasts at least
  /// `shortestLoop`, whatever the rate, and the end is at most `Event.latest`.
  var loopEnd: Duration? {
    wantedLoopEnd.map { min(max($0, Self.shortestLoop * max(rate, 1)), Event.latest) }
  }

  /// The start of the next pass, or nil if there is none.
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

  /// - Parameter motors: the motors at the start of the pass.
  private func rendition(of pass: Pass, motors: MotorSimulation) -> Rendition {
    Rendition(
      pass.score, on: model, from: pass.position, to: loopEnd, strength: strength, rate: rate, motors: motors)
  }

  // MARK: Changing

  var duration: Duration { pass.score.duration }

  /// The position in the score at `moment`.
  func position(at moment: Instant) -> Duration {
    if let pausedPosition { return pausedPosition }
    let pass = pass(at: moment)
    let position = pass.position + max(moment - pass.origin, .zero) * rate
    guard let loopEnd, position >= loopEnd else { return position }
    return Duration(wholeNanoseconds: (position - loopEnd).wholeNanoseconds % loopEnd.wholeNanoseconds)
  }

  private func pass(at moment: Instant) -> Pass { passes.last { $0.origin <= moment } ?? passes[0] }

  mutating func pause(at moment: Instant) {
    pausedPosition = position(at: moment)
    forget(pass(at: moment))
    motors.set(.off, at: max(moment - start, .zero))
  }

  mutating func resume(at moment: Instant) {
    guard let place = pausedPosition else { return }
    pausedPosition = nil
    begin(pass.score, at: place, moment)
  }

  /// Continues at `position`, clamped to 0...`Event.latest`, or at the start if that is beyond the end of a loop.
  mutating func seek(to position: Duration, at moment: Instant) {
    change(at: moment, to: min(max(position, .zero), Event.latest))
  }

  /// Sets the strength, 0...1, from `moment` on.
  mutating func setStrength(_ strength: Double, at moment: Instant) {
    change(at: moment) { stream, _, _ in stream.strength = strength }
  }

  /// Sets the rate from `moment` on; it is clamped to `Limits.rates`.
  mutating func setRate(_ rate: Double, at moment: Instant) {
    change(at: moment) { stream, _, _ in stream.rate = min(max(rate, Limits.rates.lowerBound), Limits.rates.upperBound)
    }
  }

  /// Loops back at `end`, or at the end of the score if that is zero; nil ends the loop. An `end` above `Event.latest`
  /// counts as that.
  mutating func setLoop(end: Duration?, at moment: Instant) {
    change(at: moment) { stream, score, _ in
      stream.wantedLoopEnd = end.map { $0 == .zero ? score.duration : $0 }
    }
  }

  /// Applies sent values of a control from `moment` on. A tap that has begun keeps its values.
  mutating func send(_ control: Control, _ points: [ParameterCurve.Point], at moment: Instant) {
    let here = position(at: moment)
    let pass = pass(at: moment)
    guard !isPaused, turn == nil, let mark = marks.last(where: { $0.at <= moment && $0.origin == pass.origin }) else {
      return change(at: moment) { _, score, here in score.send(control, points, at: here) }
    }
    var score = pass.score
    score.send(control, points, at: here)
    // The rendition is rendered again from the mark up to this moment, to restore its state there. The result is the
    // same, because it depends on nothing but the score and the motors.
    forget(Pass(origin: pass.origin, position: pass.position, score: score))
    rendition = mark.rendition
    turn = Turn(moment: moment)
    drawnMotors = motors
    isDrawn = false
    drawnUntil = moment
  }

  /// Renders up to the moment of the turn, and applies the sent controls there.
  private mutating func drawTurn(_ work: inout WorkBudget) {
    guard let moment = turn?.moment, var turned = rendition else { return }
    // A shared rendition would be copied at each change, so only `turned` refers to it.
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

  /// Applies a change, and renders anew from `moment` on. Sent controls continue in real time, at any new position.
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
    if isPaused {
      pausedPosition = there
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
