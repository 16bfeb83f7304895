internal import EventLoop
internal import HapticSystem
internal import Synchronization

// The state that the loop and the thread of a node share, under one lock.
//
// The effect bank is here while the node has nothing to do. The thread takes it out for a job, and the loop cannot have
// it meanwhile. While it is here the loop may write a resident level itself, under the lock:
//
//   idle     loop ── write ──> node                               the level is written when `drive` returns
//   at work  loop ── agenda ──> thread ── upload, write ──> node   a report follows
//
// Levels keep their order. The loop writes only where no level waits in the agenda and no report of an earlier level
// waits for the loop; the thread takes the bank under the same lock. A burst goes to the agenda, which thins it out:
// uinput drops every event that its reader has not fetched when the 17th comes.
//
// A write waits for the node's lock in the kernel, which any program holds during an upload. The loop's write gives up
// after a few milliseconds (`CallLimit`); nothing is written then, the level goes to the agenda, and from then on only
// the thread writes to that node.

final class Mailbox: Sendable {
  private let contents = Mutex(Contents())
  private let trigger: Wakeup.Trigger
  /// Raised by the loop; the thread waits for it.
  let threadWakeup: EventCounter

  init(_ trigger: Wakeup.Trigger) throws(Errno) {
    self.trigger = trigger
    threadWakeup = try EventCounter()
  }

  fileprivate struct Contents {
    var agenda = Agenda()
    var preparations: [Preparation] = []
    var mustConfirmSilence = false
    var isEnding = false
    /// Nil while the thread works with it, and before the node is open.
    var bank: BankTransfer?
    /// The start of the call that the thread waits for; nil while it waits for the loop.
    var busySince: Instant?
    /// Whether another program has kept the loop's write waiting.
    var isContended = false
    var reports: [Report] = []
    /// As of the last job of the thread.
    var costs = Costs()
  }

  struct Preparation: Sendable {
    var effect: LeasedLevel
    var keepUntil: Instant
  }

  /// The next task of the thread, with the bank that it needs.
  enum Job {
    case drive(Wanted, BankTransfer)
    case prepare(Preparation, BankTransfer)
    case confirmSilence(BankTransfer)
    /// Nothing, until then or until the loop wakes the thread.
    case sleep(until: Instant?)
    case end(BankTransfer?)
  }

  // MARK: The loop's side

  /// Writes a level, or queues it after those that were queued before. A silence drops these.
  ///
  /// - Returns: the time of the write; nil if a report follows.
  func drive(_ wanted: Wanted) -> Instant? {
    let attempt = contents.withLock { contents in
      if wanted.isSilence { contents.agenda.removeAll() }
      let attempt = contents.agenda.mayWriteAtOnce(wanted) ? contents.write(wanted) : .leftToThread
      if attempt == .leftToThread { contents.agenda.add(wanted) }
      return attempt
    }
    switch attempt {
    case .written(let instant): return instant
    case .refused: trigger.signal()
    case .leftToThread: threadWakeup.raise()
    }
    return nil
  }

  /// The outcome of the loop's attempt to write a level itself.
  fileprivate enum Attempt: Equatable {
    case written(Instant)
    /// The node refused it. The report is there.
    case refused
    case leftToThread
  }

  /// Makes effects resident, after queued levels. Drops the oldest requests beyond the limit.
  func prepare(_ effects: [LeasedLevel], keepUntil: Instant) {
    contents.withLock { contents in
      contents.preparations += effects.map { Preparation(effect: $0, keepUntil: keepUntil) }
      let excess = contents.preparations.count - mostPreparations
      if excess > 0 { contents.preparations.removeFirst(excess) }
    }
    threadWakeup.raise()
  }

  /// Confirms the last stop, unless a level has followed it.
  func confirmSilence() {
    contents.withLock { $0.mustConfirmSilence = true }
    threadWakeup.raise()
  }

  func end() {
    contents.withLock { $0.isEnding = true }
    threadWakeup.raise()
  }

  /// Swaps the reports with an empty array, which is reused: nothing is allocated.
  func takeReports(into reports: inout [Report]) { contents.withLock { swap(&$0.reports, &reports) } }

  var busySince: Instant? { contents.withLock { $0.busySince } }

  var isIdle: Bool {
    contents.withLock { $0.busySince == nil && $0.agenda.isEmpty && $0.preparations.isEmpty }
  }

  var costs: Costs { contents.withLock { $0.currentCosts } }

  // MARK: The thread's side

  /// Begins to open the node, which may take long.
  func beginOpening(at now: Instant) { contents.withLock { $0.busySince = now } }

  /// Takes the next job. Levels come first; and while the motors turn nothing is prepared on a slow device, because the
  /// stop would have to wait for the upload.
  func takeJob(at now: Instant) -> Job {
    contents.withLock { contents in
      let job = contents.takeJob(at: now)
      contents.busySince = if case .sleep = job { nil } else { now }
      return job
    }
  }

  /// Whether a level whose upload began at `start` and is done is still to be written.
  func stillWants(_ wanted: Wanted, since start: Instant, at now: Instant) -> Bool {
    contents.withLock { !$0.isEnding && $0.agenda.stillWants(wanted, since: start, at: now) }
  }

  /// The node hung up, and the thread ends.
  func noteGone() {
    contents.withLock { $0.note(.gone) }
    trigger.signal()
  }

  /// Ends a job, and hands the bank back.
  func finish(_ bank: BankTransfer?, _ report: Report) {
    contents.withLock { contents in
      contents.busySince = nil
      contents.bank = bank
      contents.costs = contents.currentCosts
      contents.note(report)
    }
    trigger.signal()
  }
}

/// An effect bank on its way between two threads.
///
/// unchecked: `Mailbox` gives it to one of them at a time, under its lock.
struct BankTransfer: @unchecked Sendable {
  let bank: EffectBank
}

extension Mailbox.Contents {
  /// Writes a level where one write is enough, and the node is free.
  fileprivate mutating func write(_ wanted: Wanted) -> Mailbox.Attempt {
    guard let bank = bank?.bank, !isContended, reports.isEmpty else { return .leftToThread }
    do {
      guard let written = try bank.driveAtOnce(wanted.effect) else { return .leftToThread }
      agenda.noteWritten(wanted, at: written)
      mustConfirmSilence = false
      return .written(written)
    } catch {
      switch error {
      case .interrupted:
        isContended = true
        return .leftToThread
      // The thread tries again for a while.
      case .busy, .wouldBlock: return .leftToThread
      default:
        note(.failed(error))
        return .refused
      }
    }
  }

  fileprivate mutating func takeJob(at now: Instant) -> Mailbox.Job {
    if isEnding { return .end(bank.take()) }
    let next = agenda.next(at: now)
    if case .wait(let due) = next { return .sleep(until: due) }
    guard let loan = bank else { return .sleep(until: nil) }
    switch next {
    case .level(let wanted):
      bank = nil
      // The confirmation of an earlier stop would come too early for this one, which gets its own.
      mustConfirmSilence = false
      return .drive(wanted, loan)
    case _ where mustConfirmSilence:
      mustConfirmSilence = false
      bank = nil
      return .confirmSilence(loan)
    case _ where mayPrepare && !preparations.isEmpty:
      bank = nil
      return .prepare(preparations.removeFirst(), loan)
    default:
      return .sleep(until: nil)
    }
  }

  /// A loop that takes no reports for long loses the oldest.
  fileprivate mutating func note(_ report: Report) {
    switch report {
    case .written(let wanted, let written): agenda.noteWritten(wanted, at: written)
    case .skipped: agenda.noteSkipped()
    case .failed: agenda.noteFailure()
    case .opened, .openFailed, .gone, .prepared, .unprepared: break
    }
    if reports.count >= mostReports { reports.removeFirst() }
    reports.append(report)
  }

  fileprivate var currentCosts: Costs {
    var costs = bank?.bank.costs ?? costs
    costs.skipped = agenda.skipped
    return costs
  }

  private var mayPrepare: Bool { agenda.isQuiet || costs.upload > .zero && costs.upload < quickUpload }
}

/// A stop that has to wait for an upload of this length is late by less than a user notices.
private let quickUpload = Duration.milliseconds(2)
private let mostPreparations = 32
private let mostReports = 256
