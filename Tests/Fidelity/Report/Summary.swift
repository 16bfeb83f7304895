internal import FidelitySimulation

/// The figures of all files on one actuator.
struct Summary {
  /// One figure of both players.
  struct Row {
    var name: String
    var ours: Double
    var naive: Double
    /// Nil if the only target is the figure of the naive player.
    var target: Double?
    var isShare = false
    var isLessBetter = false

    /// Whether the figure is better than that of the naive player. Two perfect figures count as better.
    var isBetter: Bool { isLessBetter ? ours < naive : ours > naive || ours == 1 }
    /// Whether the figure is better than that of the naive player, and on target.
    var isMet: Bool { isBetter && (target.map { ours >= $0 } ?? true) }
  }

  let actuator: Actuator
  let files: Int
  /// The numbers of transients by their chance on this actuator.
  let possible: Int
  let notMeant: Int
  let excludedByTaps: Int
  let excludedByVibration: Int
  let rows: [Row]

  static let feltTarget = 0.95
  static let correlationTarget = 0.9

  init(_ actuator: Actuator, _ trials: [Trial]) {
    self.actuator = actuator
    files = trials.count
    func count(_ chance: Intention.Chance) -> Int { trials.reduce(0) { $0 + $1.chances.count { $0 == chance } } }
    possible = count(.possible)
    notMeant = count(.notMeant)
    excludedByTaps = count(.tap)
    excludedByVibration = count(.vibration)
    func share(_ player: KeyPath<Trial, Figures>) -> Double {
      let possible = trials.reduce(0) { $0 + $1[keyPath: player].possible }
      return possible == 0 ? 1 : Double(trials.reduce(0) { $0 + $1[keyPath: player].felt }) / Double(possible)
    }
    func mean(_ figure: (Trial) -> Double) -> Double { trials.reduce(0) { $0 + figure($1) } / Double(trials.count) }
    rows = [
      Row(
        name: "transients felt apart", ours: share(\.ours), naive: share(\.naive), target: Self.feltTarget,
        isShare: true),
      Row(
        name: "envelope correlation", ours: mean { $0.ours.correlation }, naive: mean { $0.naive.correlation },
        target: actuator.isGraded ? Self.correlationTarget : nil),
      Row(
        name: "peak error", ours: mean { $0.ours.peakError }, naive: mean { $0.naive.peakError }, isLessBetter: true),
    ]
  }
}
