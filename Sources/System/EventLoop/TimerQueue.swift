internal import HapticSystem

/// The armed timers of a loop.
final class TimerQueue {
  private var lists = [TimerList](repeating: TimerList(), count: EventLoop.Priority.allCases.count)
  /// The number of the present turn, in which each timer fires once at most.
  private var turn: UInt64 = 1

  /// Begins the next turn: timers that have fired may fire again.
  func beginTurn() { turn += 1 }

  /// Makes room for a timer, so that arming it does not allocate.
  func insert(_ entry: TimerEntry) { lists[entry.priority.rawValue].reserveRoom() }

  /// Ends a timer.
  func remove(_ entry: TimerEntry) {
    disarm(entry)
    lists[entry.priority.rawValue].giveUpRoom()
  }

  /// Arms a timer for an instant, whatever it was armed for.
  func arm(_ entry: TimerEntry, at due: Instant) {
    disarm(entry)
    entry.due = due
    lists[entry.priority.rawValue].insert(entry)
  }

  func disarm(_ entry: TimerEntry) {
    guard entry.due < .distantFuture else { return }
    lists[entry.priority.rawValue].remove(entry)
    entry.due = .distantFuture
  }

  /// The earliest instant of a timer of this priority; `.distantFuture` where none is armed.
  func next(_ priority: EventLoop.Priority) -> Instant { lists[priority.rawValue].next }

  /// The earliest instant of any timer.
  var next: Instant {
    var next = Instant.distantFuture
    for index in lists.indices { next = min(next, lists[index].next) }
    return next
  }

  /// Calls the handler of the timer of this priority that has been due for the longest time, of those that have not
  /// fired in this turn.
  ///
  /// - Returns: false where none is due.
  func fire(_ priority: EventLoop.Priority, at now: Instant) -> Bool {
    guard let entry = lists[priority.rawValue].takeDue(at: now, in: turn) else { return false }
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

/// Armed timers in descending order of their instants, so that the next one is the last. Of two with the same instant
/// the one that was armed first comes first.
private struct TimerList {
  private var entries: [TimerEntry] = []
  private var timers = 0

  var next: Instant { entries.last?.due ?? .distantFuture }

  mutating func reserveRoom() {
    timers += 1
    entries.reserveCapacity(timers)
  }

  mutating func giveUpRoom() { timers -= 1 }

  mutating func insert(_ entry: TimerEntry) {
    entries.append(entry)
    var index = entries.count - 1
    while index > 0, entries[index - 1].due <= entry.due {
      entries.swapAt(index - 1, index)
      index -= 1
    }
  }

  mutating func remove(_ entry: TimerEntry) {
    if let index = entries.lastIndex(where: { $0 === entry }) { entries.remove(at: index) }
  }

  mutating func takeDue(at now: Instant, in turn: UInt64) -> TimerEntry? {
    var index = entries.count - 1
    while index >= 0, entries[index].due <= now {
      if entries[index].turn != turn { return entries.remove(at: index) }
      index -= 1
    }
    return nil
  }
}
