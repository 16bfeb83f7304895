internal import HapticSystem

// The queue of levels of a node with a thread of its own.
//
// The thread is late for a level while the node is busy, for instance with an upload of 50 ms, and the level's end may
// be in the queue already. Written one right after the other, a tap would vanish. So a late level keeps its length, and
// a level that is too late is skipped:
//
//   planned      A───┐ off             A───┐ off               A───┐ off
//   on time      A───┐ off    late     ····A───┐ off  too late ············off
//
// Only a level that a stop ends keeps its whole length. A pause, and a level that another one follows, are shortened by
// up to half, so that pulses stay apart and a long pattern does not fall further and further behind. The last level is
// always carried out: a stop is never lost. Silence does not wait.

/// The requested levels that the thread has not taken yet. A value without a clock.
struct Agenda {
  enum Next: Equatable {
    case level(Wanted)
    /// Nothing before then.
    case wait(until: Instant)
    case nothing
  }

  private var levels: [Wanted] = []
  private var last: (level: Wanted, delay: Duration)?
  /// Whether the device refused the last level.
  private var isUnknown = false
  /// Levels that were out of date before they could be written.
  private(set) var skipped: UInt64 = 0

  init() { levels.reserveCapacity(Agenda.capacity) }

  var isEmpty: Bool { levels.isEmpty }

  /// Whether the motors are known to be off, so that an upload delays no stop.
  var isQuiet: Bool { levels.isEmpty && !isUnknown && last?.level.effect.level.isOff ?? true }

  /// Adds a level after the others. It replaces one that would last no longer than `shortest`.
  mutating func add(_ wanted: Wanted) {
    if let before = levels.last, !before.isSilence, wanted.planned - before.planned < Agenda.shortest {
      levels.removeLast()
      skipped += 1
    } else if levels.count == Agenda.capacity {
      levels.remove(at: levels[0].isSilence ? 1 : 0)
      skipped += 1
    }
    levels.append(wanted)
  }

  /// Drops all levels, because a silence overtakes them.
  mutating func removeAll() {
    skipped += UInt64(levels.count)
    levels.removeAll(keepingCapacity: true)
  }

  /// Whether a level may be written at once: it is no burst, and it is a silence, or none waits and the last one was on
  /// time, so that its end is not due later.
  func mayWriteAtOnce(_ wanted: Wanted) -> Bool {
    if isBurst(wanted) { return false }
    return wanted.isSilence || levels.isEmpty && last?.delay ?? .zero == .zero
  }

  /// Whether a level follows the last one so closely that a device may miss one of them. In the agenda, of several such
  /// levels the newest replaces the others.
  private func isBurst(_ wanted: Wanted) -> Bool {
    last.map { wanted.planned - $0.level.planned < Agenda.shortest } ?? false
  }

  /// Takes the level that is due.
  mutating func next(at now: Instant) -> Next {
    while levels.count > 1, !levels[0].isSilence, now - levels[0].planned > Agenda.longestDelay {
      levels.removeFirst()
      skipped += 1
    }
    guard let first = levels.first else { return .nothing }
    let due = first.planned + delay(of: first)
    if due > now, !first.isSilence { return .wait(until: due) }
    levels.removeFirst()
    return .level(first)
  }

  /// Whether a level that was taken is still to be written, now that its upload is done.
  func stillWants(_ taken: Wanted, since start: Instant, at now: Instant) -> Bool {
    guard let newer = levels.first else { return true }
    return !newer.isSilence && now - start <= Agenda.longestDelay
  }

  /// A level was taken, and not written because it was out of date.
  mutating func noteSkipped() { skipped += 1 }

  mutating func noteWritten(_ wanted: Wanted, at written: Instant) {
    isUnknown = false
    let delay = written - wanted.planned
    // A level may be very late on a device that hung. Its end is not delayed.
    last = (wanted, delay < Agenda.shortest || delay > Agenda.longestDelay * 3 ? .zero : delay)
  }

  /// The device refused a level; its state is unknown.
  mutating func noteFailure() { (last, isUnknown) = (nil, true) }

  private func delay(of next: Wanted) -> Duration {
    guard let last else { return .zero }
    let endsVibration = next.effect.level.isOff && !last.level.effect.level.isOff
    if endsVibration { return last.delay }
    return max(.zero, last.delay - (next.planned - last.level.planned) / 2)
  }

  /// The longest delay of a level that has a successor, and the longest duration of its upload. Users perceive a touch
  /// and its feedback as simultaneous up to 70 ms, and clearly not from 100 ms on (Kaaresoja, Brewster, Lantz 2014).
  static let longestDelay = Duration.milliseconds(100)
  /// Workers of drivers may miss a shorter level, and no user feels it.
  static let shortest = Duration.milliseconds(2)
  private static let capacity = 16
}

struct Wanted: Hashable, Sendable {
  var effect: LeasedLevel
  var planned: Instant
  /// Whether it is a stop that overtakes every other level.
  var isSilence = false
}
