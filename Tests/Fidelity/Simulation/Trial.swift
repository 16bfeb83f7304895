public import MotorRendering

/// A pattern on an actuator, by the product and by the naive player.
public struct Trial: Sendable {
  public let chances: [Intention.Chance]
  public let ours: Figures
  public let naive: Figures

  /// - Parameters:
  ///   - ours: the product's drive for this actuator.
  ///   - naive: the naive player's drive.
  public init(
    _ intention: Intention, on actuator: Actuator, _ separability: Separability, ours: Drive, naive: Drive
  ) {
    // Both are looked at for equally long: as long as anything is meant or anybody drives.
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
  /// With silence after it, so that it is `count` milliseconds long.
  func padded(to count: Int) -> Intention {
    var longer = self
    longer.append(silence: max(count - felt.count, 0))
    return longer
  }
}
