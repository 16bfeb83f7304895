public import HapticProtocol
public import HapticSystem

// Changes of motor models while their actuators are in use, after a calibration.

extension Server {
  /// Renders for the model that an actuator has from now on. Its playbacks end as stopped, and clients are asked to
  /// prepare again. Has no effect if there is no actuator with this number.
  ///
  /// - Throws: the scheduler's error if it has no alarm left; the former model then stays in use.
  public func noteModel(of id: DeviceID) throws(Errno) {
    guard let former = devices.player(id) else { return }
    let now = scheduler.now
    _ = former.silence(.stopped, at: now)
    let player = try makePlayer(former.actuator)
    former.abandon(.stopped, at: now)
    player.replace(former)
    _ = player.silence(.stopped, at: now)
    devices.replace(player)
    preloader.schedule()
    log.info("\(player.record.name) has another motor model")
    recorder.show(.changed, player.record)
    requestPreparing()
  }
}
