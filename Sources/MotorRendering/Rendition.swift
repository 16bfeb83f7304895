public import HapticPatterns

/// A score being drawn for one actuator, piece by piece, from a place in it and from motors as they are.
///
/// Times are real time since the rendition's start. What is drawn does not depend on how the pieces are cut, and costs
/// what is drawn, not what the score holds.
public struct Rendition: Sendable {
  let model: MotorModel
  let reach: Reach
  let striker: Striker
  let follower: Follower
  var outlook: Outlook
  var pen: DrivePen
  /// The stretch of vibration that is being drawn; nil in silence.
  var stroke: VibrationStroke?
  /// How far the motors vibrated when they were left alone last: what a following event must be told from.
  var top = 0.0
  /// When the silence that the outline is in began, in milliseconds; nil in a vibration.
  var silence: Double? = -.infinity
  /// How late, in milliseconds, the vibration is drawn for the sake of being told from what was before it.
  var lag = 0.0
  /// The end of what a tap keeps free of the vibration around it.
  var resume = 0.0
  /// The tap that was drawn last, if nothing was drawn since.
  var lastStrike: Strike?
  /// When the tap that was drawn last was meant.
  var lastTap = -Double.infinity
  /// The tap that is being placed; nil where none is.
  var placing: Placing?
  var hasLead = false
  /// Where a vibration or a silence is cut into pieces, in milliseconds; infinite where it need not be.
  var cut = Double.infinity
  /// From the first step to when the first stroke is felt as meant; zero until it is drawn.
  public internal(set) var lead = Duration.zero
  /// Nothing follows the steps that were returned, and the motors are off.
  public private(set) var isFinished = false

  /// - Parameters:
  ///   - position: where in the score it begins, in the score's time. What has begun before is drawn as far as it lasts.
  ///   - end: where the score is cut off, in its own time; nil plays it to its end.
  ///   - strength: scales what is felt, 0...1 (clamped): at one half everything feels half as strong, and what would be
  ///     too weak to feel is as weak as the actuator can be felt at all. At 0 there is nothing to draw.
  ///   - rate: seconds of the score in a real second; above 0, anything else counts as 1. Taps keep their length.
  ///   - motors: as they are at the start, their time zero; nil at rest. Where they run at a level that the score does not
  ///     want, the first step says so.
  public init(
    _ score: Score, on model: MotorModel, from position: Duration = .zero, to end: Duration? = nil,
    strength: Double = 1,
    rate: Double = 1, motors: MotorSimulation? = nil
  ) {
    let clock = ScoreClock(origin: max(position, .zero), rate: rate > 0 && rate.isFinite ? rate : 1)
    let strength = Intensity(strength).rawValue
    let last = strength > 0 ? end ?? .seconds(2 * 3600 + 2) : .zero
    self.model = model
    reach = Reach(model)
    striker = Striker(model)
    follower = Follower(model)
    let limit = end.map { Duration(roundingMilliseconds: max(clock.real($0), 0)) }
    pen = DrivePen(motors ?? MotorSimulation(model), limit: limit)
    outlook = Outlook(
      Outline(score, clock: clock, to: last, strength: strength),
      TapLine(score, clock: clock, to: last, strength: strength, lookback: Self.lookback))
    top = pen.motors.amplitude(at: .zero)
  }

  /// How far back, in milliseconds, a tap may have begun that a motor is still on its way to.
  private static let lookback = 200.0

  /// Steps before this moment are final.
  public var drawnUntil: Duration { pen.now }
  /// As they are at `drawnUntil`.
  public var motors: MotorSimulation { pen.motors }

  /// Draws at least until `moment`, or to the end.
  ///
  /// - Returns: the steps that are new, in order. No later call changes anything before them; a stop at the very end of
  ///   what was drawn comes with the next ones, as something may follow at the same moment that makes it needless.
  public mutating func draw(until moment: Duration) -> [Drive.Step] {
    var work = WorkBudget.unlimited
    return draw(until: moment, &work)
  }

  /// The same until the budget is spent: then `drawnUntil` is before `moment`, and the next call goes on.
  public mutating func draw(until moment: Duration, _ work: inout WorkBudget) -> [Drive.Step] {
    drawPieces(until: moment, &work)
    return isFinished ? pen.takeSteps() : pen.takeFinalSteps()
  }

  /// Draws no further than to `moment`, or to the end of a tap that has begun by then, every step of it.
  public mutating func draw(upTo moment: Duration) -> [Drive.Step] {
    var work = WorkBudget.unlimited
    return draw(upTo: moment, &work)
  }

  /// The same until the budget is spent: then `drawnUntil` is before `moment`, and the next call goes on.
  public mutating func draw(upTo moment: Duration, _ work: inout WorkBudget) -> [Drive.Step] {
    cut = moment.inMilliseconds
    defer { cut = .infinity }
    drawPieces(until: moment, &work)
    return isFinished || pen.now >= moment ? pen.takeSteps() : pen.takeFinalSteps()
  }

  private mutating func drawPieces(until moment: Duration, _ work: inout WorkBudget) {
    while !isFinished, pen.now < moment, !work.isSpent { drawNext(&work) }
  }

  /// Goes on from `drawnUntil` under other controls.
  ///
  /// - Parameter score: the one it was made with, but for what was sent (`Score.send`).
  public mutating func turn(to score: Score) {
    outlook.turn(to: score, from: now - lag)
    let end = now - lag
    stroke?.passage.end = end
  }

  /// Real time in milliseconds.
  var now: Double { pen.now.inMilliseconds }

  /// How far ahead, in milliseconds, is looked for what a vibration must make way for.
  private static let horizon = 250.0

  private mutating func drawNext(_ work: inout WorkBudget) {
    // Before anything is read: the same taps follow, wherever the slices are cut.
    if let placing { return place(placing.tap, from: placing.start, &work) }
    guard outlook.look(from: now - lag, to: now - lag + Self.horizon, &work) else { return }
    work.spend(Self.stroke)
    if outlook.isOver && stroke == nil || pen.isFull {
      release(at: now)
      isFinished = true
    } else if let tap = outlook.taps.first, now >= tap.start - Self.grain {
      draw(outlook.takeTap(), &work)
    } else if let passage = outlook.passage(at: now - lag), passage.strength > 0 {
      follow(passage)
    } else if let rest = stroke?.extended(to: model.shortestStroke, lag: lag), rest.end + lag > now + Self.grain {
      follow(rest)
    } else {
      rest(until: outlook.passage(at: now - lag).map { $0.end + lag } ?? now)
    }
  }

  /// The work of deciding on one command.
  private static let stroke = 60

  /// Half of what the steps of a drive are rounded to, in milliseconds.
  static let grain = 0.05

  private mutating func rest(until end: Double) {
    release(at: now)
    silence = silence ?? now
    lag = 0
    let next = outlook.passages.isEmpty ? outlook.taps.first?.start ?? end : min(end, outlook.taps.first?.start ?? end)
    pen.advance(to: Duration(roundingMilliseconds: max(min(next, cut), now + 2 * Self.grain)))
  }

  /// Leaves the motors alone.
  mutating func release(at moment: Double) {
    stroke = nil
    guard pen.motors.level != .off else { return }
    top = pen.motors.amplitude(at: Duration(roundingMilliseconds: moment))
    pen.command(.off, at: Duration(roundingMilliseconds: moment))
  }
}
