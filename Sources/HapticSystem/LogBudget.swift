/// How many lines may be logged: some at once, and a number per second after that. Time is an argument.
struct LogBudget {
  /// Kinds of lines that do not take from each other.
  enum Share: Int, CaseIterable {
    case errors, service, clients, debug

    init(_ priority: Log.Priority, isAboutClients: Bool) {
      self =
        switch priority {
        case .debug: .debug
        case _ where isAboutClients: .clients
        case .error: .errors
        case .warning, .notice, .info: .service
        }
    }

    /// Lines at once. Opening a device writes one or two, a broken theme up to a hundred.
    fileprivate var burst: Double {
      switch self {
      case .errors: 100
      case .service: 200
      case .clients: 20
      case .debug: 2000
      }
    }

    fileprivate var perSecond: Double {
      switch self {
      case .errors, .service: 10
      case .clients: 2
      case .debug: 500
      }
    }
  }

  private var left = Share.allCases.map(\.burst)
  private var filledAt = Share.allCases.map { _ in Instant.distantPast }

  /// Takes a line of the budget; false where none is left.
  mutating func take(_ share: Share, at now: Instant) -> Bool {
    let index = share.rawValue
    let seconds = Double((now - filledAt[index]).wholeNanoseconds) / 1e9
    left[index] = min(share.burst, left[index] + max(0, seconds) * share.perSecond)
    filledAt[index] = now
    guard left[index] >= 1 else { return false }
    left[index] -= 1
    return true
  }
}
