internal import HapticProtocol
internal import HapticSystem

// Accessors for the expected type of a reply; they throw `.unexpectedReply` for another.

extension Reply {
  var verdict: VerdictReply {
    get throws(ClientError) {
      guard case .verdict(let verdict) = self else { throw .unexpectedReply }
      return verdict
    }
  }

  var devices: [DeviceRecord] {
    get throws(ClientError) {
      guard case .devices(let devices) = self else { throw .unexpectedReply }
      return devices
    }
  }

  var feedbacks: FeedbackList {
    get throws(ClientError) {
      guard case .feedbacks(let list) = self else { throw .unexpectedReply }
      return list
    }
  }

  var statistics: StatisticsReport {
    get throws(ClientError) {
      guard case .statistics(let report) = self else { throw .unexpectedReply }
      return report
    }
  }
}

extension Reply {
  var history: History {
    get throws(ClientError) {
      guard case .history(let history) = self else { throw refusal }
      return history
    }
  }

  var status: Status {
    get throws(ClientError) {
      guard case .status(let status) = self else { throw refusal }
      return status
    }
  }

  var setting: String {
    get throws(ClientError) {
      guard case .setting(let value) = self else { throw refusal }
      return value
    }
  }

  var playing: PlayingList {
    get throws(ClientError) {
      guard case .playing(let list) = self else { throw refusal }
      return list
    }
  }

  /// The error for a reply of another type.
  private var refusal: ClientError {
    if case .verdict(let reply) = self, reply.verdict == .notPermitted { return .notPermitted }
    return .unexpectedReply
  }
}

extension VerdictReply {
  /// The verdict for a client that already holds the maximum number of handles; the daemon is not asked.
  static let noHandle = VerdictReply(.limit, receivedNanoseconds: 0)

  /// The verdict on a stop without a connection; the daemon is not asked.
  static let nothingPlays = VerdictReply(.done, receivedNanoseconds: 0)
}

/// Collects the pages of the history.
struct HistoryPages {
  private let deadline: Instant
  private let first: UInt64
  private(set) var records: [Observed] = []
  private(set) var areComplete = false

  init(after number: UInt64, _ timeout: Duration) {
    deadline = .now + timeout
    first = number
  }

  /// The request for the next page.
  var request: Request { .history(after: records.last?.number ?? first) }

  var remainingTime: Duration { deadline - .now }

  mutating func take(_ page: History) {
    records += page.records
    areComplete = page.records.isEmpty || records.last?.number == page.latest
  }
}

/// Collects the pages of the active playbacks.
struct PlayingPages {
  private let deadline: Instant
  private(set) var records: [PlayingRecord] = []
  private(set) var areComplete = false

  init(_ timeout: Duration) { deadline = .now + timeout }

  /// The request for the next page.
  var request: Request { .playing(after: records.last?.number ?? 0) }

  var remainingTime: Duration { deadline - .now }

  mutating func take(_ page: PlayingList) {
    records += page.records
    areComplete = page.records.isEmpty || UInt64(page.records.count) >= page.total
  }
}

/// Collects the pages of the vocabulary.
struct FeedbackPages {
  private let deadline: Instant
  private(set) var records: [FeedbackRecord] = []
  private(set) var areComplete = false

  init(_ timeout: Duration) { deadline = .now + timeout }

  /// The request for the next page.
  var request: Request { .feedbacks(first: UInt32(clamping: records.count)) }

  var remainingTime: Duration { deadline - .now }

  mutating func take(_ page: FeedbackList) {
    records += page.records
    areComplete = page.records.isEmpty || records.count >= Int(page.total)
  }
}
