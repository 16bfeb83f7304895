internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem

// Serves queries about the state of the daemon.

extension Server {
  func listDevices(_ exchange: Exchange) {
    let records = devices.records
    exchange.reply(.devices(isTool(exchange.session) ? records : records.map(\.withoutTraces)))
  }

  /// Replies with the counters. A confined client gets only those of its own application, because times and costs would
  /// show when others play.
  func reportStatistics(resetting: Bool, _ exchange: Exchange) {
    let uptime = exchange.received - startedAt
    guard isTool(exchange.session) else {
      return exchange.session.application.reportStatistics(resetting: resetting, uptime, exchange)
    }
    let report = recorder.statistics.report(uptime: uptime, clients: sessions.all.count, cost: devices.cost)
    exchange.reply(.statistics(report))
    guard resetting else { return }
    recorder.statistics = Statistics()
    devices.resetCounters()
  }

  func monitor(_ scope: MonitorScope, _ exchange: Exchange) {
    recorder.conclude(exchange, .done)
    recorder.setScope(scope, of: exchange.session)
  }

  func reportSetting(_ key: String, _ exchange: Exchange) {
    guard let value = onSetting?(key) else { return recorder.conclude(exchange, .unsupported) }
    exchange.reply(.setting(value))
  }

  func status(at now: Instant) -> Status {
    Status(
      uptimeNanoseconds: (now - startedAt).wholeNanoseconds, processID: PeerCredentials.ownProcessID,
      clients: UInt32(sessions.all.count), isEnabled: policy.preferences.isEnabled,
      profile: Status.Profile(policy.preferences.profile), circumstances: policy.circumstances,
      problems: UInt32(clamping: report.problems), theme: report.theme, complaint: report.complaint)
  }
}

extension Application {
  fileprivate func reportStatistics(resetting: Bool, _ uptime: Duration, _ exchange: Exchange) {
    var report = StatisticsReport(uptimeNanoseconds: uptime.wholeNanoseconds, clients: UInt64(clients))
    report.requests = verdicts.values
    exchange.reply(.statistics(report))
    if resetting { verdicts = VerdictCounts() }
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
