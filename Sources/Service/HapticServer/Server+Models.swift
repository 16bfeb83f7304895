package import HapticProtocol
package import HapticSystem
package import MotorRendering

// Changes of motor models while their devices are in use, after a calibration.

extension Server {
  /// Gives a device another model and renders for it. Its playbacks end as stopped, and clients are asked to prepare
  /// again. Has no effect if there is no device with this number.
  ///
  /// - Throws: the scheduler's error if it has no alarm left; the former model then stays in use.
  package func setModel(_ model: MotorModel, of id: DeviceID) throws(Errno) {
    guard let former = devices.player(id) else { return }
    let now = scheduler.now
    _ = former.silence(.stopped, at: now)
    var device = former.device
    device.model = model
    let player = try Player(device, of: self)
    former.abandon(.stopped, at: now)
    player.begin(after: former, at: now)
    devices.replace(player)
    preloader.schedule()
    log.info("\(player.record.name) has another motor model")
    recorder.show(.changed, player.record)
    requestPreparing()
  }
}
