internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// One play request, from the decision to the records. The steps after `start` run after the write to the device.
struct PlayTransaction: ~Copyable {
  private let server: Server
  private let exchange: Exchange
  /// The content of the requested handle; nil for a play by name, or if there is none.
  private let prepared: PreparedFeedback?
  /// The requested feedback; nil if there is none.
  private let feedback: ResolvedFeedback?
  private var admitted: Instant?
  /// The time by which an expired play missed its deadline.
  private var lateMicroseconds: UInt32 = 0
  private var first = Attempt(verdict: .played)
  /// The attempts on further devices. Each has a record of its own in the history.
  private var others: [Attempt] = []
  /// The playbacks that ended at once.
  private var endings: [(player: Player, ended: [EndedPlayback])] = []

  /// The result on one device.
  private struct Attempt {
    var verdict: Verdict
    /// The device that plays or failed; nil if the play was refused before.
    var device: DeviceID?
    /// The intensity at which the play is felt, in 1/65535; 0 if nothing is felt.
    var felt: UInt16 = 0
    /// The time of the first write to the device; nil if it is still to come.
    var written: Instant?
  }

  init(_ server: Server, _ play: Request.Play, _ exchange: Exchange) {
    self.server = server
    self.exchange = exchange
    switch play.subject {
    case .handle(let handle):
      prepared = exchange.session.handles.prepared(handle)
      feedback = prepared?.feedback
    case .name(let name):
      prepared = nil
      feedback = server.policy.catalogue.feedback(named: name, allowingFallback: play.allowsFallback)
    }
  }

  // The play is passed along, because a transaction that contained it would copy it.

  mutating func run(_ play: Request.Play) {
    server.recorder.holdLevels()
    do throws(Refusal) {
      let device = play.device ?? prepared?.device
      start(play, try server.policy.admit(play, of: feedback, for: device, exchange, on: server.devices))
    } catch {
      first.verdict = error.verdict
      lateMicroseconds = error.lateMicroseconds
    }
    report(play)
    server.recorder.releaseLevels()
    // The client gets the verdict before the event of the end.
    for (player, ended) in endings { player.report(ended, at: exchange.received) }
  }

  // MARK: Starting

  /// Starts on all devices. If a further one fails, the playbacks on the others continue.
  private mutating func start(_ play: Request.Play, _ admission: consuming Policy.Admission) {
    let now = server.scheduler.now
    admitted = now
    var number = server.recorder.history.next
    first = start(play, admission, on: admission.first, as: number, at: now)
    guard first.verdict == .played else { return }
    admission.place.keep()
    for target in admission.others {
      number += 1
      var other = Attempt(verdict: .limit, device: target.player.device.id)
      if var place = PlaybackPlace(in: exchange.session.allowance, for: admission.feedback.pattern) {
        other = start(play, admission, on: target, as: number, at: now)
        if other.verdict == .played { place.keep() }
      }
      others.append(other)
    }
    exchange.session.application.noteStart(admission.feedback, at: admission.wanted)
  }

  /// - Parameter entry: the number of the playback in the history.
  private mutating func start(
    _ play: Request.Play, _ admission: borrowing Policy.Admission, on target: Policy.Target,
    as entry: UInt64, at now: Instant
  ) -> Attempt {
    let (player, pattern) = (target.player, admission.feedback.pattern)
    let content =
      prepared?.content(on: player, intensity: target.felt)
      ?? player.preparation.content(pattern, intensity: target.felt)
    var start = max(admission.start, now)
    // A play with a start time is felt at that time: the device gets it earlier by the lead.
    if play.startNanoseconds != nil, start > now {
      start = max(start - player.preparation.lead(of: content, play.timing), now)
    }
    let request = PlaybackRequest(
      number: play.playback?.rawValue ?? 0, owner: exchange.session, category: admission.category,
      isImportant: admission.isImportant, intensity: play.intensity, entry: entry, feedback: admission.feedback.name,
      received: play.startNanoseconds == nil ? exchange.received : nil)
    let playback = Playback(request, content: content, start: start, latest: admission.latest)
    var attempt = Attempt(verdict: .played, device: player.device.id)
    do {
      let started = try player.start(consume playback, play.timing, at: now)
      attempt.written = started.written
      attempt.felt = player.preparation.felt(pattern, at: target.felt)
      if !started.ended.isEmpty { endings.append((player, started.ended)) }
    } catch {
      server.player(player, didRefuse: error)
      attempt.verdict = .deviceFailed
    }
    return attempt
  }

  // MARK: Reporting

  /// Sends the reply, and records the play. Both show the same record.
  private func report(_ play: Request.Play) {
    let recorder = server.recorder
    recorder.count(first.verdict, exchange)
    let cause = play.causeNanoseconds.map(Instant.init(nanoseconds:))
    recorder.statistics.noteStages(cause: cause, received: exchange.received, admitted: admitted)
    var record = record(of: play)
    let further = others.count { $0.verdict == .played }
    exchange.reply(record, count: further == 0 ? 0 : UInt64(further) + 1)
    // The time of the decision shows how much of the delay the daemon caused.
    if lateMicroseconds > 0 { record.admittedNanoseconds = server.scheduler.now.nanoseconds }
    recorder.add(&record)
    for other in others {
      record.verdict = other.verdict
      record.device = other.device
      record.felt = other.felt
      record.writtenNanoseconds = other.written?.nanoseconds
      recorder.add(&record)
    }
  }

  private func record(of play: Request.Play) -> Observed {
    let session = exchange.session
    return Observed(
      opcode: exchange.opcode, verdict: first.verdict, category: play.category ?? feedback?.category,
      device: first.device, processID: UInt32(clamping: session.peer.credentials.processID), intensity: play.intensity,
      causeNanoseconds: play.causeNanoseconds, receivedNanoseconds: exchange.received.nanoseconds,
      admittedNanoseconds: admitted?.nanoseconds, writtenNanoseconds: first.written?.nanoseconds,
      playback: play.playback, feedback: feedback?.name ?? play.name, applicationName: session.peer.identity.name,
      identity: session.peer.identity.source, felt: first.felt, importance: importance(of: play),
      lateMicroseconds: lateMicroseconds)
  }

  private func importance(of play: Request.Play) -> Observed.Importance {
    guard play.isImportant else { return .ordinary }
    return server.policy.mayBeImportant(exchange.session) ? .granted : .denied
  }
}

extension Request.Play {
  fileprivate var name: ShortName { if case .name(let name) = subject { name } else { .empty } }
}
