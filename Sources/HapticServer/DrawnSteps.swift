internal import HapticSystem
internal import MotorRendering

/// The steps of a stream that are drawn and not taken yet, in the order of time.
struct DrawnSteps {
  struct Step {
    let at: Instant
    let level: Level
  }

  private var steps: [Step] = []
  private var taken = 0
  /// Levels that were drawn since `takeFreshLevels`.
  private var freshLevels: [Drive.LeasedLevel] = []

  var isEmpty: Bool { taken == steps.count }

  var first: Step? { isEmpty ? nil : steps[taken] }

  /// How many steps are kept, the taken ones included: an index for `noteLevels`.
  var count: Int { steps.count }

  mutating func append(_ step: Step) { steps.append(step) }

  /// Takes the first step if it is due at `now`.
  mutating func take(at now: Instant) -> Step? {
    guard let first, first.at <= now else { return nil }
    taken += 1
    return first
  }

  /// Frees the memory of what was taken.
  mutating func removeTaken() {
    steps.removeFirst(taken)
    taken = 0
  }

  /// Throws away what was not taken. Fresh levels stay: an upload for one of them is no mistake.
  mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    taken = 0
  }

  /// Notes the levels of the steps from `index` on, and of the one before, whose end is known now.
  ///
  /// - Parameter end: of the last step, as far as it is drawn.
  mutating func noteLevels(from index: Int, until end: Instant) {
    for index in steps.indices.dropFirst(max(index - 1, 0)) where steps[index].level != .off {
      let end = index + 1 < steps.count ? steps[index + 1].at : end
      let level = Drive.LeasedLevel(level: steps[index].level, lease: Lease(for: end - steps[index].at))
      if !freshLevels.contains(level) { freshLevels.append(level) }
    }
  }

  /// The levels that were noted since the last call, each once.
  mutating func takeFreshLevels() -> [Drive.LeasedLevel] {
    if freshLevels.isEmpty { return [] }
    defer { freshLevels = [] }
    return freshLevels
  }
}
