internal import EventLoop
internal import Glibc
internal import HapticSystem
internal import Synchronization

// A node that may block, and the thread that waits for it.
//
//   loop ── wanted level, effects to prepare ──> mailbox ──> thread ── open, upload, write ──> node
//   loop <── what was written, what failed ───── mailbox <──┘
//
// The mailbox holds the levels that were asked for, in an `Agenda`: it leaves out what is too late, and the last of them
// is always carried out. As a stop is the last thing said of every vibration, it cannot be lost or dropped, however
// long the device takes.
//
// The thread owns the node from open to close. Nothing but the mailbox is shared, and it is locked for moments only,
// never during a call of the kernel.

/// The loop's side of a node with a thread of its own.
final class Worker: Sendable {
  private let mailbox: Mailbox

  /// Starts the thread, which opens the node and reports what it found.
  ///
  /// - Parameter trigger: signalled when there are reports to take.
  init(_ opener: any NodeOpener, _ settings: BankSettings, trigger: Wakeup.Trigger) throws(Errno) {
    let mailbox = try Mailbox(trigger)
    self.mailbox = mailbox
    try BackgroundThread.start { WorkerThread.run(opener, settings, mailbox) }
  }

  /// The thread ends, and the node is closed, as soon as the call that runs now returns.
  deinit { mailbox.end() }

  /// Wants the node at this effect, once what was wanted before has had its time.
  func drive(_ effect: Effect, planned: Instant) { mailbox.want(Wanted(effect: effect, planned: planned)) }

  /// Wants the node silent, whatever was wanted before.
  func silence(planned: Instant) { mailbox.silence(planned: planned) }

  /// Wants effects resident, after what is wanted at once.
  func prepare(_ effects: [Effect], keepUntil: Instant) { mailbox.prepare(effects, keepUntil: keepUntil) }

  /// What happened since the last time, for an array that is empty.
  func takeReports(into reports: inout [Report]) { mailbox.takeReports(into: &reports) }

  /// Since when the thread waits for the node; nil while it waits for us.
  var busySince: Instant? { mailbox.busySince }

  /// Whether there is nothing left to do.
  var isIdle: Bool { mailbox.isIdle }
}

/// What a worker has to say.
enum Report: Sendable {
  case opened(Opened)
  case openFailed(Errno)
  case written(Wanted, at: Instant, Costs)
  case prepared(Costs)
  /// A level was refused.
  case failed(Errno)
  /// Something was refused that nobody waits for: it will be tried again with the next level.
  case unprepared(Errno)
  /// The node hung up: it was unplugged, or access to it was revoked.
  case gone

  /// What it says of the costs.
  var costs: Costs? {
    switch self {
    case .opened(let opened): opened.costs
    case .written(_, _, let costs), .prepared(let costs): costs
    case .openFailed, .failed, .unprepared, .gone: nil
    }
  }
}

/// An open node.
struct Opened: Hashable, Sendable {
  var identity: NodeIdentity
  var slots: Int
  /// How many of the slots are ours.
  var capacity: Int
  /// Nil where the driver refuses every effect.
  var type: EffectType?
  var costs: Costs
  /// Nil where nobody can say when the node was touched.
  var touch: TouchSensor?
}

/// A bank's counters and meters, to look at.
struct Costs: Hashable, Sendable {
  var counters = Counters()
  var upload = Duration.zero
  var play = Duration.zero
}

extension Costs {
  init(_ bank: EffectBank) {
    self.init(counters: bank.counters, upload: bank.uploadCost.median, play: bank.playCost.median)
  }
}

extension Opened {
  init(_ probe: Probe) {
    self.init(
      identity: probe.identity, slots: probe.slots, capacity: probe.bank?.capacity ?? 0, type: probe.bank?.type,
      costs: probe.bank.map { Costs($0) } ?? Costs(), touch: probe.touch)
  }
}
