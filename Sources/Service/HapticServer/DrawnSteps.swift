internal import HapticSystem
internal import MotorRendering

/// Rendered steps of a stream that are not taken yet, in order of time.
struct DrawnSteps {
  struct Step: Equatable {
    let at: Instant
    let level: Level
  }

  private var steps: [Step] = []
  private var taken = 0
  /// Levels that were rendered since `takeFreshLevels`.
  private var freshLevels: [LeasedLevel] = []

  var isEmpty: Bool { taken == steps.count }

  var first: Step? { isEmpty ? nil : steps[taken] }

  /// The number of kept steps with those that were taken: an index for `noteLevels`.
  var count: Int { steps.count }

  /// Returns the steps until `moment` that were not taken.
  func waiting(until moment: Instant) -> ArraySlice<Step> { steps[taken...].prefix { $0.at <= moment } }

  mutating func append(_ step: Step) { steps.append(step) }

  /// Takes the first step if it is due at `now`; otherwise returns nil.
  mutating func take(at now: Instant) -> Step? {
    guard let first, first.at <= now else { return nil }
    taken += 1
    return first
  }

  /// Frees the memory of the steps that were taken.
  mutating func removeTaken() {
    steps.removeFirst(taken)
    taken = 0
  }

  /// Drops the steps that were not taken. Fresh levels stay: an upload of one of them does no harm.
  mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    taken = 0
  }

  /// Notes the levels of the steps from `index` on, and of the step before, whose length is known now.
  ///
  /// - Parameter end: the end of the last step, or of its rendered part.
  mutating func noteLevels(from index: Int, until end: Instant) {
    for index in steps.indices.dropFirst(max(index - 1, 0)) where steps[index].level != .off {
      let end = index + 1 < steps.count ? steps[index + 1].at : end
      let level = LeasedLevel(steps[index].level, Lease(for: end - steps[index].at))
      if !freshLevels.contains(level) { freshLevels.append(level) }
    }
  }

  var hasFreshLevels: Bool { !freshLevels.isEmpty }

  /// Takes the levels that were noted since the last call, each once.
  mutating func takeFreshLevels() -> [LeasedLevel] {
    if freshLevels.isEmpty { return [] }
    defer { freshLevels = [] }
    return freshLevels
  }
}
