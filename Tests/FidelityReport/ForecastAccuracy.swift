internal import FidelitySimulation
internal import Foundation
internal import HapticControl
internal import HapticPatterns
internal import MotorRendering

/// Whether the forecast of the tools (`hapticctl plot`, `lint`, the studio) is right about taps, on one nominal motor.
struct ForecastAccuracy {
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
      let forecast = Forecast(entry.pattern, on: model)
      let trial = Trial(intention, on: actuator, separability, ours: forecast.drive, naive: [])
      let called = Self.apart(intention, forecast)
      for (notion, judgement) in trial.judgements.enumerated() {
        for (isApart, isFelt) in zip(called, judgement.ours.isFelt) {
          if isApart { apart[notion].add(isFelt) } else { others[notion].add(isFelt) }
        }
      }
    }
  }

  /// Returns whether the forecast has a felt pulse for each tap. Taps that are one pulse by intention count as merged.
  private static func apart(_ intention: Intention, _ forecast: Forecast) -> [Bool] {
    func moment(_ start: Int) -> Duration { .milliseconds(start - Intention.lead) }
    let starts = intention.taps.map(\.start)
    return zip(starts, starts.dropFirst() + [.max]).map { start, next in
      let end = moment(min(next, start + Intention.Tap.length))
      guard let pulse = forecast.results.index(from: moment(start), until: end) else { return false }
      let result = forecast.results.entries[pulse].result
      return result != .merged && result != .lost
    }
  }

  static let head = [
    "", "### What the tools say of taps", "",
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
