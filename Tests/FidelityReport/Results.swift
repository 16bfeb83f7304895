internal import FidelitySimulation
internal import Foundation
internal import HapticPatterns
internal import MotorRendering

/// The results of the patterns of one portion on the nominal actuators and on the portion's units.
struct Results {
  struct Line: Sendable {
    var file: String
    var preset: String
    var trial: Trial
    /// The result of the search, if it was requested and the file is short.
    var best: Figures?
  }

  let portion: Portion
  /// The results with nominal constants.
  let lines: [Line]
  /// Two for each motor: with nominal constants, and the mean of the units.
  let summaries: [Summary]

  init(_ patterns: [Corpus.Entry], _ portion: Portion, bound: Bool = false) {
    self.portion = portion
    let prepared = inParallel(patterns.count) { Prepared(patterns[$0]) }.filter { !$0.intention.isSilent }
    let types = inParallel(Actuator.all.count) { MotorType(Actuator.all[$0], portion) }
    let trials = inParallel(prepared.count) { index in types.map { $0.trials(prepared[index]) } }
    lines = prepared.indices.flatMap { index in
      types.indices.map { place in
        let best = bound ? types[place].best(prepared[index], trials[index][place][0].chances) : nil
        return Line(
          file: prepared[index].name, preset: types[place].actuator.preset, trial: trials[index][place][0], best: best)
      }
    }
    summaries = types.indices.flatMap { place in
      let ofUnits = (1...types[place].units.count).map { unit in trials.map { $0[place][unit] } }
      return [
        Summary(types[place].actuator, isNominal: true, [trials.map { $0[place][0] }]),
        Summary(types[place].actuator, isNominal: false, ofUnits),
      ]
    }
  }

  /// The data of a pattern that is independent of the actuator.
  private struct Prepared: Sendable {
    let name: String
    let pattern: Pattern
    let intention: Intention
    let naive: [Drive]

    init(_ entry: Corpus.Entry) {
      name = entry.name
      pattern = entry.pattern
      intention = Intention(pattern)
      naive = NaivePlayer.clicks.map { NaivePlayer.drive(for: entry.pattern, click: $0) }
    }
  }

  /// A type of motor with the units of the portion.
  private struct MotorType: Sendable {
    let actuator: Actuator
    let units: [Actuator]
    let separability: Separability

    init(_ actuator: Actuator, _ portion: Portion) {
      self.actuator = actuator
      units = portion == .tuning ? actuator.tuningUnits : actuator.heldOutUnits
      separability = Separability(actuator)
    }

    private func drive(_ pattern: Prepared) -> Drive {
      MotorModel.presets[actuator.preset]!.drive(for: pattern.pattern)
    }

    /// Returns the trials of the nominal unit and of the others.
    func trials(_ pattern: Prepared) -> [Trial] {
      let ours = drive(pattern)
      return ([actuator] + units).map {
        Trial(pattern.intention, on: $0, separability, ours: ours, naive: pattern.naive)
      }
    }

    /// The maximum length of a pattern for the search, in milliseconds: a pass takes a quarter of a second per second
    /// of pattern.
    private static let longestSearched = 3000

    func best(_ pattern: Prepared, _ chances: [Intention.Chance]) -> Figures? {
      let intention = pattern.intention
      guard intention.felt.count - Intention.lead - Intention.tail <= Self.longestSearched else { return nil }
      let starts = [drive(pattern)] + pattern.naive
      return Figures(intention, BestDrive.strength(intention, on: actuator, from: starts), chances)
    }
  }

  private var compared: [Comparison] { summaries.flatMap(\.compared) }
  /// The number of comparisons, of those in which the renderer is not worse than the better naive player, and of those
  /// in which it is better.
  var count: (all: Int, met: Int, better: Int) {
    (compared.count, compared.count { $0.isMet }, compared.count { $0.isBetter })
  }
  /// Whether no figure is below that of the better naive player, and half are above it.
  var isMet: Bool { count.met == count.all && 2 * count.better >= count.all }
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
