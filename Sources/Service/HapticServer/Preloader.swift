internal import HapticPatterns
internal import HapticSystem
internal import MotorRendering

/// Renders the vocabulary for every device, and the handles of clients after a change of strengths, and makes their levels
/// resident while nothing else is due, one pattern in each turn of the loop. Doing so at once would delay the first haptic
/// of a daemon that was started by a request: it takes longer than all other work before that haptic.
final class Preloader {
  private let devices: DeviceRegistry
  private let renewal: HandleRenewal
  private let scheduler: any Scheduler
  private var alarm: (any Alarm)?

  init(_ devices: DeviceRegistry, _ sessions: SessionRegistry, _ policy: Policy, _ scheduler: any Scheduler) {
    self.devices = devices
    renewal = HandleRenewal(sessions, devices, policy)
    self.scheduler = scheduler
  }

  /// Starts or continues after 100 ms, once nothing else is due.
  func schedule() {
    if alarm == nil { alarm = try? scheduler.makeAlarm(.idle) { [unowned self] now in preloadNext(at: now) } }
    alarm?.set(for: scheduler.now + Self.calm)
  }

  /// Renders the handles of all clients again, after a change of strengths.
  func renewHandles() {
    renewal.begin()
    schedule()
  }

  /// Continues after a playback, which may have interrupted it.
  func resume() { if waiting != nil || !renewal.isOver { schedule() } }

  private func preloadNext(at now: Instant) {
    // The next step of a playback may be due at any moment. `resume` is called at the end of a playback.
    guard !devices.isPlaying else { return }
    if let player = waiting {
      player.preparation.preloadNext()
    } else if !renewal.isOver {
      renewal.renewNext(at: now)
    } else {
      return
    }
    alarm?.set(for: now)
  }

  private var waiting: Player? { devices.players.first { $0.preparation.isPreloading } }

  /// Much longer than a request takes, and much shorter than the time from plugging in a device to using it.
  static let calm = Duration.milliseconds(100)
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
