internal import EventLoop
internal import HapticPatterns
internal import HapticSystem
internal import MotorRendering

/// Renders the vocabulary for every device, and the handles of clients after a change of strengths, and makes their levels
/// resident while nothing else is due, one pattern in each turn of the loop. Doing so at once would delay the first haptic
/// of a daemon that was started by a request: it takes longer than all other work before that haptic.
final class Preloader {
  private let devices: DeviceRegistry
  private let sessions: SessionRegistry
  private let policy: Policy
  private let scheduler: any Scheduler
  private lazy var alarm = scheduler.makeAlarm(.idle) { [unowned self] now in preloadNext(at: now) }
  /// The numbers of the sessions whose handles are still to be looked at.
  private var numbers: [UInt64] = []
  private var session: Session?
  /// The handles of `session` that are still to be looked at.
  private var handles: [PreparedFeedback] = []

  init(_ devices: DeviceRegistry, _ sessions: SessionRegistry, _ policy: Policy, _ scheduler: any Scheduler) {
    self.devices = devices
    self.sessions = sessions
    self.policy = policy
    self.scheduler = scheduler
  }

  /// Starts or continues after 100 ms, once nothing else is due.
  func schedule() { alarm.arm(at: scheduler.now + Self.calm) }

  /// Continues after a playback, which may have interrupted it.
  func resume() { if waiting != nil || isRenewing { schedule() } }

  private func preloadNext(at now: Instant) {
    // The next step of a playback may be due at any moment. `resume` is called at the end of a playback.
    guard !devices.isPlaying else { return }
    if let player = waiting {
      player.preparation.preloadNext()
    } else if isRenewing {
      renewNext(at: now)
    } else {
      return
    }
    alarm.arm(at: now)
  }

  private var waiting: Player? { devices.players.first { $0.preparation.isPreloading } }

  /// Much longer than a request takes, and much shorter than the time from plugging in a device to using it.
  static let calm = Duration.milliseconds(100)

  // MARK: Handles

  /// Renders and uploads the content of all handles at the strengths in force, after a change of these, so that the next
  /// play needs neither. One handle at a time: clients may have thousands of them.
  func renewHandles() {
    numbers = sessions.all.map(\.number)
    (session, handles) = (nil, [])
    schedule()
  }

  private var isRenewing: Bool { !handles.isEmpty || !numbers.isEmpty }

  /// Renders the next handle, if one of the present session is left; otherwise, turns to the next session.
  private func renewNext(at now: Instant) {
    while let prepared = handles.popLast() {
      if let session, !session.isClosing, renew(prepared, of: session, at: now) { return }
    }
    session = numbers.popLast().flatMap { sessions[$0] }
    handles = session?.handles.allPrepared ?? []
  }

  /// - Returns: false if the content has the strength in force already, on each device that it was rendered for.
  private func renew(_ prepared: PreparedFeedback, of session: Session, at now: Instant) -> Bool {
    var isRenewed = false
    for player in devices.players {
      guard let old = prepared.latest(on: player.device.id) else { continue }
      let intensity = policy.felt(.max, prepared.feedback.category, of: session, on: player)
      guard intensity > 0, intensity != old.intensity else { continue }
      player.preparation.prepare(prepared.newContent(on: player, intensity: intensity), at: now)
      isRenewed = true
    }
    return isRenewed
  }
}

/// The patterns of the vocabulary that are still to be rendered for one motor and made resident, in the order of the
/// vocabulary.
///
/// The queue ends when the device has no room for more levels: later levels would replace earlier ones, and the rest of
/// the vocabulary would be rendered in vain.
struct PreloadQueue {
  private var patterns: ArraySlice<SharedPattern>
  private let intensity: (Category) -> UInt16
  private var levels: [LeasedLevel] = []
  private let room: Int

  /// - Parameters:
  ///   - intensity: the strength of each category, in 1/65535.
  ///   - slots: the daemon's share of the device's slots; one of them holds the effect that silences
  ///     the device.
  init(_ catalogue: Catalogue, slots: Int, intensity: @escaping (Category) -> UInt16) {
    patterns = catalogue.patterns[...]
    self.intensity = intensity
    room = slots - 1
  }

  var isOver: Bool { patterns.isEmpty || levels.count >= room }

  /// The next pattern and its strength in 1/65535, or nil at the end.
  mutating func next() -> (SharedPattern, intensity: UInt16)? {
    guard !isOver, let pattern = patterns.popFirst() else { return nil }
    return (pattern, intensity(pattern.category ?? .touch))
  }

  /// Adds the levels of a rendered pattern.
  ///
  /// - Returns: the levels among them that are to be made resident.
  mutating func add(_ palette: [LeasedLevel]) -> [LeasedLevel] {
    let fresh = palette.filter { !levels.contains($0) }.prefix(room - levels.count)
    levels += fresh
    return Array(fresh)
  }
}
