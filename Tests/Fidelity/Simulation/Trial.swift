public import MotorRendering

/// The results of a pattern on an actuator, by the renderer and by the naive player.
public struct Trial: Sendable {
  public let chances: [Intention.Chance]
  public let ours: Figures
  public let naive: Figures

  /// Measures both players.
  ///
  /// - Parameters:
  ///   - ours: the renderer's drive for this actuator.
  ///   - naive: the naive player's drive.
  public init(
    _ intention: Intention, on actuator: Actuator, _ separability: Separability, ours: Drive, naive: Drive
  ) {
    // Both are measured for the same time: until the end of the pattern and of both drives.
    let last = max(ours.duration, naive.duration) / .milliseconds(1)
    let count = max(intention.felt.count, Intention.lead + Int(last) + Intention.tail)
    let meant = intention.padded(to: count)
    let chances = intention.chances(separability)
    func figures(_ drive: Drive) -> Figures {
      let felt = actuator.feel(drive, milliseconds: count - Intention.lead)
      return Figures(meant, Intention.silence + felt, chances)
    }
    self.chances = chances
    self.ours = figures(ours)
    self.naive = figures(naive)
  }
}

extension Intention {
  /// Returns the intention with silence appended, so that it is `count` milliseconds long.
  func padded(to count: Int) -> Intention {
    var longer = self
    longer.append(silence: max(count - felt.count, 0))
    return longer
  }
}
