internal import Glibc

/// Computes pushes for taps on one actuator. The measure is the felt strength after the skin's integration, which makes
/// taps of different lengths comparable.
struct TapController: Sendable {
  let model: MotorModel
  /// The longest push, in milliseconds, beyond which a tap becomes a buzz: the rise of the motor within the limits of a
  /// click and a press.
  let longest: Double
  /// The interval between two usual pulses that are just felt as two, in milliseconds.
  let stride: Double
  /// The drives of taps, strongest first. Two motors have three selections that all use slots: they use every second
  /// level, and the length of a push corrects the difference.
  private let drives: [Double]
  /// The lengths of the shortest pushes from rest that are felt on every unit, by selection, in milliseconds.
  private let floors: [Double]
  /// The amplitude that the shortest pulse reaches from rest.
  private let speed: Double
  /// The felt strength of the weakest push, or of the shortest push on a motor without levels.
  let least: Double
  /// The felt strength of a tap of full intensity: the intended one; on an eccentric mass the intended one and the
  /// weakest one together, so that taps of all intensities have room above the weakest.
  private let full: Double

  init(_ model: MotorModel) {
    self.model = model
    floors = model.selections.map { model.feltStroke($0) }
    let shortest = floors[MotorSelection.strong.rawValue]
    let motors = model.group(.strong)
    longest = min(max(model.strong.rise.inMilliseconds, Constants.crisp), max(Constants.longestStroke, shortest))
    let isSluggish = model.shortestStroke > longest / 2
    let isCoarse = model.motorCount == 2 && !isSluggish
    drives = model.isOnOff ? [1] : isCoarse ? MotorModel.coarseDrives : MotorModel.drives
    speed = motors.amplitude(drive: 1, after: shortest)
    // A tap of half of the full intensity is a noticeably longer push than the shortest one.
    let usual = motors.amplitude(drive: 1, after: shortest * Perception.noticeable)
    let valley = motors.perception.rest(beside: usual)
    stride =
      model.strong.coast(from: usual, to: valley) + model.group(.strong, from: (valley, 0)).climb(to: usual)
    let feltDrives = zip(model.selections, floors).map { model.feltDrive($0, milliseconds: $1) }
    let weakest = model.isOnOff ? 1 : feltDrives.max() ?? 1
    least = Self.felt(motors, weakest, shortest)
    let most = Self.felt(motors, 1, max(longest, shortest + 2))
    let above = model.strong.isSpring ? 0 : least
    full = max(min((above * above + Tap.feltShare * Tap.feltShare).squareRoot(), most), least)
  }

  // MARK: Strength

  /// Returns the felt strength to render a tap with: the intended one, but at least that of its place between the weakest
  /// and the strongest tap.
  ///
  /// Loudness is logarithmic, so that equal steps of intensity are equal steps of loudness where the motor cannot
  /// render the intended strengths.
  func goal(of tap: Tap) -> Double {
    max(min(tap.strength * Tap.feltShare, full), least * pow(full / least, tap.strength))
  }

  // MARK: Pushes

  /// Returns the shortest push for motors in their present state. Moving motors need less time to reach the amplitude
  /// that the shortest pulse reaches from rest.
  ///
  /// A unit that falls faster has less of the amplitude left, and may be at rest.
  private func shortest(_ motors: MotorGroup) -> Double {
    let floor = floors[motors.selection.rawValue]
    let left = motors.amplitude - Constants.spread * max(speed - motors.amplitude, 0)
    if left <= motors.perception.threshold { return floor }
    return max(min(floor, motors.faded(to: left).climb(to: speed)), model.minimumInterval.inMilliseconds)
  }

  /// The length of the shortest push from rest that is felt on every unit, in milliseconds, for one or both motors.
  var shortestFelt: Double { floors.max() ?? model.shortestStroke }

  /// Returns the push for a tap on motors in their present state.
  ///
  /// Uses the strongest level that does not reach the tap's felt strength too early. A slow motor gets full drive until it
  /// reaches the goal: a light tap is a short full pulse, not a long weak one. A fast motor is driven for about the intended
  /// length.
  func push(_ motors: MotorGroup, _ tap: Tap) -> Push {
    let goal = goal(of: tap)
    let shortest = shortest(motors)
    let preferred = model.isFast ? max(tap.length * Constants.body, shortest) : max(shortest - Skin.grain, 0)
    let drive = drive(motors, to: goal, shortest: shortest, preferred: preferred)
    var length = min(length(motors, drive.level, goal, most: drive.most), longest)
    if !model.isFast { length *= pow(Self.roundness, 1 - 2 * tap.sharpness) }
    let push = Push(drive: drive.level, milliseconds: max(length, shortest))
    return model.weak == nil ? push : whole(push, motors, to: goal)
  }

  /// The ratio by which the dullest taps of a slow motor are longer than others, and the sharpest shorter.
  private static let roundness = pow(Perception.noticeable, Constants.unnoticed)

  /// Returns a push that lasts whole transfers to the device, with the drive that reaches `goal` in this time.
  ///
  /// A gamepad applies a command at its next transfer, so that a length between two transfers becomes one of both.
  private func whole(_ push: Push, _ motors: MotorGroup, to goal: Double) -> Push {
    let transfer = model.minimumInterval.inMilliseconds / 2
    guard transfer > 0 else { return push }
    let length = (push.milliseconds / transfer - Constants.rounding).rounded(.up) * transfer
    var (low, high) = (0, MotorModel.fineDrives.count - 1)
    while low < high {
      let middle = (low + high) / 2
      let felt = Self.felt(motors, push.drive * MotorModel.fineDrives[middle], length)
      if felt <= goal { high = middle } else { low = middle + 1 }
    }
    return Push(drive: push.drive * MotorModel.fineDrives[low], milliseconds: length)
  }

  /// Returns the strongest level that reaches `goal`, but not before the preferred time, and the highest felt strength
  /// of that level.
  ///
  /// A fast motor is driven for about the intended length, a slow one as briefly as possible. Lengths that differ by less
  /// than the grain of the skin count as equal, and keep the stronger level.
  private func drive(_ motors: MotorGroup, to goal: Double, shortest: Double, preferred: Double)
    -> (level: Double, most: Double)
  {
    func felt(_ drive: Double, _ milliseconds: Double) -> Double { Self.felt(motors, drive, milliseconds) }
    // From rest, a longer push always increases the felt strength.
    let isRested = !motors.isFelt && preferred <= longest
    // A weaker level never increases the felt strength, in any state of the motors. Slow motors usually get the
    // strongest.
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
    let stronger = drives[max(low - 1, 0)]
    // If the stronger level exceeds the goal and the weaker one misses it, take the nearer one, unless it is noticeably
    // weaker than the weakest push that is felt.
    if most >= goal || most * Perception.noticeable >= least && felt(stronger, shortest) * most > goal * goal {
      return (drives[low], most)
    }
    return (stronger, felt(stronger, longest))
  }

  /// Returns the length of a push with `drive` that reaches the felt strength `goal`, in milliseconds; `longest` if it
  /// never does.
  private func length(_ motors: MotorGroup, _ drive: Double, _ goal: Double, most: Double) -> Double {
    func miss(_ milliseconds: Double) -> Double { Self.felt(motors, drive, milliseconds) - goal }
    var (low, high) = ((moment: 0.0, miss: miss(0)), (moment: longest, miss: most - goal))
    if low.miss >= 0 { return 0 }
    if high.miss <= 0 { return longest }
    // The rise is concave: the chord reaches the goal late, so that the upper bound converges by itself.
    while high.moment - low.moment > 0.1 {
      let chord = low.moment + (high.moment - low.moment) * low.miss / (low.miss - high.miss)
      let middle = min(max(chord, low.moment + 0.05), high.moment - 0.05)
      let found = miss(middle)
      if abs(found) < goal * Self.precision { return middle }
      if found < 0 { low = (middle, found) } else { high = (middle, found) }
    }
    return high.moment
  }

  /// The relative error of lengths, far below the just noticeable difference. On a slow switched motor all taps are
  /// within 2 % of each other, and must keep their order.
  private static let precision = 0.0002

  private static func felt(_ motors: MotorGroup, _ drive: Double, _ milliseconds: Double) -> Double {
    TapPush(motors: motors, push: Push(drive: drive, milliseconds: milliseconds)).felt
  }
}
