internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// One run over a score, from a position in it.
struct Pass {
  var origin: Instant
  var position = Duration.zero
  /// The number of passes after this one; `UInt32.max` for a loop without end.
  var returns: UInt32
  /// The score with the sent controls, in the time of this pass.
  var score: Score

  /// The number of passes after the first one.
  static func returns(_ loop: Loop?) -> UInt32 { loop.map { $0.repeats ?? .max } ?? 0 }

  mutating func countReturn() { if returns > 0, returns < .max { returns -= 1 } }
}

/// How passes follow each other: the rate, and the end of the loop.
struct PassCourse {
  private(set) var rate = 1.0
  /// The requested end of the loop in the score; zero means the end of the score.
  private var wantedLoopEnd = Duration.zero

  init(rate: Double = 1, _ loop: Loop? = nil) {
    setRate(rate)
    setLoop(loop)
  }

  mutating func setRate(_ rate: Double) {
    self.rate = min(max(rate, Limits.rates.lowerBound), Limits.rates.upperBound)
  }

  mutating func setLoop(_ loop: Loop?) { wantedLoopEnd = loop?.end ?? .zero }

  /// The shortest pass of a loop, in real time and in the pattern's time. A shorter pass would be felt as one vibration,
  /// at the cost of many wakeups.
  static let shortestLoop = Duration.milliseconds(20)

  /// The end of the loop in the score, or nil for the last pass. A pass lasts at least `shortestLoop`, whatever the
  /// rate, and the end is at most `Event.latest`.
  func loopEnd(of pass: Pass) -> Duration? {
    if pass.returns == 0 { return nil }
    let wanted = wantedLoopEnd == .zero ? pass.score.duration : wantedLoopEnd
    return min(max(wanted, Self.shortestLoop * max(rate, 1)), Event.latest)
  }

  /// The start of the pass after this one, or nil if there is none.
  func end(of pass: Pass) -> Instant? {
    loopEnd(of: pass).map { pass.origin + ($0 - pass.position) / rate }
  }

  /// The pass after this one, or nil if there is none.
  func next(after pass: Pass) -> Pass? {
    guard let loopEnd = loopEnd(of: pass), let origin = end(of: pass) else { return nil }
    var next = Pass(origin: origin, returns: pass.returns, score: pass.score)
    next.countReturn()
    next.score.shiftSent(by: .zero - loopEnd)
    return next
  }

  /// The end of the last pass, or nil if it is beyond all times.
  func lastEnd(from pass: Pass) -> Instant? {
    var rest = pass.score.duration - pass.position
    if let loopEnd = loopEnd(of: pass) { rest += loopEnd * Int(pass.returns) }
    let end = pass.origin + max(rest, .zero) / rate
    return end < .distantFuture ? end : nil
  }

  /// The position for a requested one in a pass: beyond the end of a loop, the start.
  func allowed(_ position: Duration, in pass: Pass) -> Duration {
    let position = min(max(position, .zero), Event.latest)
    if let loopEnd = loopEnd(of: pass), position >= loopEnd { return .zero }
    return position
  }
}
