internal import HapticPatterns
internal import Glibc

/// Taps to pushes, for one actuator.
struct Striker: Sendable {
  let model: MotorModel
  /// How long full drive may last, in milliseconds, before a tap becomes a buzz: until the motor is up, but not more
  /// than the 80 ms that phones with the slowest motors use for a press.
  let longest: Double
  /// The least that a push can do where strength cannot be made by levels.
  private let least: Double
  /// And the most, in the longest time that is still a tap.
  private let most: Double

  init(_ model: MotorModel) {
    self.model = model
    longest = min(max(model.strong.rise.inMilliseconds, 20), max(80, model.shortestPulse.inMilliseconds))
    least = Self.felt(Push(drive: 1, milliseconds: model.shortestStroke), model.ensemble(.strong))
    most = Self.felt(Push(drive: 1, milliseconds: max(longest, model.shortestStroke + 1)), model.ensemble(.strong))
  }

  /// What is to be felt of a tap, by the skin.
  func goal(of tap: Tap) -> Double {
    let meant = max(tap.strength * Skin.peak(ofTap: tap.length) * (model.isFast ? 1 : Self.swing), Self.weakest)
    guard model.isOnOff else { return meant }
    let felt = pow(pow(least, Self.order) + pow(meant, Self.order), 1 / Self.order)
    return min(felt, least + (most - least) * meant / Self.strongest)
  }

  /// The most that is meant of any tap, by the skin.
  private static let strongest = 0.8
  private static let weakest = 0.1
  /// What swings on for longer than the skin's window is felt for longer, and so a little stronger: the skin sums up over
  /// some 200 ms (Verrillo 1965).
  private static let swing = 1.05
  private static let order = 3.0

  /// What makes a tap on motors as they are, if another one follows.
  func push(_ motors: Ensemble, _ tap: Tap, before next: Tap?) -> Push {
    let goal = goal(of: tap)
    let push = push(motors, to: goal, tap)
    guard let next, !isTold(push, motors, tap, next) else { return push }
    for part in [1 - (1 - Self.concession) / 2, Self.concession] {
      let weaker = self.push(motors, to: goal * part, tap)
      if isTold(weaker, motors, tap, next) { return weaker }
    }
    return push
  }

  private func isTold(_ push: Push, _ motors: Ensemble, _ tap: Tap, _ next: Tap) -> Bool {
    let strike = Strike(start: tap.start, motors: motors, push: push)
    let rested = strike.motors(after: next.start - tap.start)
    let following = Strike(start: next.start, motors: rested, push: self.push(rested, to: goal(of: next), next))
    return strike.valley(before: following) <= Separation.gap.shallow
  }

  /// What brings motors to `goal`, by the skin.
  func push(_ motors: Ensemble, to goal: Double, _ tap: Tap) -> Push {
    let preferred = model.isFast ? max(tap.length * 0.4, model.shortestStroke) : model.shortestStroke * Self.tolerance
    var push = Push(drive: 1, milliseconds: longest)
    for drive in model.isOnOff ? [1] : model.isFast ? MotorModel.drives : MotorModel.coarseDrives {
      guard let length = length(motors, drive, goal) else { break }
      push = Push(drive: drive, milliseconds: length)
      if length >= preferred { break }
    }
    if push.milliseconds < preferred, !model.isOnOff { push = shortest(motors, goal) }
    push.milliseconds = max(push.milliseconds, model.shortestStroke)
    return push
  }

  /// The shortest stroke at the weakest level that will do.
  private func shortest(_ motors: Ensemble, _ goal: Double) -> Push {
    let pushes = MotorModel.drives.lazy.map { Push(drive: $0, milliseconds: model.shortestStroke) }
    return pushes.last { Self.felt($0, motors) >= goal } ?? Push(drive: 1, milliseconds: model.shortestStroke)
  }

  /// A pulse that would have to be so much shorter than the shortest one overshoots its goal by less than a hand can
  /// tell, and stays at its level.
  private static let tolerance = 0.8

  /// What a dense train may lose of its strength, for the sake of being counted: one and a half just noticeable steps.
  private static let concession = 0.75
  private func length(_ motors: Ensemble, _ drive: Double, _ goal: Double) -> Double? {
    guard Self.felt(Push(drive: drive, milliseconds: longest), motors) >= goal else { return nil }
    var (low, high) = (0.0, longest)
    for _ in 0..<9 {
      let middle = (low + high) / 2
      if Self.felt(Push(drive: drive, milliseconds: middle), motors) >= goal { high = middle } else { low = middle }
    }
    return high
  }

  /// What the skin feels of a push.
  static func felt(_ push: Push, _ motors: Ensemble) -> Double { Strike(start: 0, motors: motors, push: push).felt }
}
