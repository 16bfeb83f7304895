internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// One play request, from the decision to the records. The steps after `start` run after the write to the device.
struct PlayTransaction: ~Copyable {
  private let server: Server
  private let play: Request.Play
  private let exchange: Exchange
  /// The content of the requested handle; nil for a play by name, or if there is none.
  private let prepared: PreparedFeedback?
  /// The requested feedback; nil if there is none.
  private let feedback: ResolvedFeedback?
  private let number: UInt64
  private var outcome: Outcome
  private var category: Category?
  /// The intensity at which the play is felt, in 1/65535; 0 for a refused play.
  private var felt: UInt16 = 0
  /// The time by which an expired play missed its deadline.
  private var lateMicroseconds: UInt32 = 0
  /// The playbacks on further devices. Each has a record of its own in the history.
  private var others: [OtherPlayback] = []

  /// The result on a further device.
  private struct OtherPlayback {
    let number: UInt64
    let device: DeviceID
    let felt: UInt16
    var verdict = Verdict.played
    var written: Instant?
  }

  init(_ server: Server, _ play: Request.Play, _ exchange: Exchange) {
    self.server = server
    self.play = play
    self.exchange = exchange
    switch play.subject {
    case .handle(let handle):
      prepared = exchange.session.handles.prepared(handle)
      feedback = prepared?.feedback
    case .name(let name):
      prepared = nil
      feedback = server.policy.catalogue.feedback(named: name, allowingFallback: play.allowsFallback)
    }
    number = server.recorder.history.open()
    outcome = Outcome(.played, playback: play.playback)
    category = play.category ?? feedback?.category
  }

  /// Serves the request.
  consuming func run() {
    var endings: [(player: Player, ended: [EndedPlayback])] = []
    server.recorder.holdLevels()
    do throws(Refusal) {
      let device = play.device ?? prepared?.device
      let admission = try server.policy.admit(play, of: feedback, for: device, exchange, on: server.devices)
      category = admission.category
      try start(admission, &endings)
    } catch {
      outcome.verdict = error.verdict
      lateMicroseconds = error.lateMicroseconds
    }
    exchange.reply(outcome)
    record()
    server.recorder.releaseLevels()
    // The client gets the verdict before the event of the end.
    for (player, ended) in endings { player.report(ended, at: exchange.received) }
  }

  // MARK: Starting

  private mutating func start(
    _ admission: Policy.Admission, _ endings: inout [(player: Player, ended: [EndedPlayback])]
  ) throws(Refusal) {
    let now = server.scheduler.now
    outcome.admitted = now
    outcome.device = admission.first.player.device.id
    let started = try start(admission, on: admission.first, as: number, at: now)
    outcome.written = started.written
    felt = felt(admission, on: admission.first)
    if !started.ended.isEmpty { endings.append((admission.first.player, started.ended)) }
    for other in admission.others { start(admission, onOther: other, at: now, &endings) }
    exchange.session.application.noteStart(admission.feedback, at: admission.wanted)
  }

  /// Starts on a further device. If it fails, the playbacks on the others continue.
  private mutating func start(
    _ admission: Policy.Admission, onOther target: Policy.Target, at now: Instant,
    _ endings: inout [(player: Player, ended: [EndedPlayback])]
  ) {
    var other = OtherPlayback(
      number: server.recorder.history.open(), device: target.player.device.id,
      felt: felt(admission, on: target))
    do throws(Refusal) {
      let started = try start(admission, on: target, as: other.number, at: now)
      other.written = started.written
      outcome.count = max(outcome.count, 1) + 1
      if !started.ended.isEmpty { endings.append((target.player, started.ended)) }
    } catch {
      other.verdict = error.verdict
    }
    others.append(other)
  }

  /// - Parameter entry: the number of the playback in the history.
  private func start(
    _ admission: Policy.Admission, on target: Policy.Target, as entry: UInt64, at now: Instant
  ) throws(Refusal) -> Player.Started {
    let session = exchange.session
    guard session.allowance.beginPlayback(of: admission.feedback.pattern) else { throw Refusal(.limit) }
    do {
      return try target.player.start(playback(of: admission, on: target, as: entry, at: now), play.timing, at: now)
    } catch {
      session.allowance.endPlayback(of: admission.feedback.pattern)
      server.log.warning("\(target.player.device.record.name) refused a level: \(error)")
      throw Refusal(.deviceFailed)
    }
  }

  private func playback(
    of admission: Policy.Admission, on target: Policy.Target, as entry: UInt64, at now: Instant
  ) -> Playback {
    let content = content(of: admission.feedback, on: target)
    var start = max(admission.start, now)
    // A play with a start time is felt at that time: the device gets it earlier by the lead.
    if play.startNanoseconds != nil, start > now {
      start = max(start - target.player.preparation.lead(of: content, play.timing), now)
    }
    return Playback(
      number: play.playback?.rawValue ?? 0, owner: exchange.session, content: content,
      category: admission.category, start: start, latest: admission.latest,
      received: play.startNanoseconds == nil ? exchange.received : nil, isImportant: admission.isImportant,
      intensity: play.intensity, entry: entry, feedback: admission.feedback.name)
  }

  /// The rendering that the handle has for this device and strength, or a new one.
  private func content(of feedback: ResolvedFeedback, on target: Policy.Target) -> Playback.Content {
    let player = target.player
    if let known = prepared?.content(on: player.device.id, intensity: target.felt) { return known }
    let content = player.preparation.content(feedback.pattern, intensity: target.felt)
    prepared?.keep(content, intensity: target.felt, on: player.device.id)
    return content
  }

  // MARK: Recording

  private func felt(_ admission: Policy.Admission, on target: Policy.Target) -> UInt16 {
    target.player.preparation.felt(admission.feedback.pattern, at: target.felt)
  }

  private func record() {
    let recorder = server.recorder
    recorder.count(outcome.verdict, exchange)
    recorder.statistics.noteStages(cause: cause, received: exchange.received, admitted: outcome.admitted)
    var record = Observed(exchange, outcome)
    record.category = category.map(Open.known)
    record.feedback = feedback?.name ?? requestedName
    record.intensity = play.intensity
    record.felt = felt
    record.causeNanoseconds = play.causeNanoseconds
    record.importance = importance
    record.lateMicroseconds = lateMicroseconds
    // The time of the decision shows how much of the delay the daemon caused.
    if lateMicroseconds > 0 { record.admittedNanoseconds = server.scheduler.now.nanoseconds }
    recorder.keep(&record, as: number)
    recorder.show(record)
    for other in others {
      record.verdict = other.verdict
      record.device = other.device
      record.felt = other.verdict == .played ? other.felt : 0
      record.writtenNanoseconds = other.written?.nanoseconds
      recorder.keep(&record, as: other.number)
      recorder.show(record)
    }
  }

  private var cause: Instant? { play.causeNanoseconds.map(Instant.init(nanoseconds:)) }

  private var requestedName: ShortName { if case .name(let name) = play.subject { name } else { .empty } }

  private var importance: Observed.Importance {
    guard play.isImportant else { return .ordinary }
    return server.policy.mayBeImportant(exchange.session) ? .granted : .denied
  }
}
