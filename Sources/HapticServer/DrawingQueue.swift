internal import HapticSystem

// What is drawn while it plays is drawn in slices, so that a heavy pattern of one client never keeps another one waiting:
//
//     turn of the loop   stops that are due │ a packet │ a slice │ stops that are due │ a packet │ a slice │ ...
//
// A budget counts work, not time (`WorkBudget`). An ordinary piece fits into the turn that finds it due; only what exceeds
// that comes here.

/// The players with something left to draw, one slice of one player in a turn.
final class DrawingQueue {
  /// What is drawn in the turn in which it falls due: about a millisecond.
  static let inline = 12_000
  /// What is drawn in a turn of its own: about half a millisecond.
  static let slice = 8_000

  private let scheduler: any Scheduler
  private var alarm: (any Alarm)?
  private var waiting: [Player] = []

  init(_ scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Has the player called back once the clients' packets that are there already were served.
  func add(_ player: Player, at now: Instant) {
    if waiting.contains(where: { $0 === player }) { return }
    if alarm == nil { alarm = try? scheduler.makeAlarm(.work) { [unowned self] now in drawNext(at: now) } }
    if waiting.isEmpty { alarm?.set(for: now) }
    waiting.append(player)
  }

  func remove(_ player: Player) {
    guard !waiting.isEmpty else { return }
    waiting.removeAll { $0 === player }
    if waiting.isEmpty { alarm?.clear() }
  }

  private func drawNext(at now: Instant) {
    guard !waiting.isEmpty else { return }
    let player = waiting.removeFirst()
    // It comes back to the end of the queue where something is left.
    player.drawSlice(at: now)
    if !waiting.isEmpty { alarm?.set(for: now) }
  }
}
