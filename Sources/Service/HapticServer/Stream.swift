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
// A loop is a sequence of passes over the same score; each knows how many follow. The next passes may be rendered before
// the present one is over. If a pass begins with the motors in the same state as a recorded one, the steps of that are
// used again.

/// The coming steps of one score, rendered piece by piece. It is large, and never copied.
struct Stream: ~Copyable {
  let model: MotorModel
  private var strength: Double
  private let start: Instant
  private var course = PassCourse()
  private(set) var isPaused = false

  /// The pass that was the present one at the last piece or change. While it is paused, the position is that of the pass.
  private var present: Pass
  /// The pass that is being rendered: the present one, or one after it.
  private var pass: Pass
  /// The rendering of that pass, or nil if it has not begun.
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
  /// - Parameters:
  ///   - timing: the position, the rate and the loop from the start on.
  ///   - taken: the steps since `start` that were taken before. A change begins with the motors in their state after
  ///     these steps.
  init(
    _ score: Score, on model: MotorModel, strength: Double, at start: Instant,
    _ timing: Request.Play.Timing = Request.Play.Timing(), taken: ArraySlice<Drive.Step> = []
  ) {
    self.model = model
    self.strength = strength
    self.start = start
    motors = MotorSimulation(model)
    drawnMotors = motors
    drawnUntil = start
    present = Pass(origin: start, returns: Pass.returns(timing.loop), score: score)
    pass = present
    for step in taken { motors.set(step.level, at: step.at) }
    if timing.isPlain { return }
    course = PassCourse(rate: timing.rate, timing.loop)
    present.position = course.allowed(timing.offset, in: present)
    pass = present
  }

  /// The extent of rendering ahead: each piece is rendered to `far`, and the next one follows when `near` is left.
  /// Uploads have at least `near`, and a change drops at most `far`.
  static let ahead = (far: Duration.milliseconds(500), near: Duration.milliseconds(200))
  /// The longest delay of rendering behind the present. Beyond it, rendering starts anew at the present, with the
  /// motors off until then.
  private static let longestLag = Duration.milliseconds(100)
  /// The longest pass, in real time, whose steps are kept for the next one. Longer passes come less often.
  private static let longestKept = Duration.milliseconds(250)
  /// The maximum number of renditions kept for changes. Without one, as in a loop of short passes, a change starts a
  /// new rendition.
  private static let mostMarks = 4
}

extension Stream {
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

  var hasFreshLevels: Bool { coming.hasFreshLevels }

  /// Takes the levels that were rendered since the last call, each once.
  mutating func takeFreshLevels() -> [LeasedLevel] { coming.takeFreshLevels() }

  /// The end of the score, or nil while it is paused or loops without end.
  var end: Instant? {
    if isPaused || present.returns == .max { return nil }
    return course.lastEnd(from: present)
  }

  // MARK: Drawing

  /// Renders the piece that is due at `now`, within the budget. The next call continues a piece that is not complete.
  ///
  /// - Returns: false if rendering was too late and started anew; the motors must then be switched off.
  mutating func draw(at now: Instant, _ work: inout WorkBudget) -> Bool {
    guard let due = nextDrawing, due <= now else { return true }
    // The daemon stalled, or the machine is too slow for the pattern. The part that was missed is not played later.
    let isBehind = drawnUntil + Self.longestLag < now && coming.isEmpty
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
    present = pass(at: now)
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
    guard let end = course.end(of: pass) else { return false }
    return pass.position == .zero && end - pass.origin <= Self.longestKept && !pass.score.hasSent
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

  private mutating func append(_ steps: [Drive.Step]) {
    let end = course.end(of: pass)
    for step in steps {
      let at = pass.origin + step.at
      // A loop continues at its end; a stop there would be felt as a gap.
      if let end, step.level == .off, at >= end { continue }
      coming.append(DrawnSteps.Step(at: at, level: step.level))
      drawnMotors.set(step.level, at: at - start)
    }
  }

  private mutating func beginNextPass() {
    guard let next = course.next(after: pass) else {
      isDrawn = true
      return
    }
    pass = next
    rendition = nil
    drawnUntil = next.origin
  }

  /// - Parameter motors: the motors at the start of the pass.
  private func rendition(of pass: Pass, motors: MotorSimulation) -> Rendition {
    Rendition(
      pass.score, on: model, from: pass.position, to: course.loopEnd(of: pass), strength: strength,
      rate: course.rate, motors: motors)
  }

  /// The time from the first step until the first stroke is felt.
  func lead(_ work: inout WorkBudget) -> Duration {
    var opening = rendition(of: present, motors: motors)
    _ = opening.draw(until: Self.ahead.far, &work)
    return opening.lead
  }

  // MARK: Passes

  /// The pass at `moment`.
  private func pass(at moment: Instant) -> Pass {
    var found = pass.origin <= moment ? pass : present
    while let next = course.next(after: found), next.origin <= moment { found = next }
    return found
  }

  /// The rest of the pass at `moment`: it begins at that time, at the present position.
  private func rest(at moment: Instant) -> Pass {
    var rest = isPaused ? present : pass(at: moment)
    if !isPaused { rest.position += max(moment - rest.origin, .zero) * course.rate }
    rest.origin = max(moment, start)
    return rest
  }

  // MARK: Changing

  private var duration: Duration { present.score.duration }

  /// Whether a seek to `position` at `moment` ends the playback: it is beyond the end of the score, and no pass follows.
  func ends(at position: Duration, _ moment: Instant) -> Bool {
    position >= duration && pass(at: moment).returns == 0
  }

  mutating func pause(at moment: Instant) {
    let rest = rest(at: moment)
    isPaused = true
    motors.set(.off, at: max(moment - start, .zero))
    begin(rest)
  }

  mutating func resume(at moment: Instant) {
    guard isPaused else { return }
    let rest = rest(at: moment)
    isPaused = false
    begin(rest)
  }

  /// Continues at `position`, clamped to 0...`Event.latest`, or at the start if that is beyond the end of a loop.
  mutating func seek(to position: Duration, at moment: Instant) { change(at: moment, to: position) }

  /// Sets the strength, 0...1, from `moment` on.
  mutating func setStrength(_ strength: Double, at moment: Instant) {
    change(at: moment) { stream, _ in stream.strength = strength }
  }

  /// Sets the rate from `moment` on; it is clamped to `Limits.rates`.
  mutating func setRate(_ rate: Double, at moment: Instant) {
    change(at: moment) { stream, _ in stream.course.setRate(rate) }
  }

  /// Loops from `moment` on; nil ends the loop. An end above `Event.latest` counts as that.
  mutating func setLoop(_ loop: Loop?, at moment: Instant) {
    change(at: moment) { stream, rest in
      stream.course.setLoop(loop)
      rest.returns = Pass.returns(loop)
    }
  }

  /// Applies sent values of a control from `moment` on. A tap that has begun keeps its values.
  mutating func send(_ control: Control, _ points: [ParameterCurve.Point], at moment: Instant) {
    var sent = pass(at: moment)
    guard !isPaused, turn == nil, let mark = marks.last(where: { $0.at <= moment && $0.origin == sent.origin }) else {
      return change(at: moment) { _, rest in rest.score.send(control, points, at: rest.position) }
    }
    sent.score.send(control, points, at: rest(at: moment).position)
    // The rendition is rendered again from the mark up to this moment, to restore its state there. The result is the
    // same, because it depends on nothing but the score and the motors.
    forget(sent)
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
    _ body: (inout Stream, inout Pass) -> Void = { _, _ in }
  ) {
    var rest = rest(at: moment)
    let here = rest.position
    body(&self, &rest)
    rest.position = course.allowed(target ?? here, in: rest)
    // The loop now ends before the present position: it returns at once.
    if target == nil, rest.position < here { rest.countReturn() }
    rest.score.shiftSent(by: rest.position - here)
    begin(rest)
  }

  private mutating func begin(_ rest: Pass) {
    forget(rest)
    isDrawn = false
    drawnUntil = rest.origin
    drawnMotors = motors
  }

  private mutating func forget(_ pass: Pass) {
    present = pass
    self.pass = pass
    rendition = nil
    memory.forget()
    turn = nil
    goal = nil
    coming.removeAll()
    marks.removeAll(keepingCapacity: true)
  }
}
