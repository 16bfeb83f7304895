internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

/// All playbacks of one actuator, and the level that they request together.
///
/// `Precedence` defines the effect of playbacks on each other, `Level.mixed` their mix.
final class Mix {
  var model: MotorModel
  private(set) var playbacks: [Playback] = []
  /// The number of the client whose playback was rendered last.
  private var lastDrawn: UInt64 = 0

  init(_ model: MotorModel) { self.model = model }

  var isEmpty: Bool { playbacks.isEmpty }
  var indices: Range<Int> { playbacks.indices }

  subscript(index: Int) -> Playback {
    _read { yield playbacks[index] }
    _modify { yield &playbacks[index] }
  }

  // MARK: Coming and going

  /// Adds a playback.
  ///
  /// - Returns: its index.
  func add(_ playback: consuming Playback) -> Int {
    playbacks.append(playback)
    if playbacks.count > 1 { arrange() }
    return playbacks.count - 1
  }

  /// Removes the playback that was added last. The treatment of the others stays, because they are about to end.
  func removeLast() { _ = playbacks.popLast() }

  /// Removes the playbacks for which `isMeant` returns true.
  func remove(where isMeant: (Playback) -> Bool) -> [Playback] {
    let removed = playbacks.filter(isMeant)
    guard !removed.isEmpty else { return [] }
    playbacks.removeAll(where: isMeant)
    arrange()
    return removed
  }

  func endAll(as reason: FinishReason) -> [EndedPlayback] {
    defer { playbacks = [] }
    return playbacks.indices.map { playbacks[$0].end(as: reason) }
  }

  /// Removes the finished playbacks. They requested no level any more. The treatment of the others stays until
  /// `arrange`.
  func removeFinished() -> [EndedPlayback] {
    var ended: [EndedPlayback] = []
    for index in playbacks.indices where playbacks[index].isFinished { ended.append(playbacks[index].end()) }
    if !ended.isEmpty { playbacks.removeAll { $0.isFinished } }
    return ended
  }

  // MARK: Giving way

  /// The playing category of the highest priority, or nil if nothing plays.
  private var leader: Category? {
    playbacks.lazy.map { $0.request.category }.max { Precedence.rank($0) < Precedence.rank($1) }
  }

  /// Whether a playback of higher priority refuses a new playback of this category.
  func outranks(_ category: Category) -> Bool {
    guard let leader, leader != category else { return false }
    return Precedence.refuses(category, under: leader)
  }

  /// Whether any playback is ducked or held.
  var hasGivenWay: Bool { playbacks.contains { $0.treatment != .mixed } }

  /// Updates the treatment of all playbacks.
  func arrange() {
    // A single playback, by far the most frequent case, is always mixed.
    if playbacks.count == 1 { playbacks[0].treatment = .mixed }
    guard playbacks.count > 1, let leader else { return }
    for index in playbacks.indices {
      playbacks[index].treatment = Precedence.treatment(of: playbacks[index].request.category, under: leader)
    }
  }

  // MARK: Walking

  /// Advances all playbacks to `now`.
  ///
  /// - Returns: what they request together.
  func walk(to now: Instant) -> Walk {
    var walk = Walk()
    for index in playbacks.indices { playbacks[index].walk(to: now, on: model, &walk) }
    return walk
  }

  /// Whether a playback gets its first level now that the motors are at `level`: they follow it, by its own write or
  /// because they were at this level already.
  func begins(_ index: Int, at level: Level) -> Bool {
    guard playbacks[index].firstWritten == nil, playbacks[index].treatment != .held else { return false }
    return playbacks[index].level != .off && playbacks[index].treated.mixed(with: level) == level
  }

  // MARK: Drawing

  /// Renders the pieces that are due, within the budget. Clients take turns; of a client's playbacks the one that is
  /// due earliest comes first.
  ///
  /// - Returns: whether anything was due.
  func draw(at now: Instant, _ work: inout WorkBudget) -> Bool {
    var hasDrawn = false
    while !work.isSpent, let index = nextDrawn(at: now) {
      lastDrawn = playbacks[index].request.owner.number
      playbacks[index].live?.draw(at: now, &work)
      hasDrawn = true
    }
    return hasDrawn
  }

  /// Takes the levels that each playback has rendered since the last call.
  func takeFreshLevels() -> [[LeasedLevel]] {
    var fresh: [[LeasedLevel]] = []
    for index in playbacks.indices {
      if let levels = playbacks[index].live?.stream.coming.takeFreshLevels(), !levels.isEmpty { fresh.append(levels) }
    }
    return fresh
  }

  private func nextDrawn(at now: Instant) -> Int? {
    var best: (index: Int, distance: UInt64, due: Instant)?
    for index in playbacks.indices {
      guard let due = playbacks[index].live?.nextDrawing, due <= now else { continue }
      // The order starts after the client that had its turn last, by number.
      let distance = playbacks[index].request.owner.number &- lastDrawn &- 1
      if let best, (best.distance, best.due) <= (distance, due) { continue }
      best = (index, distance, due)
    }
    return best?.index
  }
}

/// What all playbacks of one actuator request together at one moment, collected in one pass.
struct Walk {
  /// The planned time of the latest change, or nil if nothing changed.
  var planned: Instant?
  var level = Level.off
  /// The time of the next change, or `.distantFuture` if there is none.
  var nextEvent = Instant.distantFuture
  /// The time of the next rendering, or `.distantFuture` if there is none.
  var nextDrawing = Instant.distantFuture
  /// The playing category of the lowest priority, or nil if nothing plays.
  var lowest: Category?
  /// Whether a playback waits for its first level at the motors.
  var isStarting = false
  /// Whether a playback has rendered levels that are still to be uploaded.
  var hasFreshLevels = false
}
