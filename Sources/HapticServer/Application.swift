internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// One application, or one process of which nobody knows what it is: what its clients may have and do together. However
/// many connections it opens and whatever names it takes, it is one.
final class Application {
  struct Key: Hashable {
    /// Whom the kernel makes it.
    enum Owner: Hashable {
      /// An id that it vouches for.
      case verified(ShortName)
      case process(Int32)
      /// All clients of a user that hide.
      case hidden(user: UInt32)
    }

    let owner: Owner
    let trust: TrustLevel

    init(_ identity: Identity, _ credentials: PeerCredentials) {
      trust = TrustLevel(identity, credentials)
      if identity.isHidden {
        owner = .hidden(user: credentials.userID)
      } else {
        owner = identity.isVerified ? .verified(identity.name) : .process(credentials.processID)
      }
    }
  }

  let key: Key
  /// What its clients may have together.
  let allowance: Allowance
  let connections: Quota
  /// The verdicts on its requests.
  var verdicts = VerdictCounts()
  /// How many clients it has.
  var clients = 0
  private var buckets = [TokenBucket](repeating: TokenBucket(), count: Category.allCases.count)
  /// The latest, each in the place of the oldest.
  private var recent: [(started: Started, start: Instant)] = []
  private var oldest = 0

  /// A feedback that has started, by name, or a client's own pattern by its digest.
  private struct Started: Equatable {
    let name: ShortName
    let digest: Int

    init(_ feedback: ResolvedFeedback) {
      name = feedback.name
      digest = name.isEmpty ? feedback.pattern.digest : 0
    }
  }

  init(_ key: Key, connections: Quota, memory: Quota) {
    self.key = key
    self.connections = Quota(Limits.clientsPerApplication, within: connections)
    allowance = Allowance(memory: memory)
  }

  /// Takes a token of the category, if there is one.
  func take(_ category: Category, _ pace: Pace, at now: Instant) -> Bool {
    buckets[Int(category.rawValue) - 1].take(pace, at: now)
  }

  /// Whether the same feedback starts within `window`, before or after.
  func hasStarted(_ feedback: ResolvedFeedback, within window: Duration, of start: Instant) -> Bool {
    let window = window.wholeNanoseconds
    let started = Started(feedback)
    for other in recent where abs(start.nanoseconds - other.start.nanoseconds) < window && other.started == started {
      return true
    }
    return false
  }

  func noteStart(_ feedback: ResolvedFeedback, at start: Instant) {
    let started = (Started(feedback), start)
    if recent.count < Self.remembered { return recent.append(started) }
    recent[oldest] = started
    oldest = (oldest + 1) % Self.remembered
  }

  /// Feedbacks that are compared with the next one: more than an application starts within any sensible window.
  private static let remembered = 8
}

/// The applications that have clients, and for a while those that had: who leaves and comes back finds its limits as
/// they were.
struct Applications {
  let connections = Shares(
    Limits.clients, unverified: Limits.unverifiedClients, confined: Limits.confinedClients)
  /// What is kept for clients, in bytes.
  let memory = Shares(
    Limits.memory, unverified: Limits.memory / Limits.clients * Limits.unverifiedClients,
    confined: Limits.memory / Limits.clients * Limits.confinedClients)
  private var known: [Application.Key: Application] = [:]
  /// Those without clients, the one that left last at the end.
  private var idle: [Application] = []

  var all: some Collection<Application> { known.values }

  mutating func application(_ key: Application.Key) -> Application {
    if let application = known[key] {
      idle.removeAll { $0 === application }
      return application
    }
    let application = Application(key, connections: connections[key.trust], memory: memory[key.trust])
    known[key] = application
    return application
  }

  /// To be called when a client of an application has left, or was turned away.
  mutating func retire(_ application: Application) {
    guard application.clients == 0 else { return }
    idle.append(application)
    if idle.count > Self.remembered { known[idle.removeFirst().key] = nil }
  }

  private static let remembered = 64
}
