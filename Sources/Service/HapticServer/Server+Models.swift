public import HapticProtocol
public import HapticSystem
public import MotorRendering

// Changes of motor models while their actuators are in use, after a calibration.

extension Server {
  /// Gives an actuator another model and renders for it. Its playbacks end as stopped, and clients are asked to prepare
  /// again. Has no effect if there is no actuator with this number.
  ///
  /// - Throws: the scheduler's error if it has no alarm left; the former model then stays in use.
  public func setModel(_ model: MotorModel, of id: DeviceID) throws(Errno) {
    guard let former = devices.player(id) else { return }
    let (actuator, formerModel) = (former.actuator, former.actuator.model)
    let now = scheduler.now
    _ = former.silence(.stopped, at: now)
    actuator.model = model
    let player: Player
    do throws(Errno) { player = try makePlayer(actuator) } catch {
      actuator.model = formerModel
      throw error
    }
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
