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
  /// The attempt on the first device that plays, or on the first one if none does. The reply has its verdict.
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

  /// Starts on all devices. If one of them refuses the play, the others play all the same.
  private mutating func start(_ play: Request.Play, _ admission: consuming Policy.Admission) {
    let now = server.scheduler.now
    admitted = now
    // The records begin with that of the first device that plays, which has the verdict of the reply.
    let next = server.recorder.history.next
    var attempt = Attempt(verdict: admission.objection ?? .played, device: admission.first.player.device.id)
    if attempt.verdict == .played { start(play, &admission, on: admission.first, noting: &attempt, as: next, at: now) }
    first = attempt
    for (index, target) in admission.others.enumerated() {
      let isFirst = first.verdict != .played
      let player = target.player
      var other = Attempt(
        verdict: player.objection(to: admission.category, at: exchange.received)
          ?? (admission.place.renew() ? .played : .limit), device: player.device.id)
      if other.verdict == .played {
        start(play, &admission, on: target, noting: &other, as: isFirst ? next : next + UInt64(index) + 1, at: now)
      }
      if isFirst, other.verdict == .played { swap(&first, &other) }
      others.append(other)
    }
    if first.verdict == .played { exchange.session.application.noteStart(admission.feedback, at: admission.wanted) }
  }

  /// - Parameter entry: the number of the playback in the history.
  private mutating func start(
    _ play: Request.Play, _ admission: inout Policy.Admission, on target: Policy.Target, noting attempt: inout Attempt,
    as entry: UInt64, at now: Instant
  ) {
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
    do {
      let started = try player.start(consume playback, play.timing, at: now)
      admission.place.keep()
      attempt.written = started.written
      attempt.felt = player.preparation.felt(pattern, at: target.felt)
      if !started.ended.isEmpty { endings.append((player, started.ended)) }
    } catch {
      server.player(player, didRefuse: error)
      attempt.verdict = .deviceFailed
    }
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
