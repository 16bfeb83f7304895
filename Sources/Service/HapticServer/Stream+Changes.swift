internal import HapticPatterns
internal import HapticSystem
internal import MotorRendering

// Changes of a stream while it plays: rendering continues from the moment of the change, with the motors in their state
// at that time.

extension Stream {
  /// Whether a seek to `position` at `moment` ends the playback: it is beyond the end of the score, and no pass follows.
  func ends(at position: Duration, _ moment: Instant) -> Bool {
    position >= present.score.duration && pass(at: moment).returns == 0
  }

  func pause(at moment: Instant) {
    let rest = rest(at: moment)
    isPaused = true
    motors.set(.off, at: max(moment - start, .zero))
    begin(rest)
  }

  func resume(at moment: Instant) {
    guard isPaused else { return }
    let rest = rest(at: moment)
    isPaused = false
    begin(rest)
  }

  /// Continues at `position`, clamped to 0...`Event.latest`, or at the start if that is beyond the end of a loop.
  func seek(to position: Duration, at moment: Instant) { change(at: moment, to: position) }

  /// Sets the strength, 0...1, from `moment` on.
  func setStrength(_ strength: Double, at moment: Instant) {
    change(at: moment) { stream, _ in stream.strength = strength }
  }

  /// Continues on motors with other properties from `moment` on. They have their present level since its step.
  func setModel(_ model: MotorModel, at moment: Instant) {
    change(at: moment) { stream, _ in
      var motors = MotorSimulation(model)
      if let since = stream.motors.lastCommand { motors.set(stream.motors.level, at: since) }
      (stream.model, stream.motors) = (model, motors)
    }
  }

  /// Sets the rate from `moment` on; it is clamped to `Limits.rates`.
  func setRate(_ rate: Double, at moment: Instant) {
    change(at: moment) { stream, _ in stream.course.setRate(rate) }
  }

  /// Loops from `moment` on; nil ends the loop. An end above `Event.latest` counts as that.
  func setLoop(_ loop: Loop?, at moment: Instant) {
    change(at: moment) { stream, rest in
      stream.course.setLoop(loop)
      rest.returns = Pass.returns(loop)
    }
  }

  /// Applies sent values of a control from `moment` on. A tap that has begun keeps its values.
  func send(_ control: Control, _ points: [ParameterCurve.Point], at moment: Instant) {
    var sent = pass(at: moment)
    sent.score.send(control, points, at: rest(at: moment).position)
    if turn != nil, sent.origin == front.pass.origin {
      // Nothing was taken since that change, so that it brings these values as well.
      (present, front.pass) = (sent, sent)
    } else if !isPaused, let mark = marks.last(where: { $0.since <= moment && $0.origin == sent.origin }) {
      turn(to: sent, from: mark, at: moment)
    } else {
      change(at: moment) { _, rest in rest.score.send(control, points, at: rest.position) }
    }
  }

  /// Renders again from a mark up to `moment`, which restores the state there and leads to the same steps, because they
  /// depend on nothing but the score and the motors. If a tap that has begun ends later, rendering continues at its end.
  private func turn(to sent: Pass, from mark: Front.Mark, at moment: Instant) {
    let steps = coming.waiting(until: mark.at).map { Drive.Step(at: $0.at - sent.origin, level: $0.level) }
    begin(sent)
    front = Front(sent, motors, mark.rendition, until: moment)
    turn = Turn(moment: moment, steps: steps)
  }

  /// Renders up to the moment of the turn, and applies the sent controls there.
  func drawTurn(_ work: inout WorkBudget) {
    guard let moment = turn?.moment, var turned = front.rendition else { return }
    // A shared rendition would be copied at each change, so only `turned` refers to it.
    front.rendition = nil
    let origin = front.pass.origin
    let new = turned.draw(upTo: moment - origin, &work)
    turn?.steps += new
    let isThere = turned.isFinished || origin + turned.drawnUntil >= moment
    if isThere { turned.turn(to: front.pass.score) }
    front.rendition = turned
    guard isThere, let steps = turn?.steps else { return }
    turn = nil
    // The step of this moment is not taken yet; it may be a stop.
    append(steps.filter { origin + $0.at >= moment })
    front.until = origin + turned.drawnUntil
    if turned.isFinished { front.begin(course.next(after: front.pass)) } else { mark(since: moment) }
    coming.noteLevels(from: 0, until: front.until)
  }

  /// Applies a change, and renders anew from `moment` on. Sent controls continue in real time, at any new position.
  func change(
    at moment: Instant, to target: Duration? = nil,
    _ body: (Stream, inout Pass) -> Void = { _, _ in }
  ) {
    var rest = rest(at: moment)
    let here = rest.position
    body(self, &rest)
    rest.position = course.allowed(target ?? here, in: rest)
    // The loop now ends before the present position: it returns at once.
    if target == nil, rest.position < here { rest.countReturn() }
    rest.score.shiftSent(by: rest.position - here)
    begin(rest)
  }

  private func begin(_ rest: Pass) {
    present = rest
    front = Front(rest, motors)
    memory.forget()
    turn = nil
    goal = nil
    coming.removeAll()
    marks.removeAll(keepingCapacity: true)
  }
}
