package import MotorRendering

/// Estimates the best possible result on an actuator for a player that knows the motor exactly: a search over drives.
///
/// The drive is divided into slots of 8 ms, two transfers of a gamepad, each with one of a few levels. Starting from
/// the drives of both players and from the empty drive, the search changes one slot after the other to the level with
/// the least error: the sum of squared differences between the felt and the intended strength over time, and over the
/// peaks of transients and vibrations, because both are measured. It ends when a pass over all slots finds little
/// improvement. The result is possible, but it is not a proven bound.
package enum BestDrive {
  /// Returns the strengths of the best drive, one per millisecond, starting `Intention.lead` before the pattern.
  package static func strength(_ intention: Intention, on actuator: Actuator, from starts: [Drive]) -> [Double] {
    let found = ([Drive.empty] + starts).map { start in
      var climber = Climber(intention, actuator, start)
      climber.climb()
      return climber
    }
    return found.min { $0.error < $1.error }?.strength ?? []
  }
}
