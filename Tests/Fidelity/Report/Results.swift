internal import FidelitySimulation
internal import Foundation
internal import MotorModel

/// Every pattern on every actuator.
struct Results {
  struct Line: Sendable {
    var file: String
    var actuator: Actuator
    var trial: Trial
    /// What was found by search, where that was asked for and the file is short.
    var best: Figures?
  }

  let lines: [Line]
  let summaries: [Summary]

  init(_ patterns: [Corpus.Entry], bound: Bool) {
    let benches = Actuator.all.map { (actuator: $0, separability: Separability($0)) }
    let groups = inParallel(patterns.count) { index -> [Line] in
      let entry = patterns[index]
      let intention = Intention(entry.pattern)
      if intention.isSilent { return [] }
      let naive = NaivePlayer.drive(for: entry.pattern)
      return benches.map { bench in
        let model = MotorModel.presets[bench.actuator.preset]!
        let ours = model.drive(for: entry.pattern)
        let trial = Trial(intention, on: bench.actuator, bench.separability, ours: ours, naive: naive)
        let best = bound ? Self.best(intention, bench.actuator, trial.chances, from: [ours, naive]) : nil
        return Line(file: entry.name, actuator: bench.actuator, trial: trial, best: best)
      }
    }
    let lines = groups.flatMap(\.self)
    self.lines = lines
    summaries = Actuator.all.map { actuator in
      Summary(actuator, lines.filter { $0.actuator.preset == actuator.preset }.map(\.trial))
    }
  }

  /// Patterns up to this long, in milliseconds, are searched: a pass costs a quarter of a second per second.
  private static let longestSearched = 3000

  private static func best(
    _ intention: Intention, _ actuator: Actuator, _ chances: [Intention.Chance], from starts: [Drive]
  ) -> Figures? {
    guard intention.felt.count - Intention.lead - Intention.tail <= longestSearched else { return nil }
    return Figures(intention, BestDrive.strength(intention, on: actuator, from: starts), chances)
  }

  /// Whether every target of every actuator is met.
  var isMet: Bool { summaries.allSatisfy { $0.rows.allSatisfy(\.isMet) } }
}

/// `body` for each of 0..<count, on all processors, in order.
func inParallel<Result: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
  let results = Slots<Result>(count)
  DispatchQueue.concurrentPerform(iterations: count) { results.put(body($0), at: $0) }
  return results.all
}

/// Results that come in any order.
private final class Slots<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var slots: [Element?]

  init(_ count: Int) { slots = Array(repeating: nil, count: count) }

  func put(_ element: Element, at index: Int) { lock.withLock { slots[index] = element } }
  var all: [Element] { lock.withLock { slots.compactMap(\.self) } }
}
