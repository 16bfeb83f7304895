internal import HapticPatterns

/// Taps to pushes, for one actuator.
struct Striker: Sendable {
  let model: MotorModel
  let reach: Reach

  /// What makes a tap of amplitude `goal` that is meant to last `meant` milliseconds.
  ///
  /// A fast motor is driven as long as the tap is meant to last, at the level that brings it to its goal by then. A
  /// slow one gets full drive until it is there: a light tap is a short full pulse, not a long weak one. Motors that
  /// vibrate as much already are kept at it.
  func push(_ motors: Ensemble, to goal: Double, meant: Double, sharpness: Double) -> Push {
    if motors.amplitude >= goal {
      return Push(drive: model.quantised(motors.steadyDrive(at: goal)), milliseconds: model.shortestStroke)
    }
    return model.isFast ? follow(motors, to: goal, for: meant) : strike(motors, to: goal, meant, sharpness)
  }

  private func follow(_ motors: Ensemble, to goal: Double, for milliseconds: Double) -> Push {
    let length = max(milliseconds, model.shortestStroke)
    // Not below what keeps the goal: motors still in motion would otherwise hardly be pushed at all.
    let drive = max(motors.drive(to: goal, within: length), motors.steadyDrive(at: goal))
    return Push(drive: model.quantised(drive), milliseconds: length)
  }

  /// Where full drive would reach the goal sooner than the shortest felt pulse takes, a weaker level makes the pulse
  /// long enough. The length then puts the peak right, so that every second level will do.
  ///
  /// Where getting there takes longer than the tap is meant to last, a sharp one gives up half of the difference.
  private func strike(_ motors: Ensemble, to goal: Double, _ meant: Double, _ sharpness: Double) -> Push {
    let shortest = model.shortestStroke
    var push = Push(drive: 1, milliseconds: motors.climb(to: goal))
    for drive in model.isOnOff ? [] : MotorModel.coarseDrives {
      let needed = motors.climb(to: goal, drive: drive)
      if needed > reach.longestTap { break }
      push = Push(drive: drive, milliseconds: needed)
      if needed >= shortest * Self.tolerance { break }
    }
    push.milliseconds -= max(push.milliseconds - max(meant, shortest), 0) * sharpness / 2
    push.milliseconds = max(push.milliseconds, shortest)
    return push
  }

  /// A pulse that would have to be so much shorter than the shortest one overshoots its goal by less than a hand can
  /// tell, and stays at its level.
  private static let tolerance = 0.7
}
