internal import EventLoop
internal import HapticSystem

/// The loop's end of a worker: takes its reports, and notices when the node keeps it waiting.
final class WorkerLink {
  /// Told each report, in order.
  var onReport: ((Report) -> Void)?
  /// Told when a call has lasted longer than a second, and when calls return again.
  var onStall: ((_ isStalled: Bool) -> Void)?
  private(set) var isStalled = false

  private var worker: Worker?
  private var wakeup: Wakeup?
  private var stallTimer: Timer?
  private var isWatching = false
  /// Empty between two turns of the loop.
  private var reports: [Report] = []

  init(_ loop: EventLoop, _ opener: any NodeOpener, _ settings: BankSettings) throws(Errno) {
    let wakeup = try loop.wakeup { [unowned self] in takeReports() }
    worker = try Worker(opener, settings, trigger: wakeup.trigger)
    self.wakeup = consume wakeup
    stallTimer = try loop.timer { [unowned self] now in checkForStall(at: now) }
    watchForStall()
  }

  func drive(_ effect: Effect, planned: Instant) {
    worker?.drive(effect, planned: planned)
    watchForStall()
  }

  func silence(planned: Instant) {
    worker?.silence(planned: planned)
    watchForStall()
  }

  func prepare(_ effects: [Effect], keepUntil: Instant) {
    worker?.prepare(effects, keepUntil: keepUntil)
    watchForStall()
  }

  private func takeReports() {
    guard let worker else { return }
    worker.takeReports(into: &reports)
    for report in reports { onReport?(report) }
    reports.removeAll(keepingCapacity: true)
    if isStalled { noteStall(isOverdue(at: .now)) }
    if !worker.isIdle { watchForStall() }
  }

  // MARK: Stalls

  /// One timer, armed when there is work and none is armed: an idle node wakes nobody.
  private func watchForStall() {
    if isWatching { return }
    isWatching = true
    stallTimer?.arm(at: .now + WorkerLink.patience)
  }

  private func checkForStall(at now: Instant) {
    isWatching = false
    guard let since = worker?.busySince else { return }
    if isOverdue(at: now) { return noteStall(true) }
    isWatching = true
    stallTimer?.arm(at: since + WorkerLink.patience)
  }

  private func isOverdue(at now: Instant) -> Bool {
    guard let since = worker?.busySince else { return false }
    return now - since >= WorkerLink.patience
  }

  private func noteStall(_ isStalled: Bool) {
    if self.isStalled == isStalled { return }
    self.isStalled = isStalled
    onStall?(isStalled)
  }

  /// How long a call may last before the node counts as stalled.
  static let patience = Duration.seconds(1)
}
