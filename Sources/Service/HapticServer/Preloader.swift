internal import HapticSystem

/// Renders the vocabulary for every actuator and makes its levels resident while nothing else is due. Doing so at once
/// would delay the first haptic of a daemon that was started by a request: it takes longer than all other work before
/// that haptic.
final class Preloader {
  private let devices: DeviceRegistry
  private let scheduler: any Scheduler
  private var alarm: (any Alarm)?

  init(_ devices: DeviceRegistry, _ scheduler: any Scheduler) {
    self.devices = devices
    self.scheduler = scheduler
  }

  /// Starts or continues after 100 ms, once nothing else is due.
  func schedule() {
    if alarm == nil { alarm = try? scheduler.makeAlarm(.idle) { [unowned self] now in preloadNext(at: now) } }
    alarm?.set(for: scheduler.now + Self.calm)
  }

  /// Continues after a playback, which may have interrupted it.
  func resume() { if waiting != nil { schedule() } }

  private func preloadNext(at now: Instant) {
    // The next step of a playback may be due at any moment. `resume` is called at the end of a playback.
    guard let player = waiting, !devices.players.contains(where: { $0.isPlaying }) else { return }
    player.preparation.preloadNext()
    alarm?.set(for: now)
  }

  private var waiting: Player? { devices.players.first { $0.preparation.isPreloading } }

  /// Much longer than a request takes, and much shorter than the time from plugging in a device to using it.
  static let calm = Duration.milliseconds(100)
}
