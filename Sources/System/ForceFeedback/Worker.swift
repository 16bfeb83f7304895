internal import EventLoop
internal import HapticSystem

// A node that may block, and the thread that waits for it.
//
// The mailbox holds the requested levels, in an `Agenda`: it skips levels that are out of date, and the last one is
// always carried out. A stop is the last level of every vibration, so it cannot be lost, however long the device takes.
//
// The thread opens the node, does everything that may take long, and closes it. Only the mailbox is shared.

/// The loop's side of a node with a thread of its own.
final class Worker {
  /// Called with reports of the thread, in order.
  var onReport: ((Report) -> Void)?
  /// Called when a call has lasted longer than a second, and when calls return again.
  var onStall: ((_ isStalled: Bool) -> Void)?
  private(set) var isStalled = false

  private let mailbox: Mailbox
  private var wakeup: Wakeup?
  private var stallTimer: Timer?
  private var isWatching = false
  /// Empty between two turns of the loop.
  private var reports: [Report] = []

  /// Starts the thread, which opens the node and reports the result.
  init(_ loop: EventLoop, _ open: @escaping NodeOpener, _ settings: BankSettings) throws(Errno) {
    let reference = WorkerReference()
    let wakeup = try loop.wakeup { reference.worker?.takeReports() }
    let mailbox = try Mailbox(wakeup.trigger)
    self.mailbox = mailbox
    self.wakeup = consume wakeup
    reference.worker = self
    stallTimer = loop.timer { [unowned self] now in checkForStall(at: now) }
    try BackgroundThread.start { WorkerThread.run(open, settings, mailbox) }
    watchForStall()
  }

  /// The thread ends, and the node is closed, as soon as the call that runs now returns.
  deinit { mailbox.end() }

  /// Writes a level where one write is enough and the node is free; otherwise the thread writes it, after the levels
  /// that were requested before. A silence drops these.
  ///
  /// - Returns: the time of the write; nil if a report follows.
  func drive(_ wanted: Wanted) -> Instant? {
    let written = mailbox.drive(wanted)
    if written == nil { watchForStall() }
    return written
  }

  /// Makes effects resident, after the levels that were requested before.
  func prepare(_ effects: [LeasedLevel], keepUntil: Instant) {
    mailbox.prepare(effects, keepUntil: keepUntil)
    watchForStall()
  }

  /// Confirms the last stop, unless a level has followed it.
  func confirmSilence() {
    mailbox.confirmSilence()
    watchForStall()
  }

  /// Whether the thread has nothing to do.
  var isIdle: Bool { mailbox.isIdle }
  var costs: Costs { mailbox.costs }

  private func takeReports() {
    mailbox.takeReports(into: &reports)
    for report in reports { onReport?(report) }
    reports.removeAll(keepingCapacity: true)
    if isStalled { noteStall(isOverdue(at: .now)) }
    if !isIdle { watchForStall() }
  }

  // MARK: Stalls

  /// Arms the timer when there is work and it is not armed: an idle node causes no wakeup.
  private func watchForStall() {
    if isWatching { return }
    isWatching = true
    stallTimer?.arm(at: .now + Worker.stallLimit)
  }

  private func checkForStall(at now: Instant) {
    isWatching = false
    guard let since = mailbox.busySince else {
      // The thread may wait for the time of a level, and call the driver then.
      if !isIdle { watchForStall() }
      return
    }
    if isOverdue(at: now) { return noteStall(true) }
    isWatching = true
    stallTimer?.arm(at: since + Worker.stallLimit)
  }

  private func isOverdue(at now: Instant) -> Bool {
    guard let since = mailbox.busySince else { return false }
    return now - since >= Worker.stallLimit
  }

  private func noteStall(_ isStalled: Bool) {
    if self.isStalled == isStalled { return }
    self.isStalled = isStalled
    onStall?(isStalled)
  }

  /// The longest duration of a call before the node counts as stalled.
  static let stallLimit = Duration.seconds(1)
}

/// Refers to the worker from a handler that is made before it.
private final class WorkerReference {
  unowned var worker: Worker?
}
