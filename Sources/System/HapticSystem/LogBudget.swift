/// The rate limit of log lines: a burst, then a number per second. Time is an argument.
struct LogBudget {
  /// Kinds of lines with separate budgets.
  enum Share: Int, CaseIterable {
    case errors, service, clients, debug

    init(_ priority: Log.SyslogPriority, isAboutClients: Bool) {
      self =
        switch priority {
        case .debug: .debug
        case _ where isAboutClients: .clients
        case .error: .errors
        case .warning, .notice, .info: .service
        }
    }

    /// The maximum numbers of lines at once and per second. Opening a device logs one or two lines, a broken theme up to a
    /// hundred.
    fileprivate var limit: (burst: Double, perSecond: Double) {
      switch self {
      case .errors: (100, 10)
      case .service: (200, 10)
      case .clients: (20, 2)
      case .debug: (2000, 500)
      }
    }
  }

  private var left = Share.allCases.map(\.limit.burst)
  private var filledAt = Share.allCases.map { _ in Instant.distantPast }

  /// Takes one line from the budget.
  ///
  /// - Returns: false if the budget is used up.
  mutating func take(_ share: Share, at now: Instant) -> Bool {
    let index = share.rawValue
    let seconds = Double((now - filledAt[index]).wholeNanoseconds) / 1e9
    left[index] = min(share.limit.burst, left[index] + max(0, seconds) * share.limit.perSecond)
    filledAt[index] = now
    guard left[index] >= 1 else { return false }
    left[index] -= 1
    return true
  }
}
