internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

// A score on its way to an actuator, at absolute times. It is rendered in short pieces, so that a pattern of minutes
// costs no more than one of a second, and so that it can be changed while it plays: rendered steps that are not taken
// yet are dropped, and rendering continues from the present position and the present state of the motors.
//
//     taken ──────▶│ rendered ahead ─────▶│ not rendered
//                 now                   front
//
// A loop is a sequence of passes over the same score; each knows how many follow. The next passes may be rendered before
// the present one is over. If a pass begins with the motors in the same state as a recorded one, the steps of that are
// used again.

/// The coming steps of one score, rendered piece by piece.
///
/// A class, because it is large: the compiler copies such a structure to ask for the time of the next piece.
final class Stream {
  var model: MotorModel
  var strength: Double
  let start: Instant
  var course = PassCourse()
  var isPaused = false

  /// The pass that was the present one at the last piece or change. While it is paused, the position is that of the pass.
  var present: Pass
  var front: Front
  /// The steps of a short pass of a loop, for the passes after it.
  var memory = PassMemory()
  /// The end of the piece that is being rendered, or nil between pieces.
  var goal: Instant?
  /// Sent controls that are not in the rendition yet.
  var turn: Turn?
  var coming = DrawnSteps()
  /// The motors after the steps that were taken. Their times start at `start`.
  var motors: MotorSimulation
  /// The rendition before each piece that is not wholly in the past. Rendering goes back to these for a change.
  var marks: [Front.Mark] = []

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
    present = Pass(origin: start, returns: Pass.returns(timing.loop), score: score)
    front = Front(present, motors)
    for step in taken { motors.set(step.level, at: step.at) }
    if timing.isPlain { return }
    course = PassCourse(rate: timing.rate, timing.loop)
    present.position = course.allowed(timing.offset, in: present)
    front.pass = present
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

  /// A change of controls at a moment up to which the rendition is rendered first.
  struct Turn {
    let moment: Instant
    /// The steps up to the moment, or to the end of a tap that has begun, with times from the start of the pass.
    var steps: [Drive.Step]
  }

  // MARK: Taking

  var isFinished: Bool { !isPaused && front.isOver && coming.isEmpty }

  /// The time of the next step; `.distantFuture` while it is paused or no step is rendered.
  var nextStep: Instant { isPaused ? .distantFuture : coming.first?.at ?? .distantFuture }

  /// The time at which the next piece, or the rest of one, is to be rendered; `.distantFuture` while it is paused and at
  /// its end.
  var nextDrawing: Instant {
    if isPaused || front.isOver { return .distantFuture }
    return goal == nil ? front.until - Self.ahead.near : .distantPast
  }

  /// Takes the step that is due at `now`, or returns nil if none is.
  func take(at now: Instant) -> DrawnSteps.Step? {
    guard !isPaused, let step = coming.take(at: now) else { return nil }
    motors.set(step.level, at: step.at - start)
    return step
  }

  /// The end of the score, or nil while it is paused or loops without end.
  var end: Instant? {
    if isPaused || present.returns == .max { return nil }
    return course.lastEnd(from: present)
  }

  // MARK: Drawing

  /// Renders the piece that is due at `now`, within the budget. The next call continues a piece that is not complete.
  ///
  /// - Returns: false if rendering was too late and started anew; the motors must then be switched off.
  func draw(at now: Instant, _ work: inout WorkBudget) -> Bool {
    guard nextDrawing <= now else { return true }
    // The daemon stalled, or the machine is too slow for the pattern. The part that was missed is not played later.
    let isBehind = front.until + Self.longestLag < now && coming.isEmpty
    if isBehind {
      motors.set(.off, at: now - start)
      change(at: now)
    }
    beginPiece(at: now)
    while let goal, front.until < goal, !front.isOver, !work.isSpent { drawNext(until: goal, &work) }
    if let goal, front.until >= goal || front.isOver { self.goal = nil }
    return !isBehind
  }

  private func beginPiece(at now: Instant) {
    guard goal == nil else { return }
    goal = now + Self.ahead.far
    present = pass(at: now)
    coming.removeTaken()
    marks.removeFirst(marks.lastIndex { $0.since <= now } ?? 0)
    mark()
  }

  private func drawNext(until goal: Instant, _ work: inout WorkBudget) {
    if turn != nil { return drawTurn(&work) }
    if front.rendition == nil {
      if repeatPass(&work) { return }
      beginRendition(&work)
    }
    let known = coming.count
    let length = goal - front.pass.origin
    if let steps = front.rendition?.draw(until: length, &work) {
      memory.add(steps)
      append(steps)
    }
    if front.advance() {
      memory.finish()
      front.begin(course.next(after: front.pass))
    }
    coming.noteLevels(from: known, until: front.until)
  }

  private func beginRendition(_ work: inout WorkBudget) {
    work.spend(Self.opening)
    let motors = front.motors.rebased(to: front.pass.origin - start)
    memory.record(from: isKept ? motors : nil)
    front.rendition = rendition(of: front.pass, motors: motors)
    mark()
  }

  /// The work units for a new rendition: about 0.1 ms.
  private static let opening = 1500
  /// The work units for using a recorded pass again, beside one for each step.
  private static let repeating = 40

  /// Whether the steps of the pass are kept: it is a whole and short pass of a loop, without sent controls.
  private var isKept: Bool {
    let pass = front.pass
    guard let end = course.end(of: pass) else { return false }
    return pass.position == .zero && end - pass.origin <= Self.longestKept && !pass.score.hasSent
  }

  /// Uses the steps of a recorded pass that began with the motors in the same state.
  ///
  /// - Returns: false if there is none.
  private func repeatPass(_ work: inout WorkBudget) -> Bool {
    guard isKept, let steps = memory.steps(from: front.motors.rebased(to: front.pass.origin - start)) else {
      return false
    }
    work.spend(Self.repeating + steps.count)
    let known = coming.count
    append(steps)
    front.begin(course.next(after: front.pass))
    coming.noteLevels(from: known, until: front.until)
    return true
  }

  func mark(since moment: Instant? = nil) {
    if turn == nil, marks.count < Self.mostMarks, let mark = front.mark(since: moment) { marks.append(mark) }
  }

  func append(_ steps: [Drive.Step]) {
    let end = course.end(of: front.pass)
    for step in steps {
      let at = front.pass.origin + step.at
      // A loop continues at its end; a stop there would be felt as a gap.
      if let end, step.level == .off, at >= end { continue }
      coming.append(DrawnSteps.Step(at: at, level: step.level))
      front.motors.set(step.level, at: at - start)
    }
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

  func pass(at moment: Instant) -> Pass {
    var found = front.pass.origin <= moment ? front.pass : present
    while let next = course.next(after: found), next.origin <= moment { found = next }
    return found
  }

  /// The rest of the pass at `moment`: it begins at that time, at the present position.
  func rest(at moment: Instant) -> Pass {
    var rest = isPaused ? present : pass(at: moment)
    if !isPaused { rest.position += max(moment - rest.origin, .zero) * course.rate }
    rest.origin = max(moment, start)
    return rest
  }
}
