internal import HapticPatterns
package import HapticPreferences
package import HapticProtocol
internal import HapticSystem
package import MotorRendering

// Applies changed preferences, circumstances and motor models.

extension Server {
  /// Puts other preferences into force. Playbacks that are no longer permitted end, the others continue at their new
  /// strength, and the content of handles is uploaded at that strength soon after.
  package func setPreferences(_ preferences: Preferences, report: PreferenceReport = PreferenceReport()) {
    let before = (policy.preferences, settings.report)
    guard before != (preferences, report) else { return }
    policy.preferences = preferences
    settings.report = report
    for session in sessions.all { session.preferences = policy.preferences(of: session) }
    if before.0 != preferences { enforce() }
    showStatus()
  }

  /// Puts other circumstances into force. Playbacks that are no longer permitted end.
  package func setCircumstances(_ circumstances: Circumstances) {
    guard circumstances != policy.circumstances else { return }
    log.info("circumstances: \(circumstances.words), were: \(policy.circumstances.words)")
    policy.circumstances = circumstances
    endForbidden(at: scheduler.now)
    showStatus()
  }

  package var circumstances: Circumstances { policy.circumstances }

  /// Ends all playbacks and refuses new ones, because the system is going to sleep. The devices may be removed then.
  package func suspend() {
    setCircumstances(policy.circumstances.union(.suspending))
    let now = scheduler.now
    for player in devices.players { _ = player.silence(.suspended, at: now) }
  }

  /// Permits new playbacks after sleep. Clients are asked to prepare again when the devices come back.
  package func resume() { setCircumstances(policy.circumstances.subtracting(.suspending)) }

  private func enforce() {
    let now = scheduler.now
    endForbidden(at: now)
    for player in devices.players {
      player.adoptPolicy()
      player.updateStrengths(at: now)
    }
    preloader.renewHandles()
  }

  private func endForbidden(at now: Instant) {
    let reason: FinishReason = policy.circumstances.contains(.suspending) ? .suspended : .forbidden
    for player in devices.players {
      let isOff = policy.preferences[device: player.name].effectiveStrength == .none
      _ = player.stop(reason, at: now) { playback in
        let request = playback.request
        let verdict = policy.preferences.objection(
          to: request.category, of: request.owner.preferences, in: policy.circumstances,
          isImportant: request.isImportant)
        return isOff || verdict != nil
      }
    }
  }

  /// Gives a device another model and renders for it. Its playbacks continue at their present position, and clients are
  /// asked to prepare again. Has no effect if there is no device with this number, or if it has the model already.
  package func setModel(_ model: MotorModel, of id: DeviceID) {
    guard let player = devices.player(id), player.device.model != model else { return }
    player.setModel(model, at: scheduler.now)
    for session in sessions.all { session.handles.dropRenderings(for: id) }
    preloader.schedule()
    log.info("\(player.record.name) has another motor model")
    recorder.show(.changed, player.record)
    requestPreparing()
  }

  private func showStatus() { recorder.monitors.show(.status) { .status(status(at: scheduler.now)) } }
}
