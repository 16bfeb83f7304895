import HapticPatterns
import MotorRendering

/// A small pattern, an actuator, and a way to render the pattern, selected by an input.
struct Trial {
  let model: MotorModel
  /// The positions in the pattern at which it starts and is cut off.
  let start: Duration
  let end: Duration?
  let strength: Double
  let rate: Double
  /// The length of a piece.
  let piece: Duration
  /// The state of running motors at the start; nil for motors at rest.
  let motors: MotorSimulation?
  /// The changes of controls, one after each piece.
  let turns: [(Control, Double)]
  let pattern: Pattern

  init(_ input: [UInt8]) {
    var dice = Dice(input)
    model = dice.model()
    start = .microseconds(dice.number() * 16)
    end = dice.flag() ? start + .microseconds(dice.number() * 16) : nil
    strength = dice.share()
    rate = 0.1 + dice.share() * 4
    piece = .microseconds(500 + dice.number() * 4)
    motors = dice.motors(model)
    turns = (0..<dice.byte() % 3).map { _ in dice.turn() }
    pattern = dice.pattern()
  }

  var rendition: Rendition {
    Rendition(Score(pattern), on: model, from: start, to: end, strength: strength, rate: rate, motors: motors)
  }
}

// MARK: Decisions

extension Dice {
  /// Returns a preset, or a model with any properties that hardware data may have (`MotorModel.init(properties:)`).
  fileprivate mutating func model() -> MotorModel {
    let presets = MotorModel.presets.sorted { $0.key < $1.key }.map(\.value)
    let choice = Int(byte())
    if choice < 128 { return presets[choice % presets.count] }
    let ceiling = UInt16(max(number(), 1))
    return MotorModel(
      kind: .vibrator, strong: motor(), weak: flag() ? motor() : nil, isOnOff: flag(), deadband: share() * 0.9,
      shortestPulse: tenths(from: 1, to: 2500), minimumInterval: tenths(from: 0, to: 2500),
      floor: min(UInt16(number()), ceiling), ceiling: ceiling, equalBytes: flag(), playsWaves: flag(),
      isMeasured: flag())
  }

  private mutating func motor() -> Motor { Motor(rise: tenths(from: 1, to: 10_000), fall: tenths(from: 1, to: 10_000)) }

  /// Returns a duration in tenths of a millisecond.
  private mutating func tenths(from least: Int, to most: Int) -> Duration {
    .microseconds(100 * (least + number() % (most - least + 1)))
  }

  /// Returns motors that run at the start, or nil.
  fileprivate mutating func motors(_ model: MotorModel) -> MotorSimulation? {
    guard flag() else { return nil }
    var motors = MotorSimulation(model)
    let magnitude = model.isOnOff ? model.ceiling : UInt16(number())
    motors.set(magnitude == 0 ? .off : Level(strong: magnitude, weak: magnitude), at: .zero)
    return motors.rebased(to: .milliseconds(byte()))
  }

  /// Returns a haptic control with a value.
  fileprivate mutating func turn() -> (Control, Double) {
    let control = Control.allCases[Int(byte()) % 5]
    let range = control.range
    return (control, range.lowerBound + share() * (range.upperBound - range.lowerBound))
  }

  fileprivate mutating func pattern() -> Pattern {
    var events: [Event] = []
    var parameters: [DynamicParameter] = []
    var points: [Control: [ParameterCurve.Point]] = [:]
    while !isEmpty, events.count + parameters.count < Self.mostParts {
      let kind = byte()
      let time = Duration.microseconds(number() * 20)
      switch kind % 4 {
      case 0: events.append(event(.transient, time))
      case 1: events.append(event(.continuous(duration: .microseconds(number() * 10)), time))
      case 2:
        let (control, value) = turn()
        parameters.append(DynamicParameter(control, value, at: time))
      default:
        let (control, value) = turn()
        points[control, default: []].append(ParameterCurve.Point(at: time, value))
      }
    }
    let curves = points.sorted { $0.key.rawValue < $1.key.rawValue }.map { ParameterCurve($0.key, $0.value) }
    return Pattern(events, parameters: parameters, curves: curves)
  }

  /// The maximum number of parts; more would only take longer.
  private static let mostParts = 24

  private mutating func event(_ kind: Event.Kind, _ time: Duration) -> Event {
    let shape = byte()
    let isShaped = shape & 2 != 0
    let envelope =
      isShaped ? Envelope(attack: share(), decay: share(), release: share(), isSustained: shape & 1 == 0) : .standard
    return Event(kind, at: time, intensity: Intensity(share()), sharpness: Sharpness(share()), envelope: envelope)
  }
}
