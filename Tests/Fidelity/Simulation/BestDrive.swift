public import MotorRendering

/// How well a pattern could be felt on an actuator if somebody knew the motor exactly: a search over drives.
///
/// The drive is cut into slots of 8 ms, two transfers of a pad, each with one of a few levels. From the drives of both
/// players and from none the search changes one slot after the other to the level that brings what is felt closest to
/// what is meant: the sum of squared differences over time, and over the peaks of transients and vibrations, since both
/// are measured. It ends when a pass over all slots finds little. That proves no bound: what it finds is possible, and
/// nobody should expect much more.
public enum BestDrive {
  /// The strengths that are felt of the best drive found, per millisecond from `Intention.lead` before the pattern on.
  public static func strength(_ intention: Intention, on actuator: Actuator, from starts: [Drive]) -> [Double] {
    let found = ([Drive.empty] + starts).map { start in
      var climber = Climber(intention, actuator, start)
      climber.climb()
      return climber
    }
    return found.min { $0.error < $1.error }?.strength ?? []
  }
}
