public import HapticPatterns

/// Draws a score for one actuator incrementally, from a position in the score and from a given state of the motors.
///
/// A `TapReader` and a `VibrationReader` read the score, and a `LookAhead` knows what comes next. From it, a
/// `TapController` and a `VibrationController` compute the pushes, which a `DriveWriter` records as steps while it
/// simulates the motors.
///
/// Times are real time since the rendition's start. The result does not depend on the division into calls. The cost
/// depends on the length that is drawn, not on the size of the score.
public struct Rendition: Sendable {
  let tapController: TapController
  let vibrationController: VibrationController
  var lookAhead: LookAhead
  var writer: DriveWriter
  var phase = Phase.idle
  var tapRow = TapRow()
  /// The time from the first step until the first stroke reaches its intended strength; nil until it is drawn.
  var firstLead: Duration?
  /// What decided the steps, by their times; nil if it is not recorded.
  var reasons: [Duration: StepReason]?

  /// What is drawn next.
  enum Phase {
    /// The next event.
    case idle
    /// The rest of a stretch of vibration.
    case vibration(Stroke)
    /// A tap whose start is searched. The next start to try is in milliseconds; the budget was spent before it.
    case tap(Tap, from: Double)
    /// Nothing: the drive is complete, and the motors are off.
    case finished
  }

  /// Creates a rendition.
  ///
  /// - Parameters:
  ///   - position: the position in the score at which the rendition begins, in the score's time. Vibrations that
  ///     began before it are drawn for their remaining time, and taps only if the motors rise for them.
  ///   - end: the position at which the score is cut off, in the score's time; nil for the whole score.
  ///   - strength: scales the felt strength, 0...1 (clamped). At 0.5 everything feels half as strong; events that would
  ///     become too weak to feel get the weakest strength that the actuator can make felt. At 0 nothing is drawn.
  ///   - rate: seconds of the score per real second. Values that are not finite or not above 0 count as 1. Taps keep
  ///     their length.
  ///   - motors: the state of the motors at the start, which is their time zero; nil for motors at rest. If they run, the
  ///     score goes on with them, and the first step changes a level that it does not need.
  public init(
    _ score: Score, on model: MotorModel, from position: Duration = .zero, to end: Duration? = nil,
    strength: Double = 1,
    rate: Double = 1, motors: MotorSimulation? = nil
  ) {
    let clock = ScoreClock(origin: max(position, .zero), rate: rate > 0 && rate.isFinite ? rate : 1)
    let strength = Intensity(strength).rawValue
    let last = strength > 0 ? end ?? .seconds(2 * 3600 + 2) : .zero
    tapController = TapController(model)
    vibrationController = VibrationController(model)
    let limit = end.map { Duration(roundingMilliseconds: max(clock.real($0), 0)) }
    writer = DriveWriter(motors ?? MotorSimulation(model), limit: limit)
    lookAhead = LookAhead(
      VibrationReader(score, clock: clock, to: last, strength: strength),
      TapReader(
        score, clock: clock, to: last, strength: strength, lookback: Self.lookback, isFast: model.isFast))
  }

  /// The time before the start from which taps are read, in milliseconds: a motor may still be rising for such a tap.
  private static let lookback = 200.0

  /// Whether the drive is complete and the motors are off.
  public var isFinished: Bool { if case .finished = phase { true } else { false } }
  /// The time before which all steps are final.
  public var drawnUntil: Duration { writer.now }
  /// The time from the first step until the first stroke reaches its intended strength; zero until it is drawn.
  public var lead: Duration { firstLead ?? .zero }
  /// The state of the motors at `drawnUntil`.
  public var motors: MotorSimulation { writer.motors }

  /// Draws at least until `moment`, or to the end of the score.
  ///
  /// - Returns: the new steps, in order. Later calls only append. A stop at `drawnUntil` is returned by the next call,
  ///   because a command at the same time may replace it.
  public mutating func draw(until moment: Duration) -> [Drive.Step] {
    var work = WorkBudget.unlimited
    return draw(until: moment, &work)
  }

  /// Draws at least until `moment`, or until the budget is spent: then `drawnUntil` is before `moment`, and the next
  /// call continues.
  public mutating func draw(until moment: Duration, _ work: inout WorkBudget) -> [Drive.Step] {
    drawPieces(until: moment, &work)
    return isFinished ? writer.takeSteps() : writer.takeFinalSteps()
  }

  /// Draws up to `moment`, or to the end of a tap that has begun by then.
  ///
  /// - Returns: the new steps, in order, with a stop at `drawnUntil`.
  public mutating func draw(upTo moment: Duration) -> [Drive.Step] {
    var work = WorkBudget.unlimited
    return draw(upTo: moment, &work)
  }

  /// Draws up to `moment`, or until the budget is spent: then `drawnUntil` is before `moment`, and the next call
  /// continues.
  public mutating func draw(upTo moment: Duration, _ work: inout WorkBudget) -> [Drive.Step] {
    // Rounded down, it would leave time for one more command before the moment, which the caller takes for done.
    let moment = moment.roundedUp
    drawPieces(until: moment, cut: moment.inMilliseconds, &work)
    return isFinished || writer.now >= moment ? writer.takeSteps() : writer.takeFinalSteps()
  }

  /// - Parameter cut: the time at which a vibration or a silence is divided, in milliseconds; infinity for no division.
  private mutating func drawPieces(until moment: Duration, cut: Double = .infinity, _ work: inout WorkBudget) {
    while !isFinished, writer.now < moment, !work.isSpent { try? drawNext(cut, &work) }
  }

  /// Continues from `drawnUntil` under changed controls.
  ///
  /// - Parameter score: the score of the rendition, with the changes of `Score.send`.
  public mutating func turn(to score: Score) {
    lookAhead.turn(to: score, from: now)
    guard var stroke else { return }
    stroke.passage.end = now
    stroke.due = -.infinity
    phase = .vibration(stroke)
  }

  var model: MotorModel { tapController.model }
  var amplitudes: AmplitudeRange { vibrationController.amplitudes }
  /// The time until which the score is drawn, in milliseconds of real time.
  var now: Double { writer.now.inMilliseconds }

  /// The stretch of vibration that is being drawn; nil outside a vibration.
  var stroke: Stroke? { if case .vibration(let stroke) = phase { stroke } else { nil } }
  /// The combined amplitude of the motors now.
  var amplitude: Double { writer.motors.amplitude(at: writer.now) }

  /// The look-ahead for events that a vibration must make way for, in milliseconds.
  private static let horizon = 250.0

  private mutating func drawNext(_ cut: Double, _ work: inout WorkBudget) throws(BudgetSpent) {
    // First, without reading ahead: the following taps then do not depend on the division into calls.
    if case .tap(let tap, let start) = phase { return place(tap, from: start, &work) }
    try lookAhead.look(from: now, to: now + Self.horizon, &work)
    work.spend(Self.stroke)
    if lookAhead.isOver && stroke == nil || writer.isFull {
      release(at: now, .silence)
      phase = .finished
    } else if let tap = lookAhead.taps.first, now >= tap.start - Self.grain {
      lookAhead.taps.removeFirst()
      draw(tap, &work)
    } else if let passage = lookAhead.passage(at: now), passage.strength > 0 {
      follow(passage, cut)
    } else if let remainder, remainder.end > now + Self.grain {
      follow(remainder, cut)
    } else {
      rest(until: lookAhead.passage(at: now)?.end ?? now, cut)
    }
  }

  /// The work of deciding on one command.
  private static let stroke = 60

  /// Half of the unit of the times of steps, in milliseconds.
  static let grain = 0.05

  private mutating func rest(until end: Double, _ cut: Double) {
    release(at: now, .silence)
    phase = .idle
    let tap = lookAhead.taps.first?.start ?? end
    let next = lookAhead.passages.isEmpty ? tap : min(end, tap)
    writer.advance(to: Duration(roundingMilliseconds: max(min(next, cut), now + 2 * Self.grain)))
  }

  /// Switches the motors off and ends the stretch of vibration.
  mutating func release(at moment: Double, _ decision: StepReason.Decision) {
    if stroke != nil { phase = .idle }
    guard writer.motors.level != .off else { return }
    writer.command(.off, at: Duration(roundingMilliseconds: moment))
    note(decision, strength: 0)
  }

  /// Records the reason of the step at the present time.
  mutating func note(_ decision: StepReason.Decision, strength: Double, tap: Int? = nil) {
    guard reasons != nil, writer.steps.last?.at == writer.now else { return }
    reasons?[writer.now] = StepReason(decision: decision, strength: strength, tap: tap)
  }
}
