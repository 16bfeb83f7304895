import HapticPatterns
import MotorRendering

extension Fuzzer {
  /// Any small pattern on any motor, from any position, in pieces, with controls changed in between.
  static let renditions = Fuzzer("renditions") { (input) throws(Flaw) in
    let trial = Trial(input)
    do throws(Flaw) {
      try check(trial)
    } catch {
      throw Flaw("\(error)\n\(trial)")
    }
  }

  private static func check(_ trial: Trial) throws(Flaw) {
    let rendition = trial.rendition
    let whole = try drawn(rendition, trial.model, in: .seconds(60))
    try requireEqual(try drawn(rendition, trial.model, in: trial.piece), whole, "drawn in pieces")
    if let end = trial.end {
      let cut = (end - trial.start) / trial.rate + .microseconds(100)
      try require(whole.allSatisfy { $0.at <= cut }, "\(whole) beyond \(cut)")
    }
    if !trial.turns.isEmpty { try checkTurned(trial) }
  }

  // MARK: Drawing

  private static func drawn(
    _ rendition: Rendition, _ model: MotorModel, in piece: Duration
  ) throws(Flaw) -> [Drive.Step] {
    var rendition = rendition
    var steps: [Drive.Step] = []
    let level = rendition.motors.level
    var moment = Duration.zero
    while !rendition.isFinished {
      moment += piece
      try require(moment < .seconds(600), "no end")
      let new = rendition.draw(until: moment)
      try require(rendition.isFinished || rendition.drawnUntil >= moment, "no progress at \(moment)")
      steps += new
    }
    try check(steps, after: level, on: model)
    try requireEqual(rendition.motors.level, .off, "the motors at the end")
    return steps
  }

  private static func check(_ steps: [Drive.Step], after level: Level, on model: MotorModel) throws(Flaw) {
    try requireEqual(steps.last?.level ?? level, .off, "the last level")
    var last: Drive.Step?
    for step in steps {
      try require(step.at >= .zero && step.level != last?.level ?? level, "\(step) after \(last?.level ?? level)")
      if let last {
        try require(step.at > last.at && step.at - last.at >= model.minimumInterval, "\(last), and too soon \(step)")
      }
      last = step
    }
  }

  /// Checks a rendition with controls that change between pieces.
  private static func checkTurned(_ trial: Trial) throws(Flaw) {
    var (rendition, score) = (trial.rendition, Score(trial.pattern))
    let level = rendition.motors.level
    var steps: [Drive.Step] = []
    for (index, (control, value)) in trial.turns.enumerated() {
      steps += rendition.draw(upTo: trial.piece * (index + 1))
      score.send(control, [ParameterCurve.Point(at: .zero, value)], at: trial.piece * index)
      rendition.turn(to: score)
    }
    steps += rendition.draw(until: .seconds(600))
    try require(rendition.isFinished, "no end after turning")
    try check(steps, after: level, on: trial.model)
  }
}
