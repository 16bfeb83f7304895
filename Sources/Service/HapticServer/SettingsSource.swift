internal import EventLoop
package import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// The preference files and the theme, which the daemon reads for the server.
///
/// Reading takes a millisecond or more. Requests that come during a reading or soon after it wait and share the next one,
/// so that reading takes at most a tenth of the time.
package final class SettingsSource {
  /// Reads the preference files and the theme. Calls back, now or later, after they are in force.
  package var onReload: ((@escaping () -> Void) -> Void)?
  /// The effective value of a setting, in TOML, by its key in `hapticd.toml(5)`; nil for an unknown key.
  package var onSetting: ((String) -> String?)?
  /// The state of the files, for `status`. The preferences in force are the policy's.
  var report = PreferenceReport()

  private let recorder: Recorder
  private let scheduler: any Scheduler
  private var waiting: [Exchange] = []
  /// The requests that the present reading answers; nil while nothing is read.
  private var reading: [Exchange]?
  /// The earliest time of the next reading.
  private var earliest = Instant.distantPast
  private lazy var alarm = scheduler.makeAlarm(.normal) { [unowned self] _ in read() }

  init(_ recorder: Recorder, _ scheduler: any Scheduler) {
    self.recorder = recorder
    self.scheduler = scheduler
  }

  /// Replies after the present content of the files, or a later one, is in force. A client has at most
  /// `Limits.reloads` requests without a reply.
  func reload(_ exchange: Exchange) {
    // A reading that never ends must not keep the sessions of clients that have left.
    waiting.removeAll { $0.session.isClosing }
    let pending = (waiting + (reading ?? [])).count { $0.session === exchange.session }
    guard pending < Limits.reloads else { return recorder.conclude(exchange, .limit) }
    waiting.append(exchange)
    if reading == nil { readSoon(at: exchange.received) }
  }

  /// Reads the files for the waiting requests, now or as soon as that is permitted.
  private func readSoon(at now: Instant) {
    if now >= earliest { read() } else { alarm.arm(at: earliest) }
  }

  private func read() {
    guard reading == nil else { return }
    waiting.removeAll { $0.session.isClosing }
    if waiting.isEmpty { return }
    reading = waiting
    waiting = []
    let start = scheduler.now
    let finish = { [weak self] in self?.finishReading(from: start) ?? () }
    if let onReload { onReload(finish) } else { finish() }
  }

  private func finishReading(from start: Instant) {
    let now = scheduler.now
    let answered = reading ?? []
    reading = nil
    earliest = now + max(Self.pause, (now - start) * 9)
    for exchange in answered where !exchange.session.isClosing { recorder.conclude(exchange, .done) }
    if !waiting.isEmpty { readSoon(at: now) }
  }

  /// The shortest time between two readings.
  private static let pause = Duration.milliseconds(10)
}

/// The state of the preference files and of the theme, for `status`.
package struct PreferenceReport: Equatable, Sendable {
  /// The theme in force.
  package var theme: ShortName
  /// A description of an error in a file; empty if there is none.
  package var complaint: String
  /// The number of mistakes in the files.
  package var problems: Int

  package init(theme: ShortName = "", complaint: String = "", problems: Int = 0) {
    self.theme = theme
    self.complaint = complaint
    self.problems = problems
  }
}
