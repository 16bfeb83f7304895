internal import EventLoop
internal import HapticSystem

// Patterns that are rendered while they play are rendered in slices, so that a heavy pattern of one client never delays
// another client:
//
//     turn of the loop   stops that are due │ a packet │ a slice │ stops that are due │ a packet │ a slice │ ...
//
// A budget counts work, not time (`WorkBudget`). An ordinary piece fits in the turn in which it is due; only the rest
// of a larger piece waits here.

/// The players with pieces to render. Each turn renders one slice for one player.
final class DrawingQueue {
  /// The work units in the turn in which a piece is due: about a millisecond.
  static let inline = 12_000
  /// The work units of a slice: about half a millisecond.
  static let slice = 8_000

  private let scheduler: any Scheduler
  private lazy var alarm = scheduler.makeAlarm(.normal) { [unowned self] now in drawNext(at: now) }
  private var waiting: [Player] = []

  init(_ scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Calls `drawSlice` of the player after the packets of clients that have arrived already.
  func add(_ player: Player, at now: Instant) {
    if waiting.contains(where: { $0 === player }) { return }
    if waiting.isEmpty { alarm.arm(at: now) }
    waiting.append(player)
  }

  func remove(_ player: Player) {
    guard !waiting.isEmpty else { return }
    waiting.removeAll { $0 === player }
    if waiting.isEmpty { alarm.disarm() }
  }

  private func drawNext(at now: Instant) {
    guard !waiting.isEmpty else { return }
    let player = waiting.removeFirst()
    // A player with more to render adds itself at the end of the queue.
    player.drawSlice(at: now)
    if !waiting.isEmpty { alarm.arm(at: now) }
  }
}
