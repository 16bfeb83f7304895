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

  /// The trials of one pattern.
  private struct Row: Sendable {
    let name: String
    let kind: PatternClass?
    /// For each motor: of the nominal unit, and of the others.
    let trials: [[Trial]]
    /// For each motor: the result of the search.
    let best: [Figures?]
  }

  let portion: Portion
  /// The results with nominal constants.
  let lines: [Line]
  /// Two for each motor: with nominal constants, and the mean of the units.
  let summaries: [Summary]
  private let rows: [Row]

  init(_ patterns: [Corpus.Entry], _ portion: Portion, bound: Bool = false, isAlone: Bool = false) {
    let prepared = inParallel(patterns.count) { Prepared(patterns[$0], isAlone: isAlone) }.filter {
      !$0.intention.isSilent
    }
    let types = inParallel(Actuator.all.count) { MotorType(Actuator.all[$0], portion) }
    let rows = inParallel(prepared.count) { index in
      let trials = types.map { $0.trials(prepared[index]) }
      let best = types.indices.map { bound ? types[$0].best(prepared[index], trials[$0][0].chances) : nil }
      return Row(name: prepared[index].name, kind: prepared[index].kind, trials: trials, best: best)
    }
    self.init(portion, rows)
  }

  private init(_ portion: Portion, _ rows: [Row]) {
    self.portion = portion
    self.rows = rows
    lines = rows.flatMap { row in
      Actuator.all.indices.map { place in
        Line(file: row.name, preset: Actuator.all[place].preset, trial: row.trials[place][0], best: row.best[place])
      }
    }
    summaries = Actuator.all.indices.flatMap { place in
      let units = (rows.first?.trials[place].count ?? 1) - 1
      return [
        Summary(Actuator.all[place], isNominal: true, [rows.map { $0.trials[place][0] }]),
        Summary(
          Actuator.all[place], isNominal: false,
          (0..<units).map { unit in rows.map { $0.trials[place][unit + 1] } }),
      ]
    }
  }

  /// The results of the generated patterns, by class.
  var classes: [(kind: PatternClass, results: Results)] {
    PatternClass.allCases.compactMap { kind in
      let own = rows.filter { $0.kind == kind }
      return own.isEmpty ? nil : (kind, Results(portion, own))
    }
  }

  /// The data of a pattern that is independent of the actuator.
  private struct Prepared: Sendable {
    let name: String
    let kind: PatternClass?
    let pattern: Pattern
    let intention: Intention
    let naive: [Drive]

    init(_ entry: Corpus.Entry, isAlone: Bool) {
      name = entry.name
      kind = entry.kind
      pattern = entry.pattern
      intention = Intention(pattern)
      naive = (isAlone ? [] : NaivePlayer.clicks).map { NaivePlayer.drive(for: entry.pattern, click: $0) }
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
