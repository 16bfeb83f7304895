internal import EventLoop
internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem

/// The limits and counters that all clients of one application share, or of one process if its application is unknown.
/// They are the same for any number of connections and any names that the clients claim.
final class Application {
  let key: ResourceOwner
  /// The limits for all its clients together.
  let allowance: Allowance
  let connections: Quota
  var verdicts = VerdictCounts()
  /// The number of its connected clients.
  var clients = 0 {
    didSet { if clients == 0 { turns = nil } }
  }
  /// The turns in the loop of all its connections but the first.
  private var turns: WatchGroup?
  private var cues = TokenBucket()
  /// Its rate limit in each category.
  var buckets = CategoryTable { _ in TokenBucket() }
  /// The latest starts; a new one replaces the oldest.
  private var recent: [(started: Started, start: Instant)] = []
  private var oldest = 0

  /// The key by which duplicates are found: the name of a feedback, or the digest of a client's own pattern.
  private struct Started: Equatable {
    let name: ShortName
    let digest: Int

    init(_ feedback: ResolvedFeedback) {
      name = feedback.name
      digest = name.isEmpty ? feedback.pattern.digest : 0
    }
  }

  init(_ key: ResourceOwner, connections: Quota, memory: Quota, reserve: Quota) {
    self.key = key
    self.connections = Quota(Limits.clientsPerApplication, within: connections)
    allowance = Allowance(memory: memory, reserve: reserve)
  }

  /// Watches a connection. Most applications have one, with a turn of its own; those beyond it share one more, so that an
  /// application does not delay the others by the number of its connections.
  func watch(
    _ descriptor: Int32, in loop: EventLoop, _ handler: @escaping (Readiness) -> Void
  ) throws(Errno) -> Source {
    if clients == 0 { return try loop.watch(descriptor, for: .readable, handler) }
    return try sharedTurns(in: loop).watch(descriptor, for: .readable, handler)
  }

  private func sharedTurns(in loop: EventLoop) throws(Errno) -> WatchGroup {
    if let turns { return turns }
    let turns = try WatchGroup(loop)
    self.turns = turns
    return turns
  }

  /// Takes a token for a sound or a light.
  ///
  /// - Returns: false if the rate limit is exceeded.
  func takeCue(at now: Instant) -> Bool { cues.take(Self.cuePace, at: now) }

  /// Fast typing stays below it.
  private static let cuePace = Pace(RateLimit(perSecond: 20, burst: 40))

  /// Whether the same feedback starts less than `window` before or after `start`.
  func hasStarted(_ feedback: ResolvedFeedback, within window: Duration, of start: Instant) -> Bool {
    let window = window.wholeNanoseconds
    let started = Started(feedback)
    return recent.contains { abs(start.nanoseconds - $0.start.nanoseconds) < window && $0.started == started }
  }

  func noteStart(_ feedback: ResolvedFeedback, at start: Instant) {
    let started = (Started(feedback), start)
    if recent.count < Self.remembered { return recent.append(started) }
    recent[oldest] = started
    oldest = (oldest + 1) % Self.remembered
  }

  /// The number of starts for the search for duplicates: more than an application has within any sensible window.
  private static let remembered = 8
}

/// The applications with clients, and the latest 64 without, so that an application that connects again finds its
/// limits unchanged.
struct Applications {
  let connections = Shares(
    Limits.clients, unverified: Limits.unverifiedClients, confined: Limits.confinedClients)
  /// The memory that is kept for clients, in bytes.
  let memory = Quota(Limits.memory)
  /// A part of it, of which each application can use a little, also where others have used up its share of the rest.
  private let reserve: Quota
  let shares: Shares
  private var known: [ResourceOwner: Application] = [:]
  /// Applications without clients; the latest to lose its last client is at the end.
  private var idle: [Application] = []

  var all: some Collection<Application> { known.values }

  init() {
    let reserved = Limits.memory / 8
    reserve = Quota(reserved, within: memory)
    shares = Shares(
      Limits.memory - reserved, within: memory, unverified: Limits.memory / Limits.clients * Limits.unverifiedClients,
      confined: Limits.memory / Limits.clients * Limits.confinedClients)
  }

  mutating func application(_ key: ResourceOwner) -> Application {
    if let application = known[key] {
      idle.removeAll { $0 === application }
      return application
    }
    let application = Application(key, connections: connections[key.trust], memory: shares[key.trust], reserve: reserve)
    known[key] = application
    return application
  }

  /// Keeps an application without clients, and forgets the oldest such one beyond 64. To be called when a client of the
  /// application has left or was rejected.
  mutating func retire(_ application: Application) {
    guard application.clients == 0 else { return }
    idle.append(application)
    if idle.count > Self.remembered { known[idle.removeFirst().key] = nil }
  }

  static let remembered = 64
}

/// An application, or a process whose application is unknown, that shares resources with others.
package struct ResourceOwner: Hashable {
  /// The identity that the kernel verifies; otherwise the process.
  private enum Owner: Hashable {
    /// A verified id.
    case verified(ShortName)
    case process(Int32)
    /// All hidden clients of a user.
    case hidden(user: UInt32)
  }

  private let owner: Owner
  package let trust: TrustLevel

  init(_ identity: Identity, _ credentials: PeerCredentials) {
    trust = TrustLevel(identity, credentials)
    if identity.isHidden {
      owner = .hidden(user: credentials.userID)
    } else {
      owner = identity.isVerified ? .verified(identity.name) : .process(credentials.processID)
    }
  }
}

/// The trust in a client that shares resources with all others.
package enum TrustLevel: Hashable, Sendable {
  /// Root's programs, and the user's own with a verified identity.
  case known
  /// The user's own programs without a verified identity.
  case unverified
  /// Sandboxed or hidden programs, and those of other users.
  case confined

  init(_ identity: Identity, _ credentials: PeerCredentials) {
    if identity.isSandboxed {
      self = .confined
    } else if credentials.userID == PeerCredentials.ownUserID {
      self = identity.isVerified ? .known : .unverified
    } else {
      self = credentials.userID == 0 ? .known : .confined
    }
  }

  /// Whether it is one of the user's own programs outside any sandbox, or one of root's.
  var isOwn: Bool { self != .confined }
}

/// A resource that all clients share. The clients of each lower trust level together get a smaller part of it, which
/// leaves the rest to the others.
struct Shares {
  let all: Quota
  private let unverified: Quota
  private let confined: Quota

  init(_ all: Int, within parent: Quota? = nil, unverified: Int, confined: Int) {
    self.all = Quota(all, within: parent)
    self.unverified = Quota(unverified, within: self.all)
    self.confined = Quota(confined, within: self.unverified)
  }

  subscript(trust: TrustLevel) -> Quota {
    switch trust {
    case .known: all
    case .unverified: unverified
    case .confined: confined
    }
  }
}
