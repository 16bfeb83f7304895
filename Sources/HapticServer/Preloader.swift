internal import HapticSystem

/// Renders the vocabulary for every actuator and makes its levels resident while nothing else is due. Doing so at once
/// would delay the first haptic of a daemon that a request has started: it takes longer than all other work for it.
final class Preloader {
  private let devices: DeviceRegistry
  private let scheduler: any Scheduler
  private var alarm: (any Alarm)?

  init(_ devices: DeviceRegistry, _ scheduler: any Scheduler) {
    self.devices = devices
    self.scheduler = scheduler
  }

  /// Goes on with the vocabulary when nothing has been due for a while.
  func schedule() {
    if alarm == nil { alarm = try? scheduler.makeAlarm(.idle) { [unowned self] now in preloadNext(at: now) } }
    alarm?.set(for: scheduler.now + Self.calm)
  }

  /// Goes on after a playback, which may have interrupted it.
  func resume() { if waiting != nil { schedule() } }

  private func preloadNext(at now: Instant) {
    // The next step of a playback may be due at any moment. `resume` is called at its end.
    guard let player = waiting, !devices.players.contains(where: { $0.isPlaying }) else { return }
    player.preparation.preloadNext()
    alarm?.set(for: now)
  }

  private var waiting: Player? { devices.players.first { $0.preparation.isPreloading } }

  /// Much longer than a request takes, and much shorter than the time to reach for a device that was plugged in.
  static let calm = Duration.milliseconds(100)
}
