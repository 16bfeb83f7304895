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

  fileprivate struct Contents {
    var agenda = Agenda()
    var preparations: [Preparation] = []
    var isEnding = false
    var busySince: Instant?
    var reports: [Report] = []
    /// How long an upload takes, by the last report; nil before the first.
    var uploadCost: Duration?
  }

  struct Preparation: Sendable {
    var effect: Effect
    var keepUntil: Instant
  }

  /// What a thread does next.
  enum Job {
    case drive(Wanted)
    case prepare(Preparation)
    /// Nothing, until then or until the bell rings.
    case sleep(until: Instant?)
    case end
  }

  // MARK: The loop's side

  func want(_ wanted: Wanted) {
    contents.withLock { $0.agenda.add(wanted) }
    bell.raise()
  }

  func silence(planned: Instant) {
    contents.withLock { $0.agenda.silence(planned: planned) }
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

  /// Takes the reports for an array that is empty and stays of use: nothing is allocated to and fro.
  func takeReports(into reports: inout [Report]) { contents.withLock { swap(&$0.reports, &reports) } }

  var busySince: Instant? { contents.withLock { $0.busySince } }

  var isIdle: Bool {
    contents.withLock { $0.busySince == nil && $0.agenda.isEmpty && $0.preparations.isEmpty }
  }

  // MARK: The thread's side

  /// Takes the next job. Levels come first; and while the motors turn nothing is prepared on a device that is slow,
  /// because the stop would have to wait for the upload.
  func takeJob(at now: Instant) -> Job {
    contents.withLock { contents in
      let job = contents.takeJob(at: now)
      contents.busySince = if case .sleep = job { nil } else { now }
      return job
    }
  }

  /// Whether a level is worth writing whose upload began at `start` and is done.
  func stillWants(_ wanted: Wanted, since start: Instant, at now: Instant) -> Bool {
    contents.withLock { !$0.isEnding && $0.agenda.stillWants(wanted, since: start, at: now) }
  }

  func noteSkipped() { contents.withLock { $0.agenda.noteSkipped() } }
  func noteWritten(_ wanted: Wanted, at written: Instant) {
    contents.withLock { $0.agenda.noteWritten(wanted, at: written) }
  }
  func noteFailure() { contents.withLock { $0.agenda.noteFailure() } }

  /// Levels that were out of date before they could be written.
  var skipped: UInt64 { contents.withLock { $0.agenda.skipped } }

  /// A call begins that no job asked for: opening may wait as well.
  func beginCall(at now: Instant) { contents.withLock { $0.busySince = now } }

  /// A loop that takes no reports for long loses the oldest.
  func report(_ report: Report) {
    contents.withLock { contents in
      contents.busySince = nil
      if let costs = report.costs { contents.uploadCost = costs.upload }
      if contents.reports.count >= mostReports { contents.reports.removeFirst() }
      contents.reports.append(report)
    }
    trigger.signal()
  }
}

extension Mailbox.Contents {
  fileprivate mutating func takeJob(at now: Instant) -> Mailbox.Job {
    if isEnding { return .end }
    switch agenda.next(at: now) {
    case .level(let wanted): return .drive(wanted)
    case .wait(let due): return .sleep(until: due)
    case .nothing where mayPrepare && !preparations.isEmpty: return .prepare(preparations.removeFirst())
    case .nothing: return .sleep(until: nil)
    }
  }

  private var mayPrepare: Bool { agenda.isQuiet || uploadCost.map { $0 > .zero && $0 < quickUpload } ?? false }
}

/// A stop that has to wait for an upload of this length is late by less than a hand notices.
private let quickUpload = Duration.milliseconds(2)
private let mostPreparations = 32
private let mostReports = 256
