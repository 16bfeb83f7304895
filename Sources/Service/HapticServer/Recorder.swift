internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// Counts requests, keeps their history and sends events to monitors.
final class Recorder {
  var statistics = Statistics()
  var history = HistoryLog()
  let monitors: MonitorRegistry
  /// The levels written by a play whose record is still to come; nil outside of a play, and without monitors.
  private var heldLevels: [LevelChange]?

  init(_ scheduler: any Scheduler) { monitors = MonitorRegistry(scheduler) }

  // MARK: Requests

  /// Ends a request other than a play: counts it, replies and shows it to monitors. Refusals and `stopEverything` also
  /// go into the history.
  ///
  /// - Parameter feedback: the name in the request, if it has one.
  func conclude(_ exchange: Exchange, _ outcome: Outcome, feedback: ShortName = .empty) {
    count(outcome.verdict, exchange)
    var record = Observed(exchange, outcome)
    record.feedback = feedback
    exchange.reply(record, count: outcome.count)
    if exchange.opcode == .stopEverything || !outcome.verdict.isSuccess {
      add(&record)
    } else {
      show(record)
    }
  }

  /// Records a sound or a light of an event.
  func note(_ medium: Observed.Medium, _ exchange: Exchange, _ verdict: Verdict, feedback: ShortName) {
    var record = Observed(exchange, Outcome(verdict: verdict))
    record.feedback = feedback
    record.medium = medium
    add(&record)
  }

  func conclude(_ exchange: Exchange, _ verdict: Verdict) { conclude(exchange, Outcome(verdict: verdict)) }

  func count(_ verdict: Verdict, _ exchange: Exchange) {
    statistics.verdicts.count(verdict)
    exchange.session.application.verdicts.count(verdict)
  }

  func add(_ record: inout Observed) {
    history.add(&record)
    show(record)
  }

  func show(_ record: Observed) {
    // Without a monitor, the record is not even copied for the closure.
    if !monitors.isEmpty { monitors.show(.requests) { .observed(record) } }
  }

  // MARK: Monitors

  /// Shows a level to monitors. During a play it waits for `releaseLevels`.
  func show(_ level: LevelChange) {
    if heldLevels != nil { heldLevels?.append(level) } else { monitors.show(.levels) { .level(level) } }
  }

  /// Holds the levels that a play writes until monitors have its record, so that events come in their order.
  func holdLevels() { if !monitors.isEmpty { heldLevels = [] } }

  func releaseLevels() {
    guard let levels = heldLevels else { return }
    heldLevels = nil
    for level in levels { show(level) }
  }

  func show(_ change: DeviceChange.Kind, _ record: DeviceRecord) {
    monitors.show(.devices) { .device(DeviceChange(change, record)) }
  }
}

extension Observed {
  /// The record of a request other than a play.
  init(_ exchange: Exchange, _ outcome: Outcome) {
    let session = exchange.session
    self.init(
      opcode: exchange.opcode, verdict: outcome.verdict, device: outcome.device,
      processID: UInt32(clamping: session.peer.credentials.processID),
      receivedNanoseconds: exchange.received.nanoseconds,
      admittedNanoseconds: outcome.admitted?.nanoseconds, playback: outcome.playback,
      applicationName: session.peer.identity.name, identity: session.peer.identity.source)
  }
}
