internal import FidelitySimulation
internal import Foundation
internal import HapticPatterns
internal import MotorRendering

/// The results of all patterns on all actuators.
struct Results {
  struct Line: Sendable {
    var file: String
    var actuator: Actuator
    var trial: Trial
    /// The result of the search, if it was requested and the file is short.
    var best: Figures?
  }

  let lines: [Line]
  let summaries: [Summary]
  /// The summaries of other units of each actuator, in the order of `summaries`; empty if they were not requested.
  let units: [[Summary]]

  init(_ patterns: [Corpus.Entry], bound: Bool, units: Bool) {
    let scores = inParallel(patterns.count) { Prepared(patterns[$0]) }.filter { !$0.intention.isSilent }
    let lines = Self.lines(scores, Actuator.all, bound: bound)
    self.lines = lines
    summaries = Actuator.all.map { actuator in
      Summary(actuator, lines.filter { $0.actuator.preset == actuator.preset }.map(\.trial))
    }
    self.units = Actuator.all.map { actuator in
      (units ? actuator.units : []).map { unit in
        Summary(unit, Self.lines(scores, [unit], bound: false).map(\.trial))
      }
    }
  }

  /// The data of a pattern that is independent of the actuator.
  private struct Prepared: Sendable {
    let name: String
    let pattern: Pattern
    let intention: Intention
    let naive: Drive

    init(_ entry: Corpus.Entry) {
      name = entry.name
      pattern = entry.pattern
      intention = Intention(pattern)
      naive = NaivePlayer.drive(for: pattern)
    }
  }

  private static func lines(_ patterns: [Prepared], _ actuators: [Actuator], bound: Bool) -> [Line] {
    let separabilities = inParallel(actuators.count) { Separability(actuators[$0]) }
    let groups = inParallel(patterns.count) { index -> [Line] in
      let entry = patterns[index]
      return zip(actuators, separabilities).map { actuator, separability in
        let ours = MotorModel.presets[actuator.preset]!.drive(for: entry.pattern)
        let trial = Trial(entry.intention, on: actuator, separability, ours: ours, naive: entry.naive)
        let best = bound ? best(entry.intention, actuator, trial.chances, from: [ours, entry.naive]) : nil
        return Line(file: entry.name, actuator: actuator, trial: trial, best: best)
      }
    }
    return groups.flatMap(\.self)
  }

  /// The maximum length of a pattern for the search, in milliseconds: a pass takes a quarter of a second per second of
  /// pattern.
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

/// Calls `body` for each of 0..<count on all processors, and returns the results in order.
func inParallel<Result: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
  let results = Slots<Result>(count)
  DispatchQueue.concurrentPerform(iterations: count) { results.put(body($0), at: $0) }
  return results.all
}

/// Results that arrive in any order.
private final class Slots<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var slots: [Element?]

  init(_ count: Int) { slots = Array(repeating: nil, count: count) }

  func put(_ element: Element, at index: Int) { lock.withLock { slots[index] = element } }
  var all: [Element] { lock.withLock { slots.compactMap(\.self) } }
}
