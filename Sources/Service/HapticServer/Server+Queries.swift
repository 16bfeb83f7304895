internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem

// Serves queries about the state of the daemon.

extension Server {
  /// Answers a query that any client may make.
  func answer(_ query: any PacketBody, _ exchange: Exchange) {
    switch query {
    case let query as DevicesQuery: exchange.answer(query, DeviceList(records: devices(for: exchange.session)))
    case let query as FeedbacksQuery:
      exchange.answer(query, FeedbackList(feedbackRecords(), from: query.first))
    case let query as StatisticsQuery: exchange.answer(query, statistics(query, exchange))
    default:
      guard isTool(exchange.session) else { return recorder.conclude(exchange, .notPermitted) }
      answerTool(query, exchange)
    }
  }

  /// Answers a query that only unconfined clients may make.
  private func answerTool(_ query: any PacketBody, _ exchange: Exchange) {
    switch query {
    case let query as HistoryQuery: exchange.answer(query, recorder.history.records(after: query.number))
    case let query as StatusQuery: exchange.answer(query, status(at: exchange.received))
    case let query as PlayingQuery: exchange.answer(query, playing(after: query.number, at: exchange.received))
    case let query as SettingQuery:
      guard let value = settings.onSetting?(query.key) else { fallthrough }
      exchange.answer(query, SettingValue(value))
    default: recorder.conclude(exchange, .unsupported)
    }
  }

  private func devices(for session: Session) -> [DeviceRecord] {
    let records = devices.records
    return isTool(session) ? records : records.map(\.withoutTraces)
  }

  /// The counters. A confined client gets only those of its own application, because times and costs would show when
  /// others play.
  private func statistics(_ query: StatisticsQuery, _ exchange: Exchange) -> StatisticsReport {
    let uptime = exchange.received - startedAt
    guard isTool(exchange.session) else { return exchange.session.application.statistics(query, uptime) }
    let report = recorder.statistics.report(uptime: uptime, clients: sessions.all.count, cost: devices.cost)
    if query.isResetting {
      recorder.statistics = Statistics()
      devices.resetCounters()
    }
    return report
  }

  func status(at now: Instant) -> Status {
    Status(
      uptimeNanoseconds: (now - startedAt).wholeNanoseconds, processID: PeerCredentials.ownProcessID,
      clients: UInt32(sessions.all.count), isEnabled: policy.preferences.isEnabled,
      profile: Status.Profile(policy.preferences.profile), circumstances: policy.circumstances,
      problems: UInt32(clamping: settings.report.problems), theme: settings.report.theme,
      complaint: settings.report.complaint)
  }

  // MARK: Playbacks

  /// The playbacks with a history number above `number`, as many as fit in a packet.
  func playing(after number: UInt64, at now: Instant) -> PlayingList {
    var total: UInt64 = 0
    var records: [PlayingRecord] = []
    for player in devices.players {
      let later = player.playbacks.drop { $0.request.entry <= number }
      total += UInt64(later.count)
      records += later.prefix(Limits.playingPerPacket + 1).map { record(of: $0, on: player, at: now) }
    }
    records.sort { $0.number < $1.number }
    return PlayingList(total: total, records: Array(records.prefix(Limits.playingPerPacket)))
  }

  private func record(of playback: Playback, on player: Player, at now: Instant) -> PlayingRecord {
    let (request, content) = (playback.request, playback.content)
    let strength = UInt16(min(max(content.strength, 0), 1) * 65535 + 0.5)
    return PlayingRecord(
      number: request.entry, playback: PlaybackID(rawValue: request.number), device: player.device.id,
      processID: UInt32(clamping: request.owner.peer.credentials.processID),
      applicationName: request.owner.peer.identity.name, identity: request.owner.peer.identity.source,
      feedback: request.feedback, category: request.category,
      treatment: PlayingRecord.Treatment(rawValue: playback.treatment.rawValue), state: playback.state(at: now),
      intensity: request.intensity, felt: player.preparation.felt(content.pattern, at: strength),
      startNanoseconds: playback.start.nanoseconds, endNanoseconds: playback.end?.nanoseconds)
  }
}

extension Application {
  fileprivate func statistics(_ query: StatisticsQuery, _ uptime: Duration) -> StatisticsReport {
    var report = StatisticsReport(uptimeNanoseconds: uptime.wholeNanoseconds, clients: UInt64(clients))
    report.requests = verdicts.values
    if query.isResetting { verdicts = VerdictCounts() }
    return report
  }
}

extension DeviceRecord {
  /// The record without the cost of the latest writes and the latest error, which change with every play of any client.
  fileprivate var withoutTraces: DeviceRecord {
    var record = self
    record.uploadNanoseconds = 0
    record.playNanoseconds = 0
    record.errorNumber = 0
    if record.state == .ready { record.reason = "" }
    return record
  }
}

extension Status.Profile {
  fileprivate init(_ profile: Profile) {
    self =
      switch profile {
      case .full: .full
      case .quiet: .quiet
      case .silent: .silent
      }
  }
}

extension Playback {
  fileprivate func state(at now: Instant) -> PlayingRecord.State {
    if let live, live.isPaused { return .paused }
    if start > now { return .waiting }
    return live?.isMuted == true ? .muted : .playing
  }
}
