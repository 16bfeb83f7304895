internal import FidelitySimulation
internal import Foundation
internal import HapticPatterns
internal import MotorRendering

/// Whether the renderer is right about what becomes of taps, on one nominal motor.
struct FateAccuracy {
  /// The number of taps, and of those that the simulated hand feels as pulses of their own.
  struct Count {
    var all = 0
    var felt = 0

    mutating func add(_ isFelt: Bool) {
      all += 1
      if isFelt { felt += 1 }
    }
  }

  let actuator: Actuator
  /// The taps that are called felt apart, and the others, by notion.
  private(set) var apart = [Count](repeating: Count(), count: Notion.allCases.count)
  private(set) var others = [Count](repeating: Count(), count: Notion.allCases.count)

  init(_ patterns: [Corpus.Entry], on actuator: Actuator) {
    self.actuator = actuator
    let model = MotorModel.presets[actuator.preset]!
    let separability = Separability(actuator)
    for entry in patterns {
      let intention = Intention(entry.pattern)
      guard !intention.taps.isEmpty else { continue }
      let (drive, record) = model.recordedDrive(for: entry.pattern)
      let trial = Trial(intention, on: actuator, separability, ours: drive, naive: [])
      let apart = Self.moments(entry.pattern, record)
      for (notion, judgement) in trial.judgements.enumerated() {
        for (tap, isFelt) in zip(intention.taps, judgement.ours.isFelt) {
          if apart.contains(tap.start) {
            self.apart[notion].add(isFelt)
          } else {
            others[notion].add(isFelt)
          }
        }
      }
    }
  }

  /// The times of the taps that are called felt apart, in milliseconds of the intention.
  private static func moments(_ pattern: Pattern, _ record: RenditionRecord) -> Set<Int> {
    let apart = record.fates.filter { $0.value == .apart }.keys
    return Set(apart.map { Intention.lead + Int((pattern.events[$0].time / .milliseconds(1)).rounded()) })
  }

  static let head = [
    "", "### What the renderer says of taps", "",
    "Generated patterns; by velocity / by acceleration.", "",
    "| motor | called felt apart | of them felt apart | called merged or lost | of them not felt apart |",
    "|---|---|---|---|---|",
  ]

  var text: String {
    func cells(_ value: (Int) -> String) -> String { Notion.allCases.indices.map(value).joined(separator: " / ") }
    func share(_ part: Int, _ all: Int) -> String {
      all == 0 ? "-" : String(format: "%.0f %%", 100 * Double(part) / Double(all))
    }
    return "| \(actuator.title) | \(apart[0].all) | " + cells { share(apart[$0].felt, apart[$0].all) }
      + " | \(others[0].all) | " + cells { share(others[$0].all - others[$0].felt, others[$0].all) } + " |"
  }
}
