internal import EventLoop
internal import HapticSystem
internal import Synchronization

/// What the loop and a worker's thread tell each other.
final class Mailbox: Sendable {
  private let contents = Mutex(Contents())
  private let trigger: Wakeup.Trigger
  /// Rung by the loop; the thread waits for it.
  let bell: EventCounter

  init(_ trigger: Wakeup.Trigger) throws(Errno) {
    self.trigger = trigger
    bell = try EventCounter()
  }

  private struct Contents {
    var wanted: Wanted?
    var preparations: [Preparation] = []
    var isEnding = false
    var busySince: Instant?
    var skipped: UInt64 = 0
    var reports: [Report] = []
  }

  struct Preparation: Sendable {
    var effect: Effect
    var keepUntil: Instant
  }

  /// What a thread does next.
  enum Job {
    case drive(Wanted)
    case prepare(Preparation)
    case end
  }

  // MARK: The loop's side

  func want(_ wanted: Wanted) {
    contents.withLock { contents in
      if contents.wanted != nil { contents.skipped += 1 }
      contents.wanted = wanted
    }
    bell.raise()
  }

  /// Of more effects than a palette could ever hold the oldest wishes are forgotten.
  func prepare(_ effects: [Effect], keepUntil: Instant) {
    contents.withLock { contents in
      contents.preparations += effects.map { Preparation(effect: $0, keepUntil: keepUntil) }
      let excess = contents.preparations.count - mostPreparations
      if excess > 0 { contents.preparations.removeFirst(excess) }
    }
    bell.raise()
  }

  func end() {
    contents.withLock { $0.isEnding = true }
    bell.raise()
  }

  func takeReports() -> [Report] {
    contents.withLock { contents in
      defer { contents.reports.removeAll() }
      return contents.reports
    }
  }

  var busySince: Instant? { contents.withLock { $0.busySince } }

  var isIdle: Bool {
    contents.withLock { $0.busySince == nil && $0.wanted == nil && $0.preparations.isEmpty }
  }

  // MARK: The thread's side

  /// Takes the next job, a level before any preparation; nil where there is none.
  func takeJob(at now: Instant) -> Job? {
    contents.withLock { contents -> Job? in
      contents.busySince = nil
      if contents.isEnding { return .end }
      let job: Job
      if let wanted = contents.wanted.take() {
        job = .drive(wanted)
      } else if !contents.preparations.isEmpty {
        job = .prepare(contents.preparations.removeFirst())
      } else {
        return nil
      }
      contents.busySince = now
      return job
    }
  }

  /// Whether a level that is being worked on has been replaced.
  var hasNewerWish: Bool { contents.withLock { $0.wanted != nil || $0.isEnding } }

  /// Levels that were replaced before they were written.
  var skipped: UInt64 { contents.withLock { $0.skipped } }

  /// A call begins that no job asked for: opening may wait as well.
  func beginCall(at now: Instant) { contents.withLock { $0.busySince = now } }

  /// A loop that takes no reports for long loses the oldest.
  func report(_ report: Report) {
    contents.withLock { contents in
      contents.busySince = nil
      if contents.reports.count >= mostReports { contents.reports.removeFirst() }
      contents.reports.append(report)
    }
    trigger.signal()
  }
}

private let mostPreparations = 32
private let mostReports = 256
