internal import HapticSystem

/// The armed timers of a loop.
final class TimerQueue {
  /// By priority, in descending order of their instants, so that the next one is the last. Of two with the same instant
  /// the one that was armed first comes first.
  private var lists = [[TimerEntry]](repeating: [], count: EventLoop.Priority.allCases.count)
  /// The number of timers of each priority, armed or not.
  private var counts = [Int](repeating: 0, count: EventLoop.Priority.allCases.count)
  /// The number of the present turn, in which each timer fires once at most.
  private var turn: UInt64 = 1

  /// Begins the next turn: timers that have fired may fire again.
  func beginTurn() { turn += 1 }

  /// Makes room for a timer, so that arming it does not allocate.
  func insert(_ entry: TimerEntry) {
    let list = entry.priority.rawValue
    counts[list] += 1
    lists[list].reserveCapacity(counts[list])
  }

  /// Ends a timer.
  func remove(_ entry: TimerEntry) {
    disarm(entry)
    counts[entry.priority.rawValue] -= 1
  }

  /// Arms a timer for an instant, whatever it was armed for.
  func arm(_ entry: TimerEntry, at due: Instant) {
    disarm(entry)
    entry.due = due
    let list = entry.priority.rawValue
    let later = lists[list].lastIndex { $0.due > due } ?? -1
    lists[list].insert(entry, at: later + 1)
  }

  func disarm(_ entry: TimerEntry) {
    guard entry.due < .distantFuture else { return }
    entry.due = .distantFuture
    let list = entry.priority.rawValue
    if let index = lists[list].lastIndex(where: { $0 === entry }) { lists[list].remove(at: index) }
  }

  /// The earliest instant of a timer of this priority; `.distantFuture` where none is armed.
  func next(_ priority: EventLoop.Priority) -> Instant { lists[priority.rawValue].last?.due ?? .distantFuture }

  /// The earliest instant of any timer.
  var next: Instant {
    var next = Instant.distantFuture
    for index in lists.indices { next = min(next, lists[index].last?.due ?? .distantFuture) }
    return next
  }

  /// Calls the handler of the timer of this priority that has been due for the longest time, of those that have not
  /// fired in this turn.
  ///
  /// - Returns: false where none is due.
  func fire(_ priority: EventLoop.Priority, at now: Instant) -> Bool {
    let list = priority.rawValue
    guard let index = lists[list].lastIndex(where: { $0.turn != turn || $0.due > now }), lists[list][index].due <= now
    else { return false }
    let entry = lists[list].remove(at: index)
    entry.due = .distantFuture
    entry.turn = turn
    entry.call(now)
    return true
  }
}

/// A timer and its handler.
final class TimerEntry {
  let priority: EventLoop.Priority
  let call: (Instant) -> Void
  /// `.distantFuture` while it is not armed.
  fileprivate(set) var due = Instant.distantFuture
  /// The turn in which it fired last.
  fileprivate var turn: UInt64 = 0

  init(_ priority: EventLoop.Priority, _ call: @escaping (Instant) -> Void) {
    self.priority = priority
    self.call = call
  }
}
