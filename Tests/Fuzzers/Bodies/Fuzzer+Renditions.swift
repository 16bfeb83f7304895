import HapticPatterns
import MotorModel

extension Fuzzer {
  /// Any small pattern on any motor, from anywhere in it, cut into pieces, turned on the way.
  static let renditions = Fuzzer("renditions") { (input) throws(Flaw) in
    var dice = Dice(input)
    let model = motor(&dice)
    let start = Duration.microseconds(dice.number() * 16)
    let end = dice.flag() ? start + .microseconds(dice.number() * 16) : nil
    let (strength, rate, piece) = (dice.share(), 0.1 + dice.share() * 4, Duration.microseconds(500 + dice.number() * 4))
    let running = moving(model, &dice)
    let turns = (0..<Int(dice.byte() % 3)).map { _ in turn(&dice) }
    let score = Score(pattern(&dice))
    let rendition = Rendition(
      score, on: model, from: start, to: end, strength: strength, rate: rate, motors: running)
    let whole = try drawn(rendition, model, in: .seconds(60))
    try requireEqual(try drawn(rendition, model, in: piece), whole, "drawn in pieces of \(piece)")
    if let end {
      let cut = (end - start) / rate + .microseconds(100)
      try require(whole.allSatisfy { $0.at <= cut }, "\(whole) beyond \(cut)")
    }
    if !turns.isEmpty { try checkTurned(rendition, score, turns, model, piece) }
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

  /// Between its pieces, controls are turned.
  private static func checkTurned(
    _ rendition: Rendition, _ score: Score, _ turns: [(Control, Double)], _ model: MotorModel, _ piece: Duration
  ) throws(Flaw) {
    var (rendition, score) = (rendition, score)
    let level = rendition.motors.level
    var steps: [Drive.Step] = []
    for (index, (control, value)) in turns.enumerated() {
      steps += rendition.draw(upTo: piece * (index + 1))
      score.send(control, [ParameterCurve.Point(at: .zero, value)], at: piece * index)
      rendition.turn(to: score)
    }
    steps += rendition.draw(until: .seconds(600))
    try require(rendition.isFinished, "no end after turning")
    try check(steps, after: level, on: model)
  }

  // MARK: Decisions

  /// Motors and habits of devices as hardware data may describe them.
  private static func motor(_ dice: inout Dice) -> MotorModel {
    let presets = MotorModel.presets.sorted { $0.key < $1.key }.map(\.value)
    let choice = Int(dice.byte())
    if choice < 128 { return presets[choice % presets.count] }
    return MotorModel(
      kind: .vibrator, strong: speeds(&dice), weak: dice.flag() ? speeds(&dice) : nil, isOnOff: dice.flag(),
      deadband: dice.share() * 0.9, shortestPulse: .milliseconds(dice.byte() % 101),
      minimumInterval: .milliseconds(dice.byte() % 65), floor: UInt16(dice.number() % 0x2000),
      ceiling: UInt16(0x2000 + dice.number() % 0xe000), equalBytes: dice.flag(), playsWaves: dice.flag())
  }

  private static func speeds(_ dice: inout Dice) -> Motor {
    Motor(rise: .milliseconds(1 + Int(dice.byte())), fall: .milliseconds(1 + Int(dice.byte())))
  }

  /// Motors that run at the start, or nil.
  private static func moving(_ model: MotorModel, _ dice: inout Dice) -> MotorSimulation? {
    guard dice.flag() else { return nil }
    var motors = MotorSimulation(model)
    let magnitude = model.isOnOff ? model.ceiling : UInt16(dice.number())
    motors.set(magnitude == 0 ? .off : Level(strong: magnitude, weak: magnitude), at: .zero)
    return motors.rebased(to: .milliseconds(dice.byte()))
  }

  private static func turn(_ dice: inout Dice) -> (Control, Double) {
    let control = Control.allCases[Int(dice.byte()) % 5]
    let range = control.range
    return (control, range.lowerBound + dice.share() * (range.upperBound - range.lowerBound))
  }

  private static func pattern(_ dice: inout Dice) -> Pattern {
    var events: [Event] = []
    var parameters: [DynamicParameter] = []
    var points: [Control: [ParameterCurve.Point]] = [:]
    while !dice.isEmpty, events.count + parameters.count + points.count < 24 {
      let kind = dice.byte()
      let time = Duration.microseconds(dice.number() * 20)
      switch kind % 4 {
      case 0: events.append(event(.transient, time, &dice))
      case 1: events.append(event(.continuous(duration: .microseconds(dice.number() * 10)), time, &dice))
      case 2:
        let (control, value) = turn(&dice)
        parameters.append(DynamicParameter(control, value, at: time))
      default:
        let (control, value) = turn(&dice)
        points[control, default: []].append(ParameterCurve.Point(at: time, value))
      }
    }
    return Pattern(events, parameters: parameters, curves: points.map { ParameterCurve($0.key, $0.value) })
  }

  private static func event(_ kind: Event.Kind, _ time: Duration, _ dice: inout Dice) -> Event {
    let shape = dice.byte()
    let envelope =
      shape & 2 == 0
      ? Envelope.standard
      : Envelope(attack: dice.share(), decay: dice.share(), release: dice.share(), isSustained: shape & 1 == 0)
    return Event(
      kind, at: time, intensity: Intensity(dice.share()), sharpness: Sharpness(dice.share()), envelope: envelope)
  }
}
