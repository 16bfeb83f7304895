internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// One application, or one process of which nobody knows what it is: what its clients may have and do together. However
/// many connections it opens and whatever names it takes, it is one.
final class Application {
  /// Whom the kernel makes it: an id that it vouches for, or a process.
  enum Key: Hashable {
    case verified(ShortName)
    case process(Int32)
  }

  let key: Key
  /// Its clients, to count what they have.
  private(set) var sessions: [Unowned] = []
  var playbacks = 0
  private var buckets = [TokenBucket](repeating: TokenBucket(), count: Category.allCases.count)
  /// The latest, each in the place of the oldest.
  private var recent: [Started] = []
  private var oldest = 0

  struct Unowned { unowned let session: Session }

  /// A feedback that has started, by name, or a client's own pattern by itself.
  private struct Started {
    let name: ShortName
    let composition: ObjectIdentifier
    let start: Instant
  }

  init(_ key: Key) { self.key = key }

  func join(_ session: Session) { sessions.append(Unowned(session: session)) }
  func leave(_ session: Session) { sessions.removeAll { $0.session === session } }

  // MARK: What it has

  var handles: Int { sessions.reduce(0) { $0 + $1.session.prepared.count + $1.session.definitions.count } }
  var patternBytes: Int { sessions.reduce(0) { $0 + $1.session.patternBytes } }

  // MARK: What it did

  /// Takes a token of the category, if there is one.
  func take(_ category: Category, _ pace: Pace, at now: Instant) -> Bool {
    buckets[Int(category.rawValue) - 1].take(pace, at: now)
  }

  /// Whether the same feedback starts within `window`, before or after.
  func hasStarted(_ material: Material, within window: Duration, of start: Instant) -> Bool {
    let window = window.wholeNanoseconds
    for other in recent where abs(start.nanoseconds - other.start.nanoseconds) < window {
      if material.name.isEmpty
        ? other.composition == ObjectIdentifier(material.composition) : other.name == material.name
      {
        return true
      }
    }
    return false
  }

  func noteStart(_ material: Material, at start: Instant) {
    let started = Started(name: material.name, composition: ObjectIdentifier(material.composition), start: start)
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
  private var known: [Application.Key: Application] = [:]
  /// Those without clients, the one that left last at the end.
  private var idle: [Application] = []

  var all: some Collection<Application> { known.values }

  mutating func application(_ key: Application.Key) -> Application {
    if let application = known[key] {
      idle.removeAll { $0 === application }
      return application
    }
    let application = Application(key)
    known[key] = application
    return application
  }

  /// To be called when an application's last client has left.
  mutating func retire(_ application: Application) {
    guard application.sessions.isEmpty else { return }
    idle.append(application)
    if idle.count > Self.remembered { known[idle.removeFirst().key] = nil }
  }

  private static let remembered = 64
}
