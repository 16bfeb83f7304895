package import MotorRendering

/// The results of a pattern on one device: of the renderer, and of players that know nothing about motors.
package struct Trial: Sendable {
  /// The figures of all players by one notion of strength.
  package struct Judgement: Sendable {
    package let notion: Notion
    package let ours: Figures
    /// The figures of the naive players, in the order of their drives.
    package let naive: [Figures]
  }

  package let chances: [Intention.Chance]
  package let judgements: [Judgement]

  /// Measures all players by both notions of strength.
  ///
  /// - Parameters:
  ///   - separability: that of the type of the device.
  ///   - ours: the renderer's drive for this actuator.
  ///   - naive: the drives of the naive players.
  package init(
    _ intention: Intention, on actuator: Actuator, _ separability: Separability, ours: Drive, naive: [Drive]
  ) {
    // All are measured for the same time: until the end of the pattern and of all drives.
    let drives = [ours] + naive
    let last = min(drives.map { $0.duration / .milliseconds(1) }.max() ?? 0, Double(Intention.longest))
    let count = max(intention.felt.count, Intention.lead + Int(last) + Intention.tail)
    let meant = intention.padded(to: count)
    let chances = intention.chances(separability)
    let silence = [Shake](repeating: Shake(velocity: 0, acceleration: 0), count: Intention.lead)
    let shakes = drives.map { silence + actuator.shake($0, milliseconds: count - Intention.lead) }
    self.chances = chances
    judgements = Notion.allCases.map { notion in
      let actuator = actuator.judged(by: notion)
      let figures = shakes.map { Figures(meant, $0, on: actuator, chances) }
      return Judgement(notion: notion, ours: figures[0], naive: Array(figures.dropFirst()))
    }
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
