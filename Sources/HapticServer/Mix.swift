internal import HapticPatterns
internal import HapticSystem
internal import MotorRendering

/// Everything that plays on one actuator, and what all of it together wants of the motors.
///
/// Who plays with whom is written in `Precedence`, what is felt of several at once in `Level.mixed`.
final class Mix {
  private let model: MotorModel
  private(set) var playbacks: [Playback] = []
  /// The client whose playback was drawn last.
  private var lastDrawn: UInt64 = 0

  init(_ model: MotorModel) { self.model = model }

  var isEmpty: Bool { playbacks.isEmpty }
  var indices: Range<Int> { playbacks.indices }

  subscript(index: Int) -> Playback {
    _read { yield playbacks[index] }
    _modify { yield &playbacks[index] }
  }

  // MARK: Coming and going

  /// - Returns: its place.
  func add(_ playback: Playback) -> Int {
    playbacks.append(playback)
    arrange()
    return playbacks.count - 1
  }

  /// Takes out the one that came last, with which everything else is about to end.
  func removeLast() { _ = playbacks.popLast() }

  /// Takes out those that `isMeant` picks.
  func remove(where isMeant: (Playback) -> Bool) -> [Playback] {
    let removed = playbacks.filter(isMeant)
    guard !removed.isEmpty else { return [] }
    playbacks.removeAll(where: isMeant)
    arrange()
    return removed
  }

  /// Takes out everything.
  func removeAll() -> [Playback] {
    defer { playbacks = [] }
    return playbacks
  }

  /// Takes out the first that has come to its end; what gave way to it does so until `arrange`.
  func popFinished() -> Playback? {
    playbacks.firstIndex { $0.isFinished }.map { playbacks.remove(at: $0) }
  }

  // MARK: Giving way

  /// The highest category that plays; nil where nothing does.
  private var leader: Category? {
    playbacks.max { Precedence.rank($0.category) < Precedence.rank($1.category) }?.category
  }

  /// The lowest category that plays; nil where nothing does.
  var lowest: Category? {
    playbacks.min { Precedence.rank($0.category) < Precedence.rank($1.category) }?.category
  }

  /// Whether something plays that a feedback which would begin has no chance against.
  func outranks(_ category: Category) -> Bool {
    guard !playbacks.isEmpty, let leader, leader != category else { return false }
    return Precedence.refuses(category, under: leader)
  }

  /// Whether some give way to others.
  var hasGivenWay: Bool { playbacks.contains { $0.treatment != .mixed } }

  /// Gives each playback the place that the others leave it.
  func arrange() {
    // Nearly always there is one, which gives way to nobody.
    if playbacks.count == 1 { playbacks[0].treatment = .mixed }
    guard playbacks.count > 1, let leader else { return }
    for index in playbacks.indices {
      playbacks[index].treatment = Precedence.treatment(of: playbacks[index].category, under: leader)
    }
  }

  // MARK: Walking

  /// Walks every playback to this moment.
  ///
  /// - Returns: when the change that came last was planned; nil where nothing changed.
  func advance(to now: Instant) -> Instant? {
    var latest: Instant?
    for index in playbacks.indices {
      guard let planned = playbacks[index].advance(to: now) else { continue }
      latest = max(latest ?? planned, planned)
    }
    return latest
  }

  /// What the motors should be at.
  var level: Level { playbacks.reduce(Level.off) { $0.mixed(with: level(of: $1)) } }

  /// When something changes next; nil where nothing will.
  var nextEvent: Instant? { playbacks.lazy.compactMap(\.nextEvent).min() }

  // MARK: Drawing

  /// When something is to be drawn next; nil where nothing is.
  var nextDrawing: Instant? { playbacks.lazy.compactMap(\.nextDrawing).min() }

  /// Draws what is due, within the budget: of one client's playbacks after another's, and of those the one that is drawn
  /// least far.
  func draw(at now: Instant, _ work: inout WorkBudget) {
    while !work.isSpent, let index = nextDrawn(at: now) {
      lastDrawn = playbacks[index].owner
      playbacks[index].live?.draw(at: now, &work)
    }
  }

  /// Draws the beginning of a playback, within the budget.
  func draw(_ index: Int, at now: Instant, _ work: inout WorkBudget) {
    playbacks[index].live?.draw(at: now, &work)
  }

  private func nextDrawn(at now: Instant) -> Int? {
    var best: (index: Int, distance: UInt64, due: Instant)?
    for index in playbacks.indices {
      guard let due = playbacks[index].nextDrawing, due <= now else { continue }
      // From the client that had its turn last, in order of their numbers.
      let distance = playbacks[index].owner &- lastDrawn &- 1
      if let best, (best.distance, best.due) <= (distance, due) { continue }
      best = (index, distance, due)
    }
    return best?.index
  }

  /// Whether a playback begins now that the motors are at this level: they follow it, by its own write, or because they
  /// were there already.
  func begins(_ index: Int, at level: Level) -> Bool {
    guard playbacks[index].firstWritten == nil else { return false }
    let playback = playbacks[index]
    return playback.treatment != .held && playback.level != .off
      && self.level(of: playback).mixed(with: level) == level
  }

  /// What a playback asks for, as far as it is felt.
  private func level(of playback: Playback) -> Level {
    switch playback.treatment {
    case .mixed: playback.level
    case .ducked: model.ducked(playback.level)
    case .held: .off
    }
  }
}
