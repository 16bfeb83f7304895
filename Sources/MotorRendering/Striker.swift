internal import Glibc

/// Taps to pushes, for one actuator: as strong as is meant by the skin's measure, which is what taps of any length can be
/// compared by.
struct Striker: Sendable {
  let model: MotorModel
  /// How long full drive may last, in milliseconds, before a tap becomes a buzz: until the motor is up, but not more
  /// than the 80 ms that phones with the slowest motors use for a press.
  let longest: Double
  /// From one to the next of the shortest pulses that are just told apart, in milliseconds.
  let stride: Double
  /// What taps are made of, strongest first. Two motors have three voices, which all cost slots: they make do with every
  /// second level, where lengths can make up for the rest.
  private let drives: [Double]
  /// How much longer a push lasts than the motor's figures say: halfway to the slowest unit of its type. A tap that is a
  /// little too strong is better than one that is missed. Springs are as quick as they are, and a shortest pulse that takes
  /// most of the rise was found by trying on this very device.
  private let slowness: Double
  /// The amplitude to which the shortest pulse brings motors at rest.
  private let speed: Double
  /// What is felt of the weakest push, or of the shortest one where there are no levels.
  private let least: Double
  /// What is felt of the longest push where there are no levels.
  private let most: Double

  init(_ model: MotorModel) {
    self.model = model
    let shortest = model.shortestStroke
    let motors = model.ensemble(.strong)
    longest = min(max(model.strong.rise.inMilliseconds, 20), max(80, shortest))
    let isSluggish = shortest > longest / 2
    let isCoarse = model.motorCount == 2 && !isSluggish
    drives = model.isOnOff ? [1] : isCoarse ? MotorModel.coarseDrives : MotorModel.drives
    speed = motors.amplitude(drive: 1, after: shortest)
    let valley = Separation.rest(beside: speed, motors.perception, isDense: true)
    stride =
      model.strong.coast(from: speed, to: valley) + model.ensemble(.strong, from: (valley, 0)).climb(to: speed)
    slowness = model.isFast || isSluggish ? 1 : (1 + Separation.reserve) / 2
    let weakest = model.isOnOff ? 1 : motors.drive(to: 3 * Perception.threshold, within: shortest)
    least = Self.felt(Push(drive: weakest, milliseconds: shortest), motors)
    most =
      model.isOnOff ? Self.felt(Push(drive: 1, milliseconds: max(longest / slowness, shortest + 1)), motors) : 1
  }

  // MARK: Strength

  /// What is to be felt of a tap.
  ///
  /// What is weaker than the weakest pulse that is felt becomes as good as that one, and keeps its order. Where strength
  /// can only be made by length, the shortest pulse may be stronger than is meant; then strengths are brought closer
  /// together, between that and the longest tap.
  func goal(of tap: Tap) -> Double {
    let meant = tap.felt
    guard model.isOnOff else { return Self.raised(meant, above: least, order: Self.order.graded) }
    let felt = Self.raised(meant, above: least, order: Self.order.switched)
    return min(felt, least + (most - least) * meant / Self.strongest)
  }

  private static func raised(_ strength: Double, above floor: Double, order: Double) -> Double {
    pow(pow(floor, order) + pow(strength, order), 1 / order)
  }

  /// The higher, the less a tap is changed that is stronger than the floor: those of a switched motor are mostly below.
  private static let order = (graded: 6.0, switched: 3.0)
  /// More is not meant of any tap, by the skin.
  private static let strongest = 0.8

  // MARK: Pushes

  /// What makes a tap on motors as they are, if another one follows: a little less where that lets them be told apart.
  ///
  /// `alone` is what makes it if nothing follows, where that is known.
  func push(_ motors: Ensemble, _ tap: Tap, before next: Tap?, alone: Push? = nil) -> Push {
    let goal = goal(of: tap)
    let push = alone ?? push(motors, to: goal, tap)
    guard let next, !isTold(push, motors, tap, next) else { return push }
    for part in Self.concessions where part >= tap.least {
      let weaker = self.push(motors, to: goal * part, tap)
      if isTold(weaker, motors, tap, next) { return weaker }
    }
    return push
  }

  /// What a tap may lose for the sake of being counted: up to one and a half just noticeable steps, but not its place
  /// before a weaker neighbour.
  private static let concessions = [0.87, 0.75]

  private func isTold(_ push: Push, _ motors: Ensemble, _ tap: Tap, _ next: Tap) -> Bool {
    let strike = Strike(start: tap.start, motors: motors, push: push)
    if Separation.isTold(strike, before: next.start) { return true }
    let rested = strike.motors(after: next.start - tap.start)
    let following = Strike(start: next.start, motors: rested, push: self.push(rested, to: goal(of: next), next))
    return Separation.isTold(strike, following)
  }

  /// The shortest push for motors as they are: what turns already needs less time to become as fast as the shortest pulse
  /// makes motors that are at rest.
  private func shortest(_ motors: Ensemble) -> Double {
    if motors.amplitude <= Perception.threshold { return model.shortestStroke }
    return max(min(model.shortestStroke, motors.climb(to: speed)), model.minimumInterval.inMilliseconds)
  }

  /// What brings motors to `goal`.
  ///
  /// The strongest level that does not get there too soon: a slow motor gets full drive until it is there, so that a light
  /// tap is a short full pulse, not a long weak one; a fast one is driven for about as long as is meant.
  func push(_ motors: Ensemble, to goal: Double, _ tap: Tap) -> Push {
    let shortest = shortest(motors)
    let drive = drive(motors, to: goal, shortest: shortest, preferred: preferred(tap, shortest))
    var length = min(length(motors, drive.level, goal, most: drive.most) * slowness, longest)
    // Where getting there takes longer than the tap is meant to last, a sharp one gives up half of the difference.
    if !model.isOnOff { length -= max(length - max(tap.length, shortest), 0) * tap.sharpness / 2 }
    return Push(drive: drive.level, milliseconds: max(length, shortest))
  }

  /// The strongest level that does not reach `goal` before the preferred time is over, if it reaches it at all; and the
  /// most that it makes felt.
  private func drive(_ motors: Ensemble, to goal: Double, shortest: Double, preferred: Double)
    -> (level: Double, most: Double)
  {
    func felt(_ drive: Double, _ milliseconds: Double) -> Double {
      Self.felt(Push(drive: drive, milliseconds: milliseconds), motors)
    }
    // From rest a push only gains by being longer.
    let isRested = motors.amplitude <= Perception.threshold && preferred <= longest
    // What a weaker level makes felt is less, whatever the motors do already. Slow motors mostly get the strongest.
    var (low, middle, high) = (0, 0, drives.count - 1)
    while low < high {
      if felt(drives[middle], preferred) <= goal || !isRested && felt(drives[middle], longest) < goal {
        high = middle
      } else {
        low = middle + 1
      }
      middle = (low + high) / 2
    }
    let most = felt(drives[low], longest)
    if most >= goal { return (drives[low], most) }
    // Neither reaches the goal: the stronger one beyond it, the weaker one not quite.
    let stronger = drives[max(low - 1, 0)]
    if felt(stronger, shortest) * most > goal * goal { return (drives[low], most) }
    return (stronger, felt(stronger, longest))
  }

  /// How long a push should last at least, in milliseconds, for a level to be chosen.
  ///
  /// A fast motor is driven for about as long as is meant, a slow one as briefly as it can be. Where its shortest pulse is
  /// longer than the sharpest tap, all are longer, and a dull one still longer than a sharp one.
  private func preferred(_ tap: Tap, _ shortest: Double) -> Double {
    if model.isFast { return max(tap.length * Self.swing, shortest) }
    let character = max(1 - Self.crispness * tap.sharpness, tap.length / Self.round)
    let least = max(shortest - Self.tolerance, shortest * 0.7)
    return min(shortest / slowness * character, least + max(shortest - Self.crispest, 0))
  }

  /// The part of a tap's length for which a fast motor is driven; for the rest it swings out.
  private static let swing = 0.4
  /// A pulse that would have to be so many milliseconds shorter than the shortest one overshoots its goal by less than a
  /// hand can tell, and stays at its level.
  private static let tolerance = 2.4
  /// What the sharpest taps are shorter by than others. A level is 30 % stronger than the next one, so that half of that
  /// is the rounding of lengths already.
  private static let crispness = 0.16
  /// Taps that are meant to last longer than so many milliseconds are longer than the shortest pulse: the duller third.
  private static let round = 26.0
  /// The sharpest tap is meant to last so many milliseconds.
  private static let crispest = 12.0

  /// How long `drive` takes to make `goal` felt, in milliseconds; the longest tap where it does not.
  private func length(_ motors: Ensemble, _ drive: Double, _ goal: Double, most: Double) -> Double {
    func miss(_ milliseconds: Double) -> Double {
      Self.felt(Push(drive: drive, milliseconds: milliseconds), motors) - goal
    }
    var (low, high) = ((moment: 0.0, miss: miss(0)), (moment: longest, miss: most - goal))
    if low.miss >= 0 { return 0 }
    if high.miss <= 0 { return longest }
    // The rise is concave: the chord meets the goal late, so that the high end closes in by itself.
    while high.moment - low.moment > 0.1 {
      let chord = low.moment + (high.moment - low.moment) * low.miss / (low.miss - high.miss)
      let middle = min(max(chord, low.moment + 0.05), high.moment - 0.05)
      let found = miss(middle)
      if abs(found) < goal * Self.precision { return middle }
      if found < 0 { low = (middle, found) } else { high = (middle, found) }
    }
    return high.moment
  }

  /// Far below what a hand can tell: on a slow switched motor all taps are within a fiftieth of each other, in order.
  private static let precision = 0.0002

  private static func felt(_ push: Push, _ motors: Ensemble) -> Double { Strike(motors: motors, push: push).felt }
}
