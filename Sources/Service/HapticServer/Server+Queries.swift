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
